// framegate.h - benchmarks and animations in C99 or C++, measured by the tool 'framegate'.
//
//   #define FRAMEGATE_MAIN  // in one file of the program, before any other header
//   #include "framegate.h"
//
//   int main(int argc, char **argv) {
//     framegate_add_benchmark("demo.sum", sum)->operations = 1000;
//     framegate_add_scenario("demo.scroll", 0.5, build, render)->budgets = "noDroppedFrames@60";
//     return framegate_main(argc, argv);
//   }
//
//   cc -O2 -g demo.c -o demo && framegate check --worker ./demo
//
// Linux and macOS; needs nothing but the C library. License: Apache 2.0.
#ifndef FRAMEGATE_H
#define FRAMEGATE_H
#if defined(FRAMEGATE_MAIN) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

// A frame of a scenario: number `index` from 0. It starts `start` seconds after the scenario does,
// and is shown at `time`, one vsync later. Animations are evaluated at `time`.
typedef struct { int index; double start, time; } framegate_frame;

// What a scene is built for: '--layers', '--rate' and '--screen' of the tool.
typedef struct { int layers; double rate, width, height; } framegate_parameters;

// What is registered: a benchmark, whose `run` is timed in a loop, or a scenario, whose frames are.
// Its texts are kept as pointers.
typedef struct {
  const char *name;
  void (*run)(void *input);                       // one iteration of a benchmark
  void (*render)(void *scene, const framegate_frame *frame);
  void *(*build)(const framegate_parameters *);   // makes a scene whenever the scenario is played
  double seconds;                                 // of a scenario
  const char *file;
  int line;
  // These are yours to set.
  int operations;                                 // in an iteration; times are per operation
  void *(*set_up)(void);                          // makes the input, which is NULL without it
  void (*tear_down)(void *);                      // takes an input or a scene back
  const char *budgets;                            // such as "noDroppedFrames@60 firstFrame=0@120"
  double tolerance;                               // of answers: absolute or as a share
} framegate_entry;

// Registers a benchmark or a scenario, and returns it for what else is to be set.
#define framegate_add_benchmark(name, run) \
  framegate_add(name, run, NULL, NULL, 0, __FILE__, __LINE__)
#define framegate_add_scenario(name, seconds, build, render) \
  framegate_add(name, NULL, render, build, seconds, __FILE__, __LINE__)
framegate_entry *framegate_add(
    const char *name, void (*run)(void *), void (*render)(void *, const framegate_frame *),
    void *(*build)(const framegate_parameters *), double seconds, const char *file, int line);

// Does what the arguments say, and returns the program's exit code. Without arguments, it lists what
// is registered. 'profile NAME' runs one for a debugger. Any other command is handed over to the
// tool: the one that FRAMEGATE_TOOL names, or 'framegate' on the search path.
int framegate_main(int argc, char **argv);

// Keeps the optimizer from leaving out what computes a result. A comparison checks that both sides
// pass the same results. `framegate_use` compares bytes, `framegate_use_number` numbers.
extern int framegate_is_recording;
void framegate_record(const void *bytes, size_t size, int is_number);
static inline void framegate_use(const void *bytes, size_t size) {
  __asm__ volatile("" : : "g"(bytes) : "memory");
  if (framegate_is_recording) framegate_record(bytes, size, 0);
}
static inline void framegate_use_number(double value) {
  __asm__ volatile("" : : "g"(&value) : "memory");
  if (framegate_is_recording) framegate_record(&value, sizeof value, 1);
}
#ifdef __cplusplus
}
#endif
#endif

#if defined(FRAMEGATE_MAIN) && !defined(FRAMEGATE_IS_DEFINED)
#define FRAMEGATE_IS_DEFINED
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#else
#include <xlocale.h>
#endif
#if !defined(RTLD_DEFAULT) || !defined(CLOCK_THREAD_CPUTIME_ID)
#error "Include framegate.h before any other header in the file that defines FRAMEGATE_MAIN."
#endif

// --------------------------------------------------------------------------------------- Clocks

