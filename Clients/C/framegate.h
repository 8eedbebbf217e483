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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/prctl.h>
#endif
#if !defined(RTLD_DEFAULT) || !defined(CLOCK_THREAD_CPUTIME_ID)
#error "Include framegate.h before any other header in the file that defines FRAMEGATE_MAIN."
#endif

// ------------------------------------------------------------------------- Clocks and counters

static int64_t fg_now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
static int64_t fg_cpu(void) { return fg_now(CLOCK_THREAD_CPUTIME_ID); }
static int64_t fg_wall(void) { return fg_now(CLOCK_MONOTONIC); }

static void fg_wait(double share, int64_t start) {
  int64_t end = fg_wall() + (int64_t)(share * (double)(fg_wall() - start));
  while (share > 0 && fg_wall() < end) {}
}

// What the tool preloads to count allocations: its own library, or jemalloc.
typedef struct { uint64_t bytes, count; } fg_allocations;
static void (*fg_counting)(fg_allocations *);
static int (*fg_mallctl)(const char *, void *, size_t *, void *, size_t);

static uint64_t fg_jemalloc(const char *format, unsigned size_class, size_t size) {
  char name[80];
  uint64_t value = 0;
  snprintf(name, sizeof name, format, size_class);
  fg_mallctl(name, &value, &size, NULL, 0);
  return value;
}

static fg_allocations fg_read_allocations(void) {
  fg_allocations total = {0, 0};
  if (fg_counting) return fg_counting(&total), total;
  uint64_t epoch = 1;
  fg_mallctl("epoch", NULL, NULL, &epoch, sizeof epoch);
  for (int large = 0; large < 2; large++) {
    unsigned count = (unsigned)fg_jemalloc(large ? "arenas.nlextents" : "arenas.nbins", 0, 4);
    for (unsigned i = 0; i < count; i++) {
      uint64_t requests = fg_jemalloc(
          large ? "stats.arenas.4096.lextents.%u.nrequests" : "stats.arenas.4096.bins.%u.nrequests", i, 8);
      total.count += requests;
      if (!requests) continue;
      total.bytes += requests * fg_jemalloc(
          large ? "arenas.lextent.%u.size" : "arenas.bin.%u.size", i, sizeof(size_t));
    }
  }
  return total;
}

// --------------------------------------------------------------------------------- Cold caches

static int fg_maps = -1, fg_pagemap = -1;

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#if defined(__clang__)
#define FG_PLAIN __attribute__((noinline, optnone))
#else
#define FG_PLAIN __attribute__((noinline, optimize("O0")))
#endif
#define FG_B(n) if (state & 1) state = state * 6364136223846793005u + n; else state ^= (state >> 7) + n;
#define FG_4(B, n, k) B(n) B(n + k) B(n + 2 * k) B(n + 3 * k)
#define FG_B4(n) FG_4(FG_B, n, 1)
#define FG_B16(n) FG_B4(n) FG_B4(n + 4) FG_B4(n + 8) FG_B4(n + 12)
#define FG_B64(n) FG_B16(n) FG_B16(n + 16) FG_B16(n + 32) FG_B16(n + 48)
#define FG_B256(n) FG_B64(n) FG_B64(n + 64) FG_B64(n + 128) FG_B64(n + 192)
#define FG_B1024(n) FG_B256(n) FG_B256(n + 256) FG_B256(n + 512) FG_B256(n + 768)

// 4,096 branches without a pattern, each in a place of its own, displace what is predicted.
FG_PLAIN static void fg_take_branches(void) {
  static volatile uint64_t seed = 88172645463325252u;
  uint64_t state = seed;
  FG_B1024(0) FG_B1024(1024) FG_B1024(2048) FG_B1024(3072)
  seed = state;
}

