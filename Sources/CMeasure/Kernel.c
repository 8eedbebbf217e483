#define _GNU_SOURCE
#include "CMeasure.h"

#include <sys/resource.h>

#if defined(__linux__)
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The memory that this process shares with its tracer. `state` is 0 while the tracer attaches, 1
/// while it counts, and an error number if the system does not permit that.
typedef struct {
  _Atomic int64_t syscalls;
  _Atomic int state;
  _Atomic pid_t tracer;
} shared_count;

static shared_count *traced;

/// The bytes that this process has read from the file of counts itself.
static int64_t own_bytes;

static void read_bytes(int64_t *counts) {
  static int file = -2;
  char text[512];
  if (file == -2) file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  long long characters, written;
  if (length <= 0) return;
  text[length] = 0;
  if (sscanf(text, "rchar: %lld wchar: %lld", &characters, &written) != 2) return;
  counts[framegate_read_bytes] = characters - own_bytes;
  counts[framegate_written_bytes] = written;
  // Added after the subtraction: the counts that were just read do not include this read yet.
  own_bytes += length;
}
#endif

void framegate_read_kernel(int64_t *counts) {
  for (int count = 0; count < framegate_kernel_counts; count++) counts[count] = 0;
#if defined(__linux__)
  // Nothing else is valid now: tracing adds waits, and copying the process adds page faults.
  if (traced != NULL) {
    counts[framegate_syscalls] = traced->syscalls;
    return;
  }
#endif
  counts[framegate_read_bytes] = counts[framegate_written_bytes] = -1;
#if defined(__linux__)
  read_bytes(counts);
#endif
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return;
  counts[framegate_page_faults] = usage.ru_minflt + usage.ru_majflt;
  counts[framegate_context_switches] = usage.ru_nvcsw;
}

#if defined(__linux__)
/// Counts the call that a stopped thread enters, and lets the thread run to its next stop.
static void go_on(pid_t thread, int status) {
  const int cause = WSTOPSIG(status);
  const int event = status >> 16;
  if (event == PTRACE_EVENT_STOP && cause != SIGTRAP) {
    // The whole process was stopped, and waits to be continued.
    ptrace(PTRACE_LISTEN, thread, 0, 0);
    return;
  }
  if (cause == (SIGTRAP | 0x80)) {
    // PTRACE_GET_SYSCALL_INFO, which some C libraries do not declare. The first byte is 1 if the
    // thread enters a call.
    unsigned char information[128] = {0};
    if (ptrace(0x420e, thread, (void *)sizeof information, information) < 0) traced->state = errno;
    if (information[0] == 1) traced->syscalls++;
  }
  const long passed_on = event == 0 && cause != (SIGTRAP | 0x80) ? cause : 0;
  ptrace(PTRACE_SYSCALL, thread, 0, passed_on);
}

/// Attaches to a thread. Returns 1 if it now is attached, 0 if it has ended or already was
/// attached, and -1 if the system does not permit it.
static int attach(pid_t thread) {
  static int has_attached;
  if (ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE) != 0)
    return errno == ESRCH || has_attached ? 0 : -1;
  has_attached = 1;
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  int status = 0;
  if (waitpid(thread, &status, __WALL) == thread && WIFSTOPPED(status)) go_on(thread, status);
  return 1;
}

/// Counts the calls of all threads of a process until the process ends.
static void trace(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  // Repeats until no thread is new: a thread may start others before it is attached.
  for (int added = 1; added > 0;) {
    added = 0;
    DIR *threads = opendir(path);
    struct dirent *entry;
    while (threads != NULL && (entry = readdir(threads)) != NULL) {
      const pid_t thread = atoi(entry->d_name);
      const int attached = thread > 0 ? attach(thread) : 0;
      if (attached < 0) {
        traced->state = errno;
        return;
      }
      added += attached;
    }
    if (threads != NULL) closedir(threads);
  }
  traced->state = 1;
  for (;;) {
    int status = 0;
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0 && errno != EINTR) return;
    if (thread > 0 && WIFSTOPPED(status)) go_on(thread, status);
  }
}
/// The process that traces this one; 0 if there is none, -1 if the system does not report it.
static pid_t tracing_process(void) {
  char text[4096];
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (length <= 0) return -1;
  text[length] = 0;
  const char *line = strstr(text, "\nTracerPid:");
  return line == NULL ? -1 : atoi(line + strlen("\nTracerPid:"));
}

/// Starts the process that traces this one. It is not a child of this one, so that measured code
/// can wait for all its children and end them.
static int start_tracer(void) {
  const pid_t process = getpid();
  const pid_t parent = fork();
  if (parent < 0) return errno;
  if (parent == 0) {
    const pid_t tracer = fork();
    if (tracer != 0) {
      if (tracer < 0) traced->state = errno;
      traced->tracer = tracer;
      _exit(0);
    }
    // Returns when the traced process ends.
    trace(process);
    _exit(0);
  }
  while (waitpid(parent, NULL, 0) < 0 && errno == EINTR) {}
  return 0;
}

int framegate_trace_syscalls(void) {
  traced = mmap(NULL, sizeof *traced, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANON, -1, 0);
  if (traced == MAP_FAILED) {
    traced = NULL;
    return errno;
  }
  // If the system lets processes trace only their descendants, this permits the tracer as well.
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  int error = start_tracer();
  const struct timespec moment = {0, 1000000};
  // Attaching usually takes milliseconds; give up after ten seconds.
  for (int attempt = 0; error == 0 && traced->state == 0; attempt++) {
    nanosleep(&moment, NULL);
    if (attempt == 10000) error = ETIMEDOUT;
  }
  if (error == 0) {
    // Calls that attaching interrupted are restarted now.
    nanosleep(&moment, NULL);
    getppid();
    if (traced->state != 1) error = traced->state;
  }
  if (error != 0) framegate_stop_tracing();
  return error;
}

int framegate_is_traced(void) {
  return traced != NULL && traced->state == 1 && tracing_process() == traced->tracer;
}

void framegate_stop_tracing(void) {
  if (traced != NULL) {
    const pid_t tracer = traced->tracer;
    const struct timespec moment = {0, 1000000};
    // Ending the tracer does not stop this process. But first check that it is still the tracer:
    // another process may have its number by now.
    if (tracer > 0 && (traced->state == 0 || tracing_process() == tracer)) kill(tracer, SIGKILL);
    for (int attempt = 0; attempt < 1000 && tracer > 0 && tracing_process() == tracer; attempt++)
      nanosleep(&moment, NULL);
    munmap(traced, sizeof *traced);
  }
  prctl(PR_SET_PTRACER, 0, 0, 0, 0);
  traced = NULL;
}
#else
int framegate_trace_syscalls(void) { return -1; }
int framegate_is_traced(void) { return 0; }
void framegate_stop_tracing(void) {}
#endif