static int64_t fg_now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
static int64_t fg_cpu(void) { return fg_now(CLOCK_THREAD_CPUTIME_ID); }
static int64_t fg_wall(void) { return fg_now(CLOCK_MONOTONIC); }

static void fg_sleep_until(int64_t end) {
  for (int64_t left; (left = end - fg_wall()) > 0;) {
    struct timespec pause = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
    nanosleep(&pause, NULL);
  }
}

// ---------------------------------------------------------------------------------- Cold caches

#if defined(__linux__) && defined(__x86_64__)
#define FG_FLUSH(line) __asm__ volatile("clflush %0" : : "m"(*(line)) : "memory")
#elif defined(__linux__) && defined(__aarch64__)
#define FG_FLUSH(line) __asm__ volatile("dc civac, %0" : : "r"(line) : "memory")
#else
#define FG_FLUSH(line) (void)(line)
#endif

static FILE *fg_maps;
static int fg_pagemap;

static int fg_can_cool(void) {
  static int known, can_cool;
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  uint64_t entry = 0;
  if (!known) {
    fg_maps = fopen("/proc/self/maps", "re");
    fg_pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    // The entry of a page that is certainly in memory says so, unless the system hides it.
    off_t place = (off_t)((uintptr_t)&entry / (uintptr_t)sysconf(_SC_PAGESIZE) * sizeof entry);
    can_cool = fg_maps && pread(fg_pagemap, &entry, sizeof entry, place) == sizeof entry && entry >> 63;
  }
#endif
  known = 1;
  return can_cool;
}

enum { fg_sleep_ns = 250000 };

// Makes what comes next start as after a wait for vsync: what is in memory and can be read has left
// all caches, and the core has slept.
static void fg_cool(void) {
  static uint64_t entries[4096];
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  char line[512], right;
  unsigned long first, end;
  for (rewind(fg_maps); fgets(line, sizeof line, fg_maps);) {
    if (sscanf(line, "%lx-%lx %c", &first, &end, &right) != 3 || right != 'r') continue;
    if (strstr(line, " /dev/") || strstr(line, "[v") || end - first > 1ul << 37) continue;
    for (ssize_t count; first < end; first += (uintptr_t)count * page) {
      size_t size = (end - first) / page * sizeof *entries;
      if (size > sizeof entries) size = sizeof entries;
      count = pread(fg_pagemap, entries, size, (off_t)(first / page * sizeof *entries)) / (ssize_t)sizeof *entries;
      if (count <= 0) break;
      for (ssize_t i = 0; i < count; i++)
        for (size_t at = 0; entries[i] >> 63 && at < page; at += 64)
          FG_FLUSH((const char *)(first + (uintptr_t)i * page + at));
    }
  }
  fg_sleep_until(fg_wall() + fg_sleep_ns);
  fg_cpu();  // so that its own misses do not count
}

// ---------------------------------------------------------------------------- What is registered

enum { fg_most = 4096 };
static framegate_entry fg_entries[fg_most];
static int fg_count;

framegate_entry *framegate_add(
    const char *name, void (*run)(void *), void (*render)(void *, const framegate_frame *),
    void *(*build)(const framegate_parameters *), double seconds, const char *file, int line) {
  if (fg_count == fg_most) {
    fprintf(stderr, "Error: More than %d entries. Make several programs.\n", fg_most);
    exit(1);
  }
  framegate_entry entry = {name, run, render, build, seconds, file, line, 1, NULL, NULL, NULL, 0};
  fg_entries[fg_count] = entry;
  return &fg_entries[fg_count++];
}

// In whole nanoseconds, of which both this program and the tool make frames.
static int64_t fg_nanoseconds(const framegate_entry *it) { return (int64_t)(it->seconds * 1e9); }