static int fg_can_cool(void) {
  uint64_t entry = 0;
  if (fg_pagemap >= 0) return 1;
  fg_maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  // The entry of a page that is certainly there says so, unless the system hides it.
  off_t place = (off_t)((uintptr_t)&entry / (uintptr_t)sysconf(_SC_PAGESIZE) * sizeof entry);
  if (fg_maps >= 0 && pread(file, &entry, sizeof entry, place) == sizeof entry && entry >> 63) fg_pagemap = file;
  return fg_pagemap >= 0;
}

static void fg_flush(const char *page, size_t size) {
  for (size_t at = 0; at < size; at += 64) {
#if defined(__x86_64__)
    __asm__ volatile("clflush %0" : : "m"(page[at]) : "memory");
#else
    __asm__ volatile("dc civac, %0" : : "r"(page + at) : "memory");
#endif
  }
}

// Flushes from all caches what is in memory and can be read.
static void fg_flush_pages(size_t page) {
  static char text[1 << 18];
  static uint64_t entries[4096];
  ssize_t got, length = 0;
  while ((got = pread(fg_maps, text + length, sizeof text - 1 - (size_t)length, length)) > 0) length += got;
  text[length] = 0;
  for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    unsigned long first, last;
    char right;
    *end = 0;
    if (sscanf(line, "%lx-%lx %c", &first, &last, &right) != 3 || right != 'r') continue;
    if (strstr(line, " /dev/") || strstr(line, "[v") || last - first > 1ul << 37) continue;
    for (uintptr_t at = first / page, count; at < last / page; at += count) {
      size_t size = (last / page - at) * sizeof *entries;
      if (size > sizeof entries) size = sizeof entries;
      if ((got = pread(fg_pagemap, entries, size, (off_t)(at * sizeof *entries))) < 8) break;
      count = (uintptr_t)got / sizeof *entries;
      for (uintptr_t i = 0; i < count; i++)
        if (entries[i] >> 63) fg_flush((const char *)((at + i) * page), page);
    }
  }
}

