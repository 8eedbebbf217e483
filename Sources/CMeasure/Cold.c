// Makes the next frame start as after a wait for vsync: its data and code are no longer in the
// caches near the core, and its address translations are gone.

#define _GNU_SOURCE
#include "CMeasure.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

// Guards all of the state below: only one thread at a time makes something cold.
static pthread_mutex_t owner = PTHREAD_MUTEX_INITIALIZER;

// What flushing needs, found once.
static int maps = -1;
static int pagemap = -1;
static size_t page_size;
static size_t line_size = 64;

// Other threads of a benchmark may unmap what is being flushed. The signals of the resulting faults
// are handled here only during the flush, because a benchmark may handle them itself.
static _Thread_local sigjmp_buf flushing;
static _Thread_local volatile sig_atomic_t is_flushing;
static const int faults[] = {SIGSEGV, SIGBUS};
static struct sigaction previous[2];

static void faulted(int signal, siginfo_t *info, void *context) {
  if (is_flushing) siglongjmp(flushing, 1);
  // The fault of another thread goes to the handler that was installed before.
  const struct sigaction *action = &previous[signal == SIGBUS];
  if (action->sa_flags & SA_SIGINFO) action->sa_sigaction(signal, info, context);
  // If there was none, restore the default; the fault is raised again and ends the process.
  else if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN)
    sigaction(signal, action, NULL);
  else action->sa_handler(signal);
}

#if defined(__x86_64__)
static int has_clflushopt;

__attribute__((target("clflushopt"))) static void flush_page(const char *page) {
  for (size_t at = 0; at < page_size; at += line_size) _mm_clflushopt((void *)(page + at));
}

static void flush_page_in_order(const char *page) {
  for (size_t at = 0; at < page_size; at += line_size) _mm_clflush(page + at);
}

static void flush(const char *page) {
  if (has_clflushopt) flush_page(page); else flush_page_in_order(page);
}

static void finish_flushing(void) { _mm_mfence(); }

static void find_instructions(void) {
  unsigned a, b, c, d;
  has_clflushopt = __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (1u << 23));
}
#else
static void flush(const char *page) {
  for (size_t at = 0; at < page_size; at += line_size)
    __asm__ volatile("dc civac, %0" : : "r"(page + at) : "memory");
}

static void finish_flushing(void) { __asm__ volatile("dsb ish" : : : "memory"); }

static void find_instructions(void) {
  uint64_t cache_type;
  __asm__("mrs %0, ctr_el0" : "=r"(cache_type));
  line_size = (size_t)4 << ((cache_type >> 16) & 15);
}
#endif

static int can_cool(void) {
  if (pagemap >= 0) return 1;
  page_size = (size_t)sysconf(_SC_PAGESIZE);
  if (maps < 0) maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  uint64_t entry;
  uintptr_t here = (uintptr_t)&entry / page_size;
  // The entry of a page that is certainly in memory says so, unless the system hides entries.
  if (maps < 0 || pagemap < 0
      || pread(pagemap, &entry, sizeof entry, (off_t)(here * sizeof entry)) != sizeof entry
      || !(entry >> 63)) {
    if (pagemap >= 0) close(pagemap);
    pagemap = -1;
    return 0;
  }
  find_instructions();
  return 1;
}

int framegate_can_cool(void) {
  pthread_mutex_lock(&owner);
  int can = can_cool();
  pthread_mutex_unlock(&owner);
  return can;
}

static const char *hexadecimal(const char *text, uintptr_t *value) {
  for (*value = 0;; text++) {
    unsigned digit = (unsigned char)*text;
    if (digit - '0' < 10) digit -= '0';
    else if (digit - 'a' < 6) digit -= 'a' - 10;
    else return text;
    *value = *value << 4 | digit;
  }
}

// A run of adjacent pages that are in memory.
struct run { uintptr_t first; size_t pages; };

static struct run *runs;
static size_t run_count;
enum { run_limit = 1 << 16 };

// The bounds of the code of take_branches, which has a section of its own.
extern const char __start_framegate_branches[], __stop_framegate_branches[];

// Whether a whole page is code of take_branches. It is not flushed: no frame needs it, and fetching
// it again before every frame would take longer than running it.
static int only_takes_branches(uintptr_t page) {
  uintptr_t first = page * page_size;
  return first >= (uintptr_t)__start_framegate_branches
      && first + page_size <= (uintptr_t)__stop_framegate_branches;
}

static void add_page(uintptr_t page) {
  if (only_takes_branches(page)) return;
  if (run_count > 0 && runs[run_count - 1].first + runs[run_count - 1].pages == page) {
    runs[run_count - 1].pages++;
  } else if (run_count < run_limit) {
    runs[run_count++] = (struct run){page, 1};
  }
}