static const char *fg_problem(const framegate_entry *it) {
  if (!it->name || !*it->name) return "It has no name. Give it one.";
  for (const framegate_entry *other = fg_entries; other < it; other++)
    if (other->name && !strcmp(other->name, it->name)) return "Another one has its name. Give it a new one.";
  if (!it->run && !(it->build && it->render)) return "It has no function. Pass what builds and renders, or what runs.";
  if (it->operations < 1) return "It has less than one operation. State at least one.";
  if (!(it->tolerance >= 0 && it->tolerance < 1e300)) return "Its tolerance is not a number from 0. State one.";
  if (!it->run && !(it->seconds >= 1e-9 && it->seconds <= 3600)) return "Its seconds are not from 1e-9 to 3600.";
  return NULL;
}

// ------------------------------------------------------------------------------ What is prepared

static framegate_entry *fg_it;
static framegate_parameters fg_parameters;
static int fg_frame_limit;
static void *fg_input;  // of a benchmark

static void fg_release(void *made) {
  if (fg_it && fg_it->tear_down && made) fg_it->tear_down(made);
}

static int fg_frames(double rate) {  // one for each vsync before the end
  int count = (int)((fg_nanoseconds(fg_it) * (int64_t)rate + 999999999) / 1000000000);
  return fg_frame_limit >= 0 && fg_frame_limit < count ? fg_frame_limit : count;
}

// Iterations of a benchmark, or the frames of a new scene: what is next, and how many there are.
typedef struct { void *scene; double rate; int next, count; } fg_play;

static fg_play fg_begin(double rate, int iterations) {
  fg_play play = {NULL, rate, 0, iterations};
  if (fg_it->run) return play;
  framegate_parameters parameters = fg_parameters;
  parameters.rate = rate;
  play.scene = fg_it->build(&parameters);
  play.count = fg_frames(rate);
  return play;
}

static void fg_render_next(void *state) {
  fg_play *play = (fg_play *)state;
  framegate_frame frame = {play->next, play->next / play->rate, (play->next + 1) / play->rate};
  play->next++;
  fg_it->render(play->scene, &frame);
}

static int fg_run_next(fg_play *play) {
  if (play->next >= play->count) return 0;
  if (!fg_it->run) {
    fg_render_next(play);
  } else {
    play->next++;
    fg_it->run(fg_input);
  }
  return 1;
}

__attribute__((noinline)) static void fg_loop(void (*run)(void *), void *input, int iterations) {
  for (int i = 0; i < iterations; i++) run(input);
}
static void fg_nothing(void *input) { __asm__ volatile("" : : "g"(input) : "memory"); }

// The profiler finds this function by its name, and counts what it calls.
#ifdef __cplusplus
extern "C"
#endif
__attribute__((noinline)) void framegate_counted_region(void (*run)(void *), void *input, int iterations) {
  fg_loop(run, input, iterations);
  __asm__ volatile("" : : : "memory");  // so that the call above is no jump
}

// ------------------------------------------------------------------------------- What is computed

// As far as it is kept, and the hashes of its blocks.
enum { fg_block = 256, fg_most_blocks = 1 << 14, fg_most_kept = 512 * fg_block };
typedef struct { uint64_t bits; int place, number, is_number; } fg_value;
int framegate_is_recording;
static fg_value fg_kept[fg_most_kept];
static uint64_t fg_hashes[fg_most_blocks];
static int fg_passed, fg_place, fg_number;

static uint64_t fg_hash(uint64_t hash, uint64_t value) { return (hash ^ value) * 1099511628211u; }

void framegate_record(const void *bytes, size_t size, int is_number) {
  if (fg_passed >= fg_most_blocks * fg_block) return;
  const uint64_t start = 14695981039346656037u;
  fg_value value = {start, fg_place, ++fg_number, is_number};
  for (size_t i = 0; i < size; i++) value.bits = fg_hash(value.bits, ((const unsigned char *)bytes)[i]);
  if (is_number) memcpy(&value.bits, bytes, sizeof value.bits);
  uint64_t *hash = &fg_hashes[fg_passed / fg_block];
  *hash = fg_hash(fg_hash(fg_passed % fg_block ? *hash : start, value.bits), (uint64_t)fg_place);
  if (fg_passed < fg_most_kept) fg_kept[fg_passed] = value;
  fg_passed++;
}