// Makes what comes next start as after a wait for vsync: its data and code left the caches, the
// branches are those of other code, translations are forgotten, and the core has slept.
static void fg_cool(void) {
  static char *region, *zeros;
  size_t page = (size_t)sysconf(_SC_PAGESIZE), regions = 64 * page, all = 3000 * page;
  if (!region) {
    int device = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    region = (char *)mmap(NULL, regions, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    zeros = (char *)mmap(NULL, all, PROT_READ, MAP_PRIVATE, device, 0);
    madvise(zeros, all, MADV_NOHUGEPAGE);
  }
  if (region == MAP_FAILED || zeros == MAP_FAILED) return;
  fg_flush_pages(page);
  for (int round = 0; round < 4; round++) fg_take_branches();
  for (size_t at = 0; at < all; at += page) (void)*(volatile char *)(zeros + at);
  for (size_t at = 0; at < regions; at += page) region[at]++;
  mprotect(region, regions, PROT_READ), mprotect(region, regions, PROT_READ | PROT_WRITE);
  struct timespec pause = {0, 250000};
  while (nanosleep(&pause, &pause) != 0 && errno == EINTR) {}
  fg_cpu();  // so that its own misses do not count
}
#else
static int fg_can_cool(void) { return 0; }
static void fg_cool(void) {}
#endif

// ------------------------------------------------------------------------------- What is measured

enum { fg_most = 4096, fg_block = 256, fg_most_kept = 512 * fg_block };
static framegate_entry fg_entries[fg_most];
static int fg_count;
static framegate_entry *fg_it;     // what is prepared, for `fg_built`
static framegate_parameters fg_built;
static void *fg_input, *fg_scene;  // of a benchmark; of what 'next' goes on with
static int fg_limit, fg_next, fg_scene_is_cold;
static double fg_scene_rate;

framegate_entry *framegate_add(
    const char *name, void (*run)(void *), void (*render)(void *, const framegate_frame *),
    void *(*build)(const framegate_parameters *), double seconds, const char *file, int line) {
  if (fg_count == fg_most) fprintf(stderr, "Error: More than %d entries. Make several programs.\n", fg_most), exit(1);
  framegate_entry *it = &fg_entries[fg_count++];
  it->name = name, it->run = run, it->render = render, it->build = build, it->seconds = seconds;
  it->file = file, it->line = line, it->operations = 1;
  return it;
}

static const char *fg_problem(const framegate_entry *it) {
  if (!it->name || !*it->name) return "It has no name. Give it one.";
  for (const framegate_entry *other = fg_entries; other < it; other++)
    if (other->name && !strcmp(other->name, it->name)) return "Another one has its name. Give it a new one.";
  if (!it->run && !(it->build && it->render)) return "It has no function. Pass what builds and renders, or what runs.";
  if (it->operations < 1) return "It has less than one operation. State at least one.";
  if (!it->run && !(it->seconds > 0 && it->seconds <= 3600)) return "Its seconds are not above 0 and at most 3600.";
  return NULL;
}

static int fg_frames(double rate) {  // one for each vsync before the end
  double all = fg_it->seconds * rate;
  int count = (int)all + ((double)(int)all < all - 1e-6);
  return fg_limit >= 0 && fg_limit < count ? fg_limit : count;
}

static void *fg_play(double rate) {
  framegate_parameters parameters = fg_built;
  parameters.rate = rate;
  return fg_it->build(&parameters);
}
static void fg_release(void *made) { if (fg_it && fg_it->tear_down && made) fg_it->tear_down(made); }

static void fg_render(void *scene, double rate, int index) {
  framegate_frame frame = {index, index / rate, (index + 1) / rate};
  fg_it->render(scene, &frame);
}

static void fg_nothing(void *input) { __asm__ volatile("" : : "g"(input) : "memory"); }
__attribute__((noinline)) static void fg_loop(void (*run)(void *), long iterations) {
  for (long i = 0; i < iterations; i++) run(fg_input);
}

typedef struct { double wall, cpu; } fg_time;
static fg_time fg_sample(void (*run)(void *), long iterations, double share) {
  int64_t cpu = fg_cpu(), wall = fg_wall();
  fg_loop(run, iterations);
  fg_wait(share, wall);
  int64_t end = fg_wall();
  fg_time time = {(double)(end - wall), (double)(fg_cpu() - cpu)};
  return time;
}
static fg_time fg_shortest(long iterations) {
  fg_time least = {1e18, 1e18};
  for (int i = 0; i < 64; i++) {
    fg_time time = fg_sample(fg_nothing, iterations, 0);
    if (time.wall < least.wall) least.wall = time.wall;
    if (time.cpu < least.cpu) least.cpu = time.cpu;
  }
  return least;
}

// The profiler finds this function by its name, and counts what it calls.
#ifdef __cplusplus
extern "C"
#endif
__attribute__((noinline)) void framegate_counted_region(
    void (*run)(void *), long iterations, void *scene, int frame) {
  if (run) fg_loop(run, iterations);
  if (scene) fg_render(scene, fg_built.rate, frame);
  __asm__ volatile("" : : : "memory");  // so that the call above is no jump
}

// What is computed, as far as it is kept, and the hashes of its blocks.
typedef struct { uint64_t bits; int place, number, is_number; } fg_value;
int framegate_is_recording;
static fg_value fg_kept[fg_most_kept];
static uint64_t fg_hashes[1 << 14];
static int fg_passed, fg_place, fg_number;

void framegate_record(const void *bytes, size_t size, int is_number) {
  if (fg_passed >= (1 << 14) * fg_block) return;
  uint64_t bits = 14695981039346656037u, *hash = &fg_hashes[fg_passed / fg_block];
  for (size_t i = 0; i < size; i++) bits = (bits ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  if (is_number) memcpy(&bits, bytes, sizeof bits);
  if (fg_passed % fg_block == 0) *hash = 14695981039346656037u;
  *hash = ((*hash ^ bits) * 1099511628211u ^ (uint64_t)fg_place) * 1099511628211u;
  fg_value value = {bits, fg_place, ++fg_number, is_number};
  if (fg_passed < fg_most_kept) fg_kept[fg_passed] = value;
  fg_passed++;
}

// ----------------------------------------------------------------------- Questions and answers

static FILE *fg_out;  // to the tool
#define FG_SAY(...) fprintf(fg_out, __VA_ARGS__)
typedef unsigned long long fg_long;

static void fg_text(const char *text) {
  for (FG_SAY("\""); text && *text; text++)
    FG_SAY((unsigned char)*text < 32 ? "\\u%04x" : strchr("\"\\", *text) ? "\\%c" : "%c", *text);
  FG_SAY("\"");
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
  double number = strtod(text, &end);
  return end == text ? otherwise : number;
}
static int fg_is(const char *line, const char *key, const char *value) {
  const char *text = fg_find(line, key);
  if (*text++ != '"') return !*value;
  for (; *text != '"' && *value; text++, value++)
    if (*(text += *text == '\\') != *value) return 0;
  return *text == '"' && !*value;
}

static void fg_describe(void) {
  FG_SAY("{\"answer\":{\"benchmarks\":[");
  for (int refused = 0, said = 0; refused < 2; refused++, said = 0) {
    if (refused) FG_SAY("],\"problems\":[");
    for (const framegate_entry *it = fg_entries; it < fg_entries + fg_count; it++) {
      const char *problem = fg_problem(it), *budget = it->budgets ? it->budgets : "";
      if ((problem != NULL) != refused) continue;
      FG_SAY(said++ ? ",{\"location\":{\"file\":" : "{\"location\":{\"file\":");
      fg_text(it->file), FG_SAY(",\"line\":%d},\"%s\":", it->line, refused ? "reason" : "name");
      fg_text(refused ? problem : it->name);
      if (!refused && it->run)
        FG_SAY(",\"benchmark\":{\"answerTolerance\":%g,\"operations\":%d}", it->tolerance, it->operations);
      if (!refused && !it->run) {
        FG_SAY(",\"scenario\":{\"answerTolerance\":%g,\"durationNs\":%.0f,\"budgets\":[", it->tolerance, it->seconds * 1e9);
        for (int first = 1; *(budget += strspn(budget, " ,")); first = 0, budget += strcspn(budget, " ,"))
          FG_SAY("%s\"%.*s\"", first ? "" : ",", (int)strcspn(budget, " ,\"\\"), budget);
        FG_SAY("]}");
      }
      FG_SAY("}");
    }
  }
  FG_SAY("]}}");
}

static void fg_prepare(const char *line) {
  fg_release(fg_scene), fg_release(fg_input);
  fg_it = NULL, fg_input = fg_scene = NULL;
  for (int i = 0; i < fg_count && !fg_it; i++)
    if (!fg_problem(&fg_entries[i]) && fg_is(line, "name", fg_entries[i].name)) fg_it = &fg_entries[i];
  framegate_parameters wanted = {(int)fg_get(line, "layers", 200), fg_get(line, "refreshRate", 60), 375, 667};
  sscanf(fg_find(line, "screen"), "\"%lfx%lf", &wanted.width, &wanted.height);
  fg_built = wanted, fg_limit = (int)fg_get(line, "mostFrames", -1);
  if (fg_it && fg_it->run && fg_it->set_up) fg_input = fg_it->set_up();
  FG_SAY(fg_it ? "{\"answer\":\"done\"}" : "{\"failed\":\"Nothing has that name. Register the same in every process.\"}");
}

static int64_t fg_least_clock(void) {
  int64_t least = INT64_MAX, now, last = fg_cpu();
  for (int i = 0; i < 500; i++, last = now) least = (now = fg_cpu()) - last < least ? now - last : least;
  return least;
}

// Thread CPU time of frames, without the clock's own cost.
static void fg_say_frames(void *scene, double rate, int from, int to, int cold, double share) {
  int64_t clock_cost = fg_least_clock();
  for (int i = from; i < to; i++) {
    if (cold) fg_cool();
    int64_t cpu = fg_cpu(), wall = fg_wall();
    fg_render(scene, rate, i), fg_wait(share, wall);
    cpu = fg_cpu() - cpu - clock_cost;
    FG_SAY(i > from ? ",%lld" : "[%lld", (long long)(cpu > 0 ? cpu : 0));
  }
  FG_SAY(from < to ? "]" : "[]");
}

// Plays on a real timer. While the scene is busy, vsyncs are skipped.
static void fg_pace(double rate, double seconds) {
  static const char *names[] = {"beginTick", "startNs", "endNs", "cpuNs"};
  int pass = fg_frames(rate), all = (int)(seconds * rate) + 1, count = 0;
  int64_t (*rows)[4] = (int64_t (*)[4])malloc((size_t)all * sizeof *rows), tick = 0;
  void **scenes = (void **)malloc((size_t)(all / pass + 1) * sizeof *scenes);
  for (int i = 0; i <= all / pass; i++) scenes[i] = fg_play(rate);
  for (int64_t origin = fg_wall() + (int64_t)(1e9 / rate); tick < all; count++) {
    int64_t left, due = origin + (int64_t)((double)tick * 1e9 / rate) + 1, *row = rows[count];
    while ((left = due - fg_wall()) > 0) {
      struct timespec pause = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
      nanosleep(&pause, NULL);
    }
    row[0] = tick, row[1] = fg_wall() - origin, row[3] = (fg_cpu(), fg_cpu());
    fg_render(scenes[tick / pass], rate, (int)(tick % pass));
    row[3] = fg_cpu() - row[3], row[2] = fg_wall() - origin;
    int64_t now = (int64_t)((double)row[2] * rate / 1e9);
    tick = now > tick ? now : tick + 1;
  }
  FG_SAY("{\"answer\":{\"costs\":{\"faultNs\":0,\"allocationNs\":0},\"recording\":{\"rateHz\":%g,\"depth\":1,\"reserveNs\":0", rate);
  for (int column = 0; column < 4; column++) {
    FG_SAY(",\"%s\":", names[column]);
    for (int i = 0; i < count; i++) FG_SAY(i ? ",%lld" : "[%lld", (long long)rows[i][column]);
    FG_SAY("]");
  }
  FG_SAY("}}}");
  for (int i = 0; i <= all / pass; i++) fg_release(scenes[i]);
  free(scenes), free(rows);
}

static void fg_say_answer(double rate, int iterations) {
  int count = fg_it->run ? iterations : fg_frames(rate);
  void *scene = fg_it->run ? NULL : fg_play(rate);
  fg_passed = 0, framegate_is_recording = 1;
  for (fg_place = fg_number = 0; fg_place < count; fg_place++, fg_number = 0)
    if (scene) fg_render(scene, rate, fg_place); else fg_it->run(fg_input);
  framegate_is_recording = 0, fg_release(scene);
  FG_SAY("{\"answer\":{\"iterations\":%d,\"count\":%d,\"blocks\":[", fg_it->run ? count : 0, fg_passed);
  for (int i = 0; i * fg_block < fg_passed; i++) FG_SAY(i ? ",\"%llx\"" : "\"%llx\"", (fg_long)fg_hashes[i]);
  FG_SAY("]}}");
}

static void fg_say_values(const char *blocks) {
  FG_SAY("{\"answer\":");
  for (char separator = '['; *blocks == '[' || *blocks == ','; separator = ',') {
    long start = strtol(blocks + 1, (char **)&blocks, 10) * fg_block;
    FG_SAY("%c[", separator);
    for (long i = start; i < start + fg_block && i < fg_passed && i < fg_most_kept; i++) {
      const fg_value *it = &fg_kept[i];
      double number;
      memcpy(&number, &it->bits, sizeof number);
      FG_SAY(i > start ? ",{\"path\":" : "{\"path\":");
      if (fg_it->run) FG_SAY("\"iteration %d, value %d\"", it->place + 1, it->number);
      else FG_SAY("\"frame %d, value %d\",\"frame\":%d", it->place, it->number, it->place);
      if (it->is_number) FG_SAY(",\"text\":\"%.17g\"}", number);
      else FG_SAY(",\"text\":\"bytes with the hash %llx\"}", (fg_long)it->bits);
    }
    FG_SAY("]");
  }
  FG_SAY("]}");
}

static void fg_count_instructions(int iterations) {
  int regions = 2, frames = fg_it->run ? 0 : fg_frames(fg_built.rate);
  if (fg_it->run) {
    fg_it->run(fg_input);  // what only the first one does is not counted
    framegate_counted_region(fg_nothing, iterations, NULL, 0);
    framegate_counted_region(fg_it->run, iterations, NULL, 0);
  } else {
    void *warm = fg_play(fg_built.rate), *scene = fg_play(fg_built.rate);
    for (int i = 0; i < frames; i++) fg_render(warm, fg_built.rate, i);
    framegate_counted_region(NULL, 0, NULL, 0);
    for (int i = 0; i < frames; i++) framegate_counted_region(NULL, 0, scene, i);
    fg_release(warm), fg_release(scene), regions = frames + 1;
  }
  FG_SAY("{\"answer\":%d}", regions);
}

static void fg_count_allocations(double rate, long iterations) {
  if (!fg_counting && !fg_mallctl) {
    FG_SAY("{\"unavailable\":\"nothing is preloaded that counts allocations\"}");
    return;
  }
  int frames = fg_it->run ? 1 : fg_frames(rate);
  void *scene = NULL;
  fg_allocations *totals = (fg_allocations *)malloc(((size_t)frames + 1) * sizeof *totals);
  // What is allocated only once is not counted.
  for (int round = 0; round < 2; round++) {
    if (!fg_it->run) fg_release(scene), scene = fg_play(rate);
    totals[0] = fg_read_allocations();
    for (int i = 0; i < frames; i++) {
      if (fg_it->run) fg_loop(fg_it->run, round ? iterations : 1); else fg_render(scene, rate, i);
      totals[i + 1] = fg_read_allocations();
    }
  }
  FG_SAY(fg_it->run ? "{\"answer\":" : "{\"answer\":[");
  for (int i = 0; i < frames; i++)
    FG_SAY("%s{\"count\":%llu,\"bytes\":%llu}", i ? "," : "", (fg_long)(totals[i + 1].count - totals[i].count),
           (fg_long)(totals[i + 1].bytes - totals[i].bytes));
  FG_SAY(fg_it->run ? "}" : "]}");
  free(totals), fg_release(scene);
}

static void fg_say_times(long count, long iterations, double share) {
  static fg_time none, many;
  const long empty_iterations = 10000;
  if (many.wall == 0) none = fg_shortest(0), many = fg_shortest(empty_iterations);
  double each = (many.wall - none.wall) / (double)empty_iterations * (double)iterations;
  FG_SAY("{\"answer\":");
  for (long i = 0; i < count; i++) {
    fg_time time = fg_sample(fg_it->run, iterations, share);
    time.wall -= none.wall + each, time.cpu -= none.cpu + each;
    FG_SAY("%c{\"wallNs\":%.1f,\"cpuNs\":%.1f}", i ? ',' : '[', time.wall > 0 ? time.wall : 0,
           time.cpu > 0 ? time.cpu : 0);
  }
  FG_SAY("]}");
}

static long fg_find_iterations(double nanoseconds) {
  for (long iterations = 1;;) {
    double first = fg_sample(fg_it->run, iterations, 0).wall;
    if (iterations == 1 && first > 5e9) return 1;
    double again = fg_sample(fg_it->run, iterations, 0).wall, time = first < again ? first : again;
    if (time >= nanoseconds) return iterations;
    double factor = 1.1 * nanoseconds / (time > 1 ? time : 1);
    iterations = (long)((double)iterations * (factor < 1.1 ? 1.1 : factor > 10 ? 10 : factor)) + 1;
  }
}

static long fg_peak_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  long peak = usage.ru_maxrss;
#if defined(__linux__)
  // That of before the program began is in the resource usage, too.
  char line[128];
  FILE *status = fopen("/proc/self/status", "re");
  while (status && fgets(line, sizeof line, status) && sscanf(line, "VmHWM: %ld", &peak) != 1) {}
  if (status) fclose(status);
  peak *= 1024;
#endif
  return peak;
}

static int fg_pin(int core) {
#if defined(__linux__)
  static cpu_set_t allowed, one;
  if (!CPU_COUNT(&allowed)) sched_getaffinity(0, sizeof allowed, &allowed);
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &allowed) && core-- == 0) return CPU_SET(i, &one), sched_setaffinity(0, sizeof one, &one) == 0;
#endif
  return (void)core, 0;
}