// A line of the list of mappings: a range of addresses, and what the process may do there.
struct mapping {
  uintptr_t first, end;
  const char *rights;
  // Whether it maps a file that is not a device.
  int is_file;
};

static uint64_t entries[4096];
static const uint64_t is_present = 1ull << 63, is_of_file = 1ull << 61;

// Reads the entries of a mapping's pages, from the one with number `page` on; returns how many.
static size_t read_entries(struct mapping mapping, uintptr_t page) {
  uintptr_t end = mapping.end / page_size;
  if (page >= end) return 0;
  size_t size = (end - page) * sizeof *entries;
  if (size > sizeof entries) size = sizeof entries;
  ssize_t got = pread(pagemap, entries, size, (off_t)(page * sizeof *entries));
  return got < 0 ? 0 : (size_t)got / sizeof *entries;
}

// Calls `visit` for every mapping that can be read, except for devices and mappings that the kernel
// provides.
static void visit_mappings(void (*visit)(struct mapping)) {
  static char text[1 << 18];
  size_t length = 0;
  ssize_t got;
  while (length < sizeof text - 1
      && (got = pread(maps, text + length, sizeof text - 1 - length, (off_t)length)) > 0)
    length += (size_t)got;
  text[length] = 0;
  for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    struct mapping mapping;
    const char *rest = hexadecimal(line, &mapping.first);
    if (*rest++ != '-') continue;
    rest = hexadecimal(rest, &mapping.end);
    const char *name = memchr(line, '[', (size_t)(end - line));
    mapping.is_file = memchr(line, '/', (size_t)(end - line)) != NULL;
    mapping.rights = rest + 1;
    // [vdso], [vvar] and [vsyscall]; a path may contain such a name, too.
    if (mapping.rights[0] != 'r' || (!mapping.is_file && name && name[1] == 'v')) continue;
    // Reserved addresses, such as a sanitizer's: finding the few pages there takes seconds.
    if (mapping.end - mapping.first > (uintptr_t)1 << 37) continue;
    if (memmem(line, (size_t)(end - line), " /dev/", 6)) continue;
    visit(mapping);
  }
}

static void list_mapping(struct mapping mapping) {
  uintptr_t page = mapping.first / page_size;
  for (size_t read; (read = read_entries(mapping, page)); page += read) {
    for (size_t i = 0; i < read; i++) {
      if (entries[i] & is_present) add_page(page + i);
    }
  }
}