// -------------------------------------------------------------------------- Questions and answers

static FILE *fg_out;  // to the tool
#define FG_SAY(...) fprintf(fg_out, __VA_ARGS__)
typedef unsigned long long fg_long;
static const char fg_done[] = "{\"answer\":\"done\"}";

static void fg_say_text(const char *text) {
  for (FG_SAY("\""); *text; text++)
    FG_SAY((unsigned char)*text < 32 ? "\\u%04x" : strchr("\"\\", *text) ? "\\%c" : "%c", *text);
  FG_SAY("\"");
}

// The program may have chosen a locale with a decimal comma; questions and answers have a point.
static locale_t fg_use_points(void) {
  static locale_t points;
  if (!points) points = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  return uselocale(points);
}

static void fg_say_number(double number) {
  locale_t chosen = fg_use_points();
  FG_SAY("%.17g", number);
  uselocale(chosen);
}

// What follows a key of a question; an empty text without the key.
static const char *fg_find(const char *line, const char *key) {
  char quoted[40];
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  const char *found = strstr(line, quoted);
  return found ? found + strlen(quoted) : "";
}

static double fg_get(const char *line, const char *key, double otherwise) {
  char *end;
  const char *text = fg_find(line, key);
  locale_t chosen = fg_use_points();
  double number = strtod(text, &end);
  uselocale(chosen);
  return end == text ? otherwise : number;
}

static int fg_is(const char *line, const char *key, const char *value) {
  const char *text = fg_find(line, key);
  if (*text++ != '"') return !*value;
  for (; *text != '"' && *value; text++, value++)
    if (*(text += *text == '\\') != *value) return 0;
  return *text == '"' && !*value;
}

static int fg_iterations(const char *line) { return (int)fg_get(line, "iterations", 1); }
static fg_play fg_begin_for(const char *line) {
  return fg_begin(fg_get(line, "rate", fg_parameters.rate), fg_iterations(line));
}

static void fg_describe(const char *line) {
  (void)line;
  FG_SAY("{\"answer\":{\"benchmarks\":[");
  for (int refused = 0, said = 0; refused < 2; refused++, said = 0) {
    if (refused) FG_SAY("],\"problems\":[");
    for (const framegate_entry *it = fg_entries; it < fg_entries + fg_count; it++) {
      const char *problem = fg_problem(it), *budget = it->budgets ? it->budgets : "";
      if ((problem != NULL) != refused) continue;
      FG_SAY(said++ ? ",{\"location\":{\"file\":" : "{\"location\":{\"file\":");
      fg_say_text(it->file);
      FG_SAY(",\"line\":%d},\"%s\":", it->line, refused ? "reason" : "name");
      fg_say_text(refused ? problem : it->name);
      if (!refused) {
        FG_SAY(it->run ? ",\"benchmark\":{\"answerTolerance\":" : ",\"scenario\":{\"answerTolerance\":");
        fg_say_number(it->tolerance);
      }
      if (!refused && it->run) FG_SAY(",\"operations\":%d}", it->operations);
      if (!refused && !it->run) {
        FG_SAY(",\"durationNs\":%lld,\"budgets\":[", (long long)fg_nanoseconds(it));
        for (int first = 1; *(budget += strspn(budget, " ,")); first = 0, budget += strcspn(budget, " ,"))
          FG_SAY("%s\"%.*s\"", first ? "" : ",", (int)strcspn(budget, " ,\"\\"), budget);
        FG_SAY("]}");
      }
      FG_SAY("}");
    }
  }
  FG_SAY("]}}");
}

static fg_play fg_scene;  // of 'next'
static int fg_scene_is_cold;