#define FG_ASKS(kind, subject) (fg_is(line, "ask", kind) && fg_is(line, "what", subject))

static void fg_reply(const char *line) {
  static const char done[] = "{\"answer\":\"done\"}";
  double rate = fg_get(line, "rate", fg_built.rate), share = fg_get(line, "share", 0);
  int count = (int)fg_get(line, "count", 1), iterations = (int)fg_get(line, "iterations", 1);
  int is_cold = fg_is(line, "state", "cold");
  int of_scene = FG_ASKS("sample", "frames") || FG_ASKS("sample", "scene") || FG_ASKS("sample", "next")
      || FG_ASKS("sample", "paced") || FG_ASKS("count", "frameAllocations");
  int of_loop = FG_ASKS("sample", "times") || FG_ASKS("sample", "iterations") || FG_ASKS("count", "allocations");
  int of_both = FG_ASKS("inspect", "answer") || FG_ASKS("inspect", "values") || FG_ASKS("count", "instructions");
  if (FG_ASKS("describe", "")) fg_describe();
  else if (FG_ASKS("prepare", "")) fg_prepare(line);
  else if (FG_ASKS("prepare", "core"))
    FG_SAY(fg_pin((int)fg_get(line, "core", 0)) ? done : "{\"unavailable\":\"the system does not pin to that core\"}");
  else if (FG_ASKS("count", "memory")) FG_SAY("{\"answer\":%ld}", fg_peak_memory());
  else if (FG_ASKS("inspect", "views"))
    FG_SAY("{\"failed\":\"This scenario has no views, so there are no pictures of it.\"}");
  else if (!of_scene && !of_loop && !of_both)
    FG_SAY("{\"unknown\":\"%.40s\"}", "this question");
  else if (!fg_it || (of_scene && fg_it->run) || (of_loop && !fg_it->run))
    FG_SAY("{\"failed\":\"Nothing is prepared that this question is about. Prepare it first.\"}");
  else if (is_cold && !fg_can_cool())
    FG_SAY("{\"unavailable\":\"this system does not let a program find and flush what it has in memory\"}");
  else if (FG_ASKS("sample", "iterations"))
    FG_SAY("{\"answer\":%ld}", fg_find_iterations(fg_get(line, "nanoseconds", 1e5)));
  else if (FG_ASKS("sample", "times")) fg_say_times(count, iterations, share);
  else if (FG_ASKS("sample", "frames")) {
    FG_SAY("{\"answer\":[");
    for (int i = 0, all = (int)fg_get(line, "repetitions", 1); i < all; i++) {
      void *scene = fg_play(rate);
      FG_SAY(i ? "," : ""), fg_say_frames(scene, rate, 0, fg_frames(rate), is_cold, share), fg_release(scene);
    }
    FG_SAY("]}");
  } else if (FG_ASKS("sample", "scene")) {
    fg_release(fg_scene);
    fg_scene = fg_play(rate), fg_scene_rate = rate, fg_next = 0, fg_scene_is_cold = is_cold, FG_SAY(done);
  } else if (FG_ASKS("sample", "next")) {
    int left = fg_frames(fg_scene_rate) - fg_next, from = fg_next;
    fg_next += count < left ? count : left;
    FG_SAY("{\"answer\":"), fg_say_frames(fg_scene, fg_scene_rate, from, fg_next, fg_scene_is_cold, share), FG_SAY("}");
  } else if (FG_ASKS("sample", "paced")) fg_pace(rate, fg_get(line, "seconds", 1));
  else if (FG_ASKS("inspect", "answer")) fg_say_answer(rate, iterations);
  else if (FG_ASKS("inspect", "values")) fg_say_values(fg_find(line, "blocks"));
  else if (FG_ASKS("count", "instructions")) fg_count_instructions(iterations);
  else fg_count_allocations(rate, iterations);
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
  signal(SIGINT, SIG_IGN), signal(SIGPIPE, SIG_IGN);
  // From now on, what a benchmark prints goes to standard error.
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0), close(nothing), dup2(2, 1);
  fg_out = fdopen(answers, "w");
  *(void **)&fg_counting = dlsym(RTLD_DEFAULT, "framegate_counting_read");
  *(void **)&fg_mallctl = dlsym(RTLD_DEFAULT, "mallctl");
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
  fg_text(compiler), FG_SAY(",\"capabilities\":[%s],\"allocator\":\"%s\"}}\n", fg_can_cool() ? "\"coldFrames\"" : "",
                            fg_counting ? "counting library" : fg_mallctl ? "jemalloc" : "system");
  while (fflush(fg_out) == 0 && fg_read(questions, line, sizeof line) >= 0 && strcmp(line, "-") != 0) {
    if (strcmp(line, "+") != 0) fg_reply(line), FG_SAY("\n");
    else if (!fg_branch(questions, answers)) FG_SAY("{\"failed\":\"The system makes no copy of the process.\"}\n");
    else fg_end_with_parent();
  }
  return free(moved), 0;
}

