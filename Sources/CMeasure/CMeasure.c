#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CMeasure.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/prctl.h>
#elif defined(__APPLE__)
#include <sys/event.h>
#endif

static int64_t nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#if defined(__APPLE__)
// CLOCK_MONOTONIC has steps of a microsecond there, and follows adjustments of the time of day.
int64_t framegate_wall_ns(void) { return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }

int64_t framegate_thread_cpu_ns(void) {
  return (int64_t)clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID);
}
#else
static int64_t now(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return nanoseconds(time);
}

int64_t framegate_wall_ns(void) { return now(CLOCK_MONOTONIC); }

int64_t framegate_thread_cpu_ns(void) { return now(CLOCK_THREAD_CPUTIME_ID); }
#endif

int64_t framegate_thread_cpu_resolution_ns(void) {
  struct timespec time = {0, 0};
  clock_getres(CLOCK_THREAD_CPUTIME_ID, &time);
  return nanoseconds(time);
}

#if defined(__APPLE__)
/// Ends the process when its parent ends.
static void *end_with_parent(void *parent) {
  struct kevent change;
  struct kevent event;
  EV_SET(&change, (uintptr_t)parent, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  int queue = kqueue();
  if (queue < 0) return NULL;
  for (;;) {
    // A parent that has ended before is not found.
    if (kevent(queue, &change, 1, &event, 1, NULL) > 0 || errno == ESRCH) _exit(1);
    if (errno != EINTR) return NULL;
  }
}
#endif

void framegate_die_with_parent(void) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#elif defined(__APPLE__)
  pthread_t thread;
  pid_t parent = getppid();
  if (parent == 1) _exit(1);
  if (pthread_create(&thread, NULL, end_with_parent, (void *)(uintptr_t)parent) == 0) {
    pthread_detach(thread);
  }
#endif
}

__attribute__((noinline)) void framegate_counted_region(
    void (*body)(void *context), void *context) {
  body(context);
  // Keeps the call above from becoming a jump, after which a profiler would not see this function
  // return.
  __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void framegate_toggle_counting(void) {
  // A client request of valgrind: the instruction sequence that it recognizes, with callgrind's
  // number for 'toggle collection'. Elsewhere the rotations cancel out.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  volatile unsigned long request[6] = {((unsigned long)'C' << 24 | (unsigned long)'T' << 16) + 2, 0, 0, 0, 0, 0};
#if defined(__x86_64__)
  unsigned long result = 0;
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(result)
      : "a"(&request[0])
      : "cc", "memory");
#else
  __asm__ volatile(
      "mov x3, xzr\n\tmov x4, %0\n\t"
      "ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; ror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      :
      : "r"(&request[0])
      : "cc", "memory", "x3", "x4");
#endif
#endif
}

#if defined(__linux__)
/// The cores of this process, before it was pinned to one of them. A container may have any cores
/// of the machine.
static cpu_set_t allowed;
static int is_allowed_known;
static pthread_once_t allowed_once = PTHREAD_ONCE_INIT;

static void find_allowed(void) {
  is_allowed_known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
}
#endif

int framegate_pin_to_core(int core) { return framegate_pin_thread_to_core(0, core); }

int framegate_pin_thread_to_core(int thread, int core) {
#if defined(__linux__)
  pthread_once(&allowed_once, find_allowed);
  if (!is_allowed_known) return -1;
  for (int candidate = 0; core >= 0 && candidate < CPU_SETSIZE; candidate++) {
    if (!CPU_ISSET(candidate, &allowed) || core-- > 0) continue;
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(candidate, &cores);
    return sched_setaffinity(thread, sizeof(cores), &cores);
  }
  return -1;
#else
  (void)thread;
  (void)core;
  return -1;
#endif
}

void framegate_unpin(void) {
#if defined(__linux__)
  pthread_once(&allowed_once, find_allowed);
  if (is_allowed_known) sched_setaffinity(0, sizeof allowed, &allowed);
#endif
}

/// Writes a line for the runner. A runner that has closed its end has ended, or will soon.
static void tell(int answers, const char *line, int length) {
  while (write(answers, line, (size_t)length) < 0 && errno == EINTR) {}
}