static void fg_prepare(const char *line) {
  fg_release(fg_scene.scene);
  fg_release(fg_input);
  fg_it = NULL;
  fg_scene.scene = fg_input = NULL;
  for (int i = 0; i < fg_count && !fg_it; i++)
    if (!fg_problem(&fg_entries[i]) && fg_is(line, "name", fg_entries[i].name)) fg_it = &fg_entries[i];
  framegate_parameters wanted = {(int)fg_get(line, "layers", 200), fg_get(line, "refreshRate", 60), 375, 667};
  locale_t chosen = fg_use_points();
  sscanf(fg_find(line, "screen"), "\"%lfx%lf", &wanted.width, &wanted.height);
  uselocale(chosen);
  fg_parameters = wanted;
  fg_frame_limit = (int)fg_get(line, "mostFrames", -1);
  if (fg_it && fg_it->run && fg_it->set_up) fg_input = fg_it->set_up();
  FG_SAY(fg_it ? fg_done : "{\"failed\":\"Nothing has that name. Register the same in every process.\"}");
}

typedef struct { int64_t wall, cpu; } fg_time;

// Times iterations together, and makes them longer by a share of their time.
static fg_time fg_time_loop(void (*run)(void *), void *input, int iterations, double share) {
  int64_t cpu = fg_cpu(), wall = fg_wall();
  fg_loop(run, input, iterations);
  int64_t end = fg_wall(), longer = end + (int64_t)(share * (double)(end - wall));
  while (end < longer) end = fg_wall();
  fg_time time = {end - wall, fg_cpu() - cpu};
  return time;
}

// What the clocks and an empty loop of the next samples take.
static fg_time fg_cost;

static void fg_find_cost(int iterations) {
  static int known;
  for (int i = 0; i < 64 && known != iterations; i++) {
    fg_time empty = fg_time_loop(fg_nothing, NULL, iterations, 0);
    if (i == 0 || empty.wall < fg_cost.wall) fg_cost.wall = empty.wall;
    if (i == 0 || empty.cpu < fg_cost.cpu) fg_cost.cpu = empty.cpu;
  }
  known = iterations;
}

static fg_time fg_sample(void (*run)(void *), void *input, int iterations, double share) {
  fg_time time = fg_time_loop(run, input, iterations, share);
  time.wall = time.wall > fg_cost.wall ? time.wall - fg_cost.wall : 0;
  time.cpu = time.cpu > fg_cost.cpu ? time.cpu - fg_cost.cpu : 0;
  return time;
}

static void fg_say_times(const char *line) {
  int iterations = fg_iterations(line), count = (int)fg_get(line, "count", 1);
  double share = fg_get(line, "share", 0);
  fg_find_cost(iterations);
  FG_SAY("{\"answer\":");
  for (int i = 0; i < count; i++) {
    fg_time time = fg_sample(fg_it->run, fg_input, iterations, share);
    FG_SAY("%c{\"wallNs\":%lld,\"cpuNs\":%lld}", i ? ',' : '[', (long long)time.wall, (long long)time.cpu);
  }
  FG_SAY("]}");
}

static void fg_start_scene(const char *line) {
  fg_release(fg_scene.scene);
  fg_scene = fg_begin_for(line);
  fg_scene_is_cold = fg_is(line, "state", "cold");
  FG_SAY(fg_scene_is_cold && !fg_can_cool() ? "{\"unavailable\":\"the system hides what is in memory\"}" : fg_done);
}

static void fg_say_next(const char *line) {
  int count = (int)fg_get(line, "count", 1);
  double share = fg_get(line, "share", 0);
  fg_find_cost(1);
  FG_SAY("{\"answer\":[");
  for (int i = 0; i < count && fg_scene.next < fg_scene.count; i++) {
    if (fg_scene_is_cold) fg_cool();
    fg_time time = fg_sample(fg_render_next, &fg_scene, 1, share);
    FG_SAY("%s%lld", i ? "," : "", (long long)time.cpu);
  }
  FG_SAY("]}");
}