static int fg_profile(const char *name, double seconds) {
  fg_out = fopen("/dev/null", "w");
  for (int i = 0; i < fg_count && !fg_it; i++) if (!strcmp(fg_entries[i].name, name)) fg_it = &fg_entries[i];
  if (!fg_it) return fprintf(stderr, "Error: There is no '%s'. Without arguments, the program lists the names.\n", name), 3;
  framegate_parameters usual = {200, 60, 375, 667};
  fg_built = usual, fg_limit = -1;
  if (fg_it->run && fg_it->set_up) fg_input = fg_it->set_up();
  for (int64_t end = fg_wall() + (int64_t)(seconds * 1e9); fg_wall() < end;) {
    void *scene = fg_it->run ? NULL : fg_play(60);
    if (fg_it->run) fg_it->run(fg_input); else fg_say_frames(scene, 60, 0, fg_frames(60), 0, 0);
    fg_release(scene);
  }
  return fg_release(fg_input), 0;
}

int framegate_main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "worker")) return fg_serve();
  if (argc > 2 && !strcmp(argv[1], "profile")) return fg_profile(argv[2], argc > 3 ? strtod(argv[3], NULL) : 10);
  for (int i = 0; argc < 2 && i < fg_count; i++) printf("%s\n", fg_entries[i].name);
  if (argc < 2) return fprintf(stderr, "'check' judges frame budgets, 'run' measures everything, '--help' lists the rest.\n"), 0;
  const char *named = getenv("FRAMEGATE_TOOL"), *tool = named && *named ? named : "framegate";
  char **words = (char **)calloc((size_t)argc + 3, sizeof *words), *file = realpath("/proc/self/exe", NULL);
  words[0] = argv[0], words[1] = (char *)"--worker", words[2] = file ? file : realpath(argv[0], NULL);
  memcpy(words + 3, argv + 1, (size_t)(argc - 1) * sizeof *words);
  execvp(tool, words);
  fprintf(stderr, "Error: '%s' cannot be started: %s. Install it with 'scripts/install' of Framegate, and name its "
          "file in FRAMEGATE_TOOL.\n", tool, strerror(errno));
  return 1;
}
#endif