// Lists every page that is in memory and can be read: data and code.
static void list_pages(void) {
  if (!runs) {
    void *mapped = mmap(
        NULL, run_limit * sizeof *runs, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return;
    runs = mapped;
  }
  run_count = 0;
  visit_mappings(list_mapping);
}

// Gives back the unchanged pages of a file that the process can only read. If they are needed
// again, a fault brings them back from the file's cache.
static void give_back(struct mapping mapping) {
  if (!mapping.is_file || mapping.rights[1] != '-' || mapping.rights[3] != 'p') return;
  uintptr_t page = mapping.first / page_size;
  for (size_t read; (read = read_entries(mapping, page)); page += read) {
    for (size_t i = 0; i < read;) {
      size_t next = i;
      while (next < read && (entries[next] & is_present) && (entries[next] & is_of_file)) next++;
      if (next > i)
        madvise((void *)((page + i) * page_size), (next - i) * page_size, MADV_DONTNEED);
      i = next + 1;
    }
  }
}

// Flushes every line of the listed pages. Skips the rest of a run if a page is no longer mapped.
static void flush_pages(void) {
  volatile size_t next = 0;
  struct sigaction action = {.sa_sigaction = faulted, .sa_flags = SA_ONSTACK | SA_SIGINFO};
  sigset_t ours, mask;
  sigemptyset(&ours);
  for (int i = 0; i < 2; i++) {
    sigaddset(&ours, faults[i]);
    // In two calls, so that `previous` is complete before the handler can run.
    sigaction(faults[i], NULL, &previous[i]);
    sigaction(faults[i], &action, NULL);
  }
  // A fault whose signal is blocked would end the process.
  pthread_sigmask(SIG_UNBLOCK, &ours, &mask);
  sigsetjmp(flushing, 1);
  is_flushing = 1;
  while (next < run_count) {
    struct run run = runs[next];
    next = next + 1;
    for (size_t page = 0; page < run.pages; page++)
      flush((const char *)((run.first + page) * page_size));
  }
  is_flushing = 0;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  for (int i = 0; i < 2; i++) sigaction(faults[i], &previous[i], NULL);
  finish_flushing();
}

// Makes the processor forget address translations: if access to many pages changes, the kernel
// flushes all translations instead of those of single pages.
static void flush_translations(void) {
  static char *region;
  size_t size = 64 * page_size;
  if (!region) {
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return;
    region = mapped;
  }
  for (size_t at = 0; at < size; at += page_size) region[at]++;
  mprotect(region, size, PROT_READ);
  mprotect(region, size, PROT_READ | PROT_WRITE);
}

// Evicts the page tables from the caches near the core: reads one byte of each of 3,000 pages, more
// than a program usually has. All of them map the same page of zeros.
static void walk_page_tables(void) {
  enum { page_count = 3000 };
  static const volatile char *pages;
  if (!pages) {
    // Maps a device, because devices are not flushed.
    int zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    if (zeros < 0) return;
    void *mapped = mmap(NULL, page_count * page_size, PROT_READ, MAP_PRIVATE, zeros, 0);
    close(zeros);
    if (mapped == MAP_FAILED) return;
    // A large page would have a single entry.
    madvise(mapped, page_count * page_size, MADV_NOHUGEPAGE);
    pages = mapped;
  }
  for (size_t page = 0; page < page_count; page++) (void)pages[page * page_size];
}

#define BRANCH(n) if (state & 1) state = state * 6364136223846793005ull + n; else state ^= (state >> 7) + n;
#define BRANCHES_8(n) BRANCH(n) BRANCH(n + 1) BRANCH(n + 2) BRANCH(n + 3) \
  BRANCH(n + 4) BRANCH(n + 5) BRANCH(n + 6) BRANCH(n + 7)
#define BRANCHES_64(n) BRANCHES_8(n) BRANCHES_8(n + 8) BRANCHES_8(n + 16) BRANCHES_8(n + 24) \
  BRANCHES_8(n + 32) BRANCHES_8(n + 40) BRANCHES_8(n + 48) BRANCHES_8(n + 56)
#define BRANCHES_512(n) BRANCHES_64(n) BRANCHES_64(n + 64) BRANCHES_64(n + 128) BRANCHES_64(n + 192) \
  BRANCHES_64(n + 256) BRANCHES_64(n + 320) BRANCHES_64(n + 384) BRANCHES_64(n + 448)

// Takes 4,096 branches without a pattern, each at its own address, in about 256 KiB of code. Not
// optimized, so that no branch is removed.
__attribute__((noinline, optnone, section("framegate_branches"))) static void take_branches(void) {
  static volatile uint64_t seed = 88172645463325252ull;
  uint64_t state = seed;
  BRANCHES_512(0) BRANCHES_512(512) BRANCHES_512(1024) BRANCHES_512(1536)
  BRANCHES_512(2048) BRANCHES_512(2560) BRANCHES_512(3072) BRANCHES_512(3584)
  seed = state;
}

// Sleeps, so that the core halts as it does while a program waits for vsync. By default, a KVM host
// polls for up to 200 µs (500 µs on arm64) before it runs something else on a halted core.
static void halt(void) {
  // The default timer slack would add 50 µs.
  int slack = prctl(PR_GET_TIMERSLACK, 0ul, 0ul, 0ul, 0ul);
  prctl(PR_SET_TIMERSLACK, 1ul, 0ul, 0ul, 0ul);
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += framegate_cooling_sleep_ns;
  if (end.tv_nsec >= 1000000000) {
    end.tv_nsec -= 1000000000;
    end.tv_sec++;
  }
  // If a signal interrupts the sleep, sleep again until the same end.
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) == EINTR) {}
  if (slack > 0) prctl(PR_SET_TIMERSLACK, (unsigned long)slack, 0ul, 0ul, 0ul);
}

void framegate_list_pages(void) {
  pthread_mutex_lock(&owner);
  if (pagemap >= 0) list_pages();
  pthread_mutex_unlock(&owner);
}

int framegate_give_back_code(void) {
  static int is_done;
  pthread_mutex_lock(&owner);
  int is_due = pagemap >= 0 && !is_done;
  if (is_due) {
    is_done = 1;
    visit_mappings(give_back);
  }
  pthread_mutex_unlock(&owner);
  return is_due;
}

void framegate_cool(void) {
  pthread_mutex_lock(&owner);
  int can = pagemap >= 0;
  if (can) {
    flush_pages();
    // Each round takes other branches: a processor keeps a prediction per history of branches, so
    // more histories evict more predictions.
    for (int taken = 0; taken < framegate_cooling_branches; taken += 4096) take_branches();
    walk_page_tables();
    flush_translations();
  }
  pthread_mutex_unlock(&owner);
  if (can) halt();
}

#else

int framegate_can_cool(void) { return 0; }
void framegate_list_pages(void) {}
int framegate_give_back_code(void) { return 0; }
void framegate_cool(void) {}

#endif