// Plays on a real timer. While the scene is busy, vsyncs are skipped.
static void fg_pace(const char *line) {
  static const char *const names[] = {"beginTick", "startNs", "endNs", "cpuNs"};
  double rate = fg_get(line, "rate", 60);
  int all = (int)(fg_get(line, "seconds", 1) * rate) + 1, length = fg_frames(rate), count = 0;
  int64_t (*rows)[4] = (int64_t (*)[4])malloc((size_t)all * sizeof *rows);
  fg_play *plays = (fg_play *)malloc((size_t)(all / length + 1) * sizeof *plays);
  for (int i = 0; i <= all / length; i++) plays[i] = fg_begin(rate, 0);
  fg_find_cost(1);
  int64_t origin = fg_wall() + (int64_t)(1e9 / rate);
  for (int tick = 0; tick < all; count++) {
    int64_t *row = rows[count];
    fg_play *play = &plays[tick / length];
    play->next = tick % length;
    fg_sleep_until(origin + (int64_t)(tick * 1e9 / rate) + 1);
    row[0] = tick;
    row[1] = fg_wall() - origin;
    fg_time time = fg_sample(fg_render_next, play, 1, 0);
    row[2] = fg_wall() - origin;
    row[3] = time.cpu;
    int now = (int)((double)row[2] * rate / 1e9);
    tick = now > tick ? now : tick + 1;
  }
  FG_SAY("{\"answer\":{\"costs\":{\"faultNs\":0,\"allocationNs\":0},\"recording\":{\"rateHz\":%.0f,\"depth\":1,\"reserveNs\":0", rate);
  for (int column = 0; column < 4; column++) {
    FG_SAY(",\"%s\":[", names[column]);
    for (int i = 0; i < count; i++) FG_SAY("%s%lld", i ? "," : "", (long long)rows[i][column]);
    FG_SAY("]");
  }
  FG_SAY("}}}");
  for (int i = 0; i <= all / length; i++) fg_release(plays[i].scene);
  free(plays);
  free(rows);
}

static void fg_say_answer(const char *line) {
  fg_play play = fg_begin_for(line);
  fg_passed = fg_number = 0;
  framegate_is_recording = 1;
  for (fg_place = 0; fg_run_next(&play); fg_place++) fg_number = 0;
  framegate_is_recording = 0;
  fg_release(play.scene);
  FG_SAY("{\"answer\":{\"iterations\":%d,\"count\":%d,\"blocks\":[", fg_it->run ? play.count : 0, fg_passed);
  for (int i = 0; i * fg_block < fg_passed; i++) FG_SAY("%s\"%llx\"", i ? "," : "", (fg_long)fg_hashes[i]);
  FG_SAY("]}}");
}

static void fg_say_value(const fg_value *it) {
  double number;
  memcpy(&number, &it->bits, sizeof number);
  if (fg_it->run) FG_SAY("{\"path\":\"iteration %d, value %d\"", it->place + 1, it->number);
  else FG_SAY("{\"path\":\"frame %d, value %d\",\"frame\":%d", it->place, it->number, it->place);
  if (it->is_number) {
    FG_SAY(",\"text\":\"");
    fg_say_number(number);
    FG_SAY("\"}");
  } else {
    FG_SAY(",\"text\":\"bytes with the hash %llx\"}", (fg_long)it->bits);
  }
}

static void fg_say_values(const char *line) {
  const char *blocks = fg_find(line, "blocks");
  FG_SAY("{\"answer\":");
  for (char separator = '['; *blocks == '[' || *blocks == ','; separator = ',') {
    long start = strtol(blocks + 1, (char **)&blocks, 10) * fg_block;
    FG_SAY("%c[", separator);
    for (long i = start; i < start + fg_block && i < fg_passed && i < fg_most_kept; i++) {
      FG_SAY(i > start ? "," : "");
      fg_say_value(&fg_kept[i]);
    }
    FG_SAY("]");
  }
  FG_SAY("]}");
}

// What only the first time does is not counted.
static void fg_warm_up(const char *line) {
  fg_play play = fg_begin_for(line);
  if (fg_it->run) play.count = 1;
  while (fg_run_next(&play)) {}
  fg_release(play.scene);
}

