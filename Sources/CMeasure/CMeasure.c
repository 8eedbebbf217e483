#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "CMeasure.h"

#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#endif

static int64_t nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t now(clockid_t clock) {
  struct timespec time = {0, 0};
  clock_gettime(clock, &time);
  return nanoseconds(time);
}

int64_t framegate_wall_ns(void) { return now(CLOCK_MONOTONIC); }

int64_t framegate_thread_cpu_ns(void) { return now(CLOCK_THREAD_CPUTIME_ID); }

int64_t framegate_thread_cpu_resolution_ns(void) {
  struct timespec time = {0, 0};
  clock_getres(CLOCK_THREAD_CPUTIME_ID, &time);
  return nanoseconds(time);
}

void framegate_die_with_parent(void) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

__attribute__((noinline)) void framegate_counted_region(
    void (*body)(void *context), void *context) {
  body(context);
  // Keeps the call above from becoming a jump, after which nobody would see this function return.
  __asm__ volatile("" ::: "memory");
}

int framegate_pin_to_core(int core) {
#if defined(__linux__)
  if (core < 0 || core >= CPU_SETSIZE) return -1;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  return sched_setaffinity(0, sizeof(cores), &cores);
#else
  (void)core;
  return -1;
#endif
}

/// Writes a line for whoever asked; one who does not listen any more has ended, or will soon.
static void tell(int answers, const char *line, int length) {
  while (write(answers, line, (size_t)length) < 0 && errno == EINTR) {}
}

/// Reads lines until one asks for a branch; ends the process with the last of them.
static void await_branch_request(int requests) {
  static const char wanted[] = "{\"branch\":{}}";
  size_t matching = 0;
  for (;;) {
    char byte = 0;
    ssize_t count = read(requests, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    if (byte == '\n') {
      if (matching == sizeof wanted - 1) return;
      // The request of a branch that ended before it read it: its end is the answer.
      matching = 0;
    } else {
      // Past the end, or once something differs, nothing matches before the next line.
      matching = matching < sizeof wanted - 1 && byte == wanted[matching] ? matching + 1 : sizeof wanted;
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
    // Both lines are written here, as `WorkerResponse` is: what a branch did itself would move its heap by
    // the length of a number that differs every time.
    char line[80];
    tell(answers, line,
         snprintf(line, sizeof line, "{\"branched\":{\"processIdentifier\":%d}}\n", (int)branch));
    int status = 0;
    while (waitpid(branch, &status, 0) < 0 && errno == EINTR) {}
    tell(answers, line,
         snprintf(line, sizeof line, "{\"ended\":{\"signal\":%d,\"code\":%d}}\n",
                  WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                  WIFEXITED(status) ? WEXITSTATUS(status) : 0));
    await_branch_request(requests);
  }
}