/// Reads lines until one is `+` alone, which asks for a branch; ends the process with the last one.
static void await_branch_request(int requests) {
  char first = 0;
  size_t length = 0;
  for (;;) {
    char byte = 0;
    ssize_t count = read(requests, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    if (byte == '\n') {
      if (length == 1 && first == '+') return;
      // What was meant for a branch that ended before it read it: its end is the answer.
      length = 0;
    } else {
      if (length == 0) first = byte;
      length++;
    }
  }
}

int framegate_branch(int requests, int answers) {
  for (;;) {
    pid_t branch = fork();
    if (branch < 0) return -1;
    if (branch == 0) {
      framegate_die_with_parent();
      return 0;
    }
    // Both lines are written here, in the format of `WorkerReply`. A branch that wrote them
    // would move its heap by the length of a number that differs every time.
    char line[80];
    tell(answers, line,
         snprintf(line, sizeof line, "{\"branch\":%d}\n", (int)branch));
    int status = 0;
    while (waitpid(branch, &status, 0) < 0 && errno == EINTR) {}
    tell(answers, line,
         snprintf(line, sizeof line, "{\"ended\":{\"signal\":%d,\"code\":%d}}\n",
                  WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                  WIFEXITED(status) ? WEXITSTATUS(status) : 0));
    await_branch_request(requests);
  }
}

/// How often the process was continued, and what handled that before.
static _Atomic long continue_count;
static struct sigaction previous_continue;

static void count_continue(int number, siginfo_t *information, void *context) {
  continue_count++;
  if (previous_continue.sa_flags & SA_SIGINFO)
    previous_continue.sa_sigaction(number, information, context);
  else if (previous_continue.sa_handler != SIG_DFL && previous_continue.sa_handler != SIG_IGN)
    previous_continue.sa_handler(number);
}

long framegate_continue_count(void) {
  static _Atomic int is_counting;
  if (!atomic_exchange(&is_counting, 1)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = count_continue;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigaction(SIGCONT, &action, &previous_continue);
  }
  return continue_count;
}

/// The pipe from the handler to the thread that reacts.
static int signal_pipe[2] = {-1, -1};
static void (*signal_received)(void);
static void (*signal_expired)(void);
static int signal_grace_ms;

static void write_signal(int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe already holds more signals than anyone counts.
  ssize_t count = write(signal_pipe[1], &byte, 1);
  (void)count;
  errno = error;
}

static void *react_to_signals(void *unused) {
  (void)unused;
  unsigned char byte = 0;
  while (read(signal_pipe[0], &byte, 1) < 0 && errno == EINTR) {}
  signal_received();
  struct pollfd next = {.fd = signal_pipe[0], .events = POLLIN, .revents = 0};
  while (poll(&next, 1, signal_grace_ms) < 0 && errno == EINTR) {}
  signal_expired();
  return NULL;
}

/// Starts the thread that reacts, which handles no signal itself.
static int start_signal_thread(void) {
  sigset_t all, old;
  sigfillset(&all);
  int error = pthread_sigmask(SIG_SETMASK, &all, &old);
  if (error != 0) return error;
  pthread_t thread;
  error = pthread_create(&thread, NULL, react_to_signals, NULL);
  if (error == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return error;
}

int framegate_watch_signals(
    int grace_ms, void (*received)(void), void (*expired)(void)) {
  if (pipe(signal_pipe) != 0) return errno;
  for (int end = 0; end < 2; end++) fcntl(signal_pipe[end], F_SETFD, FD_CLOEXEC);
  fcntl(signal_pipe[1], F_SETFL, O_NONBLOCK);
  signal_grace_ms = grace_ms;
  signal_received = received;
  signal_expired = expired;
  int error = start_signal_thread();
  if (error != 0) return error;

  struct sigaction action;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = write_signal;
  sigset_t watched;
  sigemptyset(&watched);
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++) {
    sigaddset(&watched, numbers[index]);
    struct sigaction old;
    // 'nohup' starts a program that must not hear that its terminal was closed.
    if (numbers[index] == SIGHUP && sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN) {
      continue;
    }
    if (sigaction(numbers[index], &action, NULL) != 0) return errno;
  }
  // A parent may have blocked them.
  return pthread_sigmask(SIG_UNBLOCK, &watched, NULL);
}

long framegate_raised_limit(enum framegate_limit limit, long wanted) {
  int resource = limit == framegate_open_files ? RLIMIT_NOFILE : RLIMIT_NPROC;
  struct rlimit found;
  if (getrlimit(resource, &found) != 0) return wanted;
  if (found.rlim_cur < (rlim_t)wanted) {
    struct rlimit raised = found;
    raised.rlim_cur = found.rlim_max < (rlim_t)wanted ? found.rlim_max : (rlim_t)wanted;
    if (setrlimit(resource, &raised) == 0) found = raised;
  }
  return found.rlim_cur > LONG_MAX ? LONG_MAX : (long)found.rlim_cur;
}

int framegate_allowed_cores(void) {
#if defined(__linux__)
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : -1;
#else
  return -1;
#endif
}

int framegate_niceness(void) {
  // Of the first thread: 0 would be the calling one, which a thread pool may have given another.
  return getpriority(PRIO_PROCESS, (id_t)getpid());
}

void framegate_take_niceness_of_parent(void) {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, (id_t)getppid()));
}

double framegate_own_cpu_seconds(void) {
  static const int owners[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
  double seconds = 0;
  for (size_t index = 0; index < sizeof owners / sizeof owners[0]; index++) {
    struct rusage usage;
    if (getrusage(owners[index], &usage) != 0) continue;
    seconds += (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
    seconds += (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  }
  return seconds;
}

int framegate_recording = FRAMEGATE_NOTHING;

void *framegate_map_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#if defined(MADV_NOHUGEPAGE)
  madvise(memory, bytes, MADV_NOHUGEPAGE);
#endif
  return memory;
}

void framegate_unmap_memory(void *memory, size_t bytes) { munmap(memory, bytes); }

int64_t framegate_peak_memory(void) {
#if defined(__linux__)
  // The peak that getrusage gives includes the program that was running before this one was
  // executed.
  FILE *status = fopen("/proc/self/status", "re");
  if (status == NULL) return 0;
  char line[256];
  long long kibibytes = 0;
  while (fgets(line, sizeof line, status) != NULL)
    if (sscanf(line, "VmHWM: %lld kB", &kibibytes) == 1) break;
  fclose(status);
  return kibibytes * 1024;
#else
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
#endif
}

const char *framegate_compiler(void) {
#if defined(__clang_version__)
  return "clang " __clang_version__;
#else
  return "another compiler, " __VERSION__;
#endif
}