static void fg_count_instructions(const char *line) {
  int iterations = fg_iterations(line), regions = 2;
  fg_warm_up(line);
  fg_play play = fg_begin_for(line);
  framegate_counted_region(fg_nothing, NULL, fg_it->run ? iterations : 1);
  if (fg_it->run) {
    framegate_counted_region(fg_it->run, fg_input, iterations);
  } else {
    while (play.next < play.count) framegate_counted_region(fg_render_next, &play, 1);
    regions = play.count + 1;
  }
  fg_release(play.scene);
  FG_SAY("{\"answer\":%d}", regions);
}

// What the tool preloads to count allocations.
typedef struct { uint64_t bytes, count; } fg_allocations;
static void (*fg_read_allocations)(fg_allocations *total);

static void fg_count_allocations(const char *line) {
  if (!fg_read_allocations) {
    FG_SAY("{\"unavailable\":\"nothing is preloaded that counts allocations\"}");
    return;
  }
  fg_warm_up(line);
  fg_play play = fg_begin_for(line);
  FG_SAY(fg_it->run ? "{\"answer\":" : "{\"answer\":[");
  for (int i = 0, count = fg_it->run ? 1 : play.count; i < count; i++) {
    fg_allocations before, after;
    fg_read_allocations(&before);
    if (fg_it->run) fg_loop(fg_it->run, fg_input, fg_iterations(line)); else fg_render_next(&play);
    fg_read_allocations(&after);
    FG_SAY("%s{\"count\":%llu,\"bytes\":%llu}", i ? "," : "", (fg_long)(after.count - before.count),
           (fg_long)(after.bytes - before.bytes));
  }
  FG_SAY(fg_it->run ? "}" : "]}");
  fg_release(play.scene);
}

typedef enum { fg_anything, fg_loops, fg_scenes, fg_both } fg_subject;

static const struct {
  const char *ask, *what;
  fg_subject about;
  void (*reply)(const char *line);
} fg_questions[] = {
  {"describe", "", fg_anything, fg_describe},
  {"prepare", "", fg_anything, fg_prepare},
  {"sample", "times", fg_loops, fg_say_times},
  {"sample", "scene", fg_scenes, fg_start_scene},
  {"sample", "next", fg_scenes, fg_say_next},
  {"sample", "paced", fg_scenes, fg_pace},
  {"count", "instructions", fg_both, fg_count_instructions},
  {"count", "allocations", fg_loops, fg_count_allocations},
  {"count", "frameAllocations", fg_scenes, fg_count_allocations},
  {"inspect", "answer", fg_both, fg_say_answer},
  {"inspect", "values", fg_both, fg_say_values},
};

static void fg_reply(const char *line) {
  for (size_t i = 0; i < sizeof fg_questions / sizeof *fg_questions; i++) {
    if (!fg_is(line, "ask", fg_questions[i].ask) || !fg_is(line, "what", fg_questions[i].what)) continue;
    fg_subject about = fg_questions[i].about;
    if (about != fg_anything && (!fg_it || about == (fg_it->run ? fg_scenes : fg_loops)))
      FG_SAY("{\"failed\":\"Nothing is prepared that this question is about. Prepare it first.\"}");
    else fg_questions[i].reply(line);
    return;
  }
  FG_SAY("{\"unknown\":\"this question\"}");
}

static void fg_end_with_parent(void) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

