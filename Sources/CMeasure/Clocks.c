#define _GNU_SOURCE
#include "CMeasure.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static int64_t nanoseconds(struct timespec time) {
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#if defined(__APPLE__)
// On macOS, CLOCK_MONOTONIC has steps of a microsecond and follows adjustments of the time of day.
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

int64_t framegate_thread_wait_count(void) {
#if defined(__linux__)
  struct rusage usage;
  if (getrusage(RUSAGE_THREAD, &usage) == 0) return usage.ru_nvcsw;
#endif
  return -1;
}

int64_t framegate_thread_queued_ns(void) {
#if defined(__linux__)
  // Each thread opens its own file, because the file describes the thread that opened it.
  static _Thread_local int file = -2;
  char text[96];
  long long queued;
  if (file == -2) file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  const ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  if (length <= 0) return -1;
  text[length] = 0;
  if (sscanf(text, "%*d %lld", &queued) == 1) return queued;
#endif
  return -1;
}