// Reads a line without what is standing in memory; the length, or -1 at the end.
static int fg_read(int file, char *line, int size) {
  for (int length = 0;;) {
    ssize_t got = read(file, line + length, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    if (line[length] == '\n') return line[length] = 0, length;
    if (length < size - 1) length++;
  }
}

// Goes on in copies of this process, one after the other, and returns in each.
static int fg_branch(int questions, int answers) {
  for (char line[8];;) {
    int status = 0;
    pid_t copy = fork();
    if (copy == 0) fg_end_with_parent();
    if (copy <= 0) return copy == 0;
    dprintf(answers, "{\"branch\":%d}\n", (int)copy);
    while (waitpid(copy, &status, 0) < 0 && errno == EINTR) {}
    dprintf(answers, "{\"ended\":{\"signal\":%d,\"code\":%d}}\n", WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    do if (fg_read(questions, line, sizeof line) < 0) _exit(0); while (strcmp(line, "+") != 0);
  }
}

static int fg_serve(void) {
  static char line[1 << 16];
  const char *shift = getenv("FRAMEGATE_SHIFT");  // moves the heap, as it does the stack
  void *moved = malloc(65536 + (shift ? strlen(shift) : 0));
  int questions = fcntl(0, F_DUPFD_CLOEXEC, 3), answers = fcntl(1, F_DUPFD_CLOEXEC, 3);
  fg_end_with_parent();
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, (id_t)getppid()));
  signal(SIGINT, SIG_IGN);   // the tool ends its workers
  signal(SIGPIPE, SIG_IGN);  // a failed write ends the loop below
  // From now on, what a benchmark prints goes to standard error.
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  close(nothing);
  dup2(2, 1);
  fg_out = fdopen(answers, "w");
  *(void **)&fg_read_allocations = dlsym(RTLD_DEFAULT, "framegate_counting_read");
#if defined(__clang__)
  const char *compiler = "clang " __clang_version__;
#else
  const char *compiler = "gcc " __VERSION__;
#endif
#if defined(__OPTIMIZE__)
  const char *build = "release";
#else
  const char *build = "debug";
#endif
  FG_SAY("{\"hello\":{\"protocol\":1,\"library\":\"framegate.h 0.1.0\",\"build\":\"%s\",\"compiler\":", build);
  fg_say_text(compiler);
  if (fg_can_cool()) FG_SAY(",\"cooling\":{\"method\":\"flushCaches\",\"sleepNs\":%d}", fg_sleep_ns);
  FG_SAY(",\"allocator\":\"%s\"}}\n", fg_read_allocations ? "counting library" : "system");
  while (fflush(fg_out) == 0 && fg_read(questions, line, sizeof line) >= 0 && strcmp(line, "-") != 0) {
    if (strcmp(line, "+") != 0) fg_reply(line);
    else if (fg_branch(questions, answers)) continue;
    else FG_SAY("{\"failed\":\"The system makes no copy of the process.\"}");
    FG_SAY("\n");
  }
  free(moved);
  return 0;
}

// Runs one entry again and again.
static int fg_profile(const char *name, double seconds) {
  char line[1000];
  snprintf(line, sizeof line, "{\"ask\":\"prepare\",\"name\":\"%s\"}", name);
  fg_out = fopen("/dev/null", "w");
  fg_prepare(line);
  if (!fg_it) {
    fprintf(stderr, "Error: There is no '%s'. Without arguments, the program lists the names.\n", name);
    return 3;
  }
  for (int64_t end = fg_wall() + (int64_t)(seconds * 1e9); fg_wall() < end;) fg_warm_up(line);
  fg_release(fg_input);
  fclose(fg_out);
  return 0;
}

int framegate_main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "worker")) return fg_serve();
  if (argc > 2 && !strcmp(argv[1], "profile")) return fg_profile(argv[2], argc > 3 ? strtod(argv[3], NULL) : 10);
  if (argc < 2) {
    for (int i = 0; i < fg_count; i++) printf("%s\n", fg_entries[i].name);
    fprintf(stderr, "'check' judges frame budgets, 'run' measures everything, '--help' lists the rest.\n");
    return 0;
  }
  const char *named = getenv("FRAMEGATE_TOOL"), *tool = named && *named ? named : "framegate";
  char **words = (char **)calloc((size_t)argc + 3, sizeof *words), *file = realpath("/proc/self/exe", NULL);
  words[0] = argv[0];
  words[1] = (char *)"--worker";
  words[2] = file ? file : realpath(argv[0], NULL);
  memcpy(words + 3, argv + 1, (size_t)(argc - 1) * sizeof *words);
  execvp(tool, words);
  fprintf(stderr, "Error: '%s' cannot be started: %s. Install it with 'scripts/install' of Framegate, and name its "
          "file in FRAMEGATE_TOOL.\n", tool, strerror(errno));
  return 1;
}
#endif
