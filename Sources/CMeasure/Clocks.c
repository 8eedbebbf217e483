#define _GNU_SOURCE
#include "CMeasure.h"

#include <fcntl.h>
#include <pthread.h>
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

#if defined(__linux__)
/// Closes the file of each thread that ends.
static pthread_key_t closing;
static int can_close;
static pthread_once_t closing_once = PTHREAD_ONCE_INIT;

static void close_file(void *file) { close((int)(intptr_t)file); }
static void find_closing(void) { can_close = pthread_key_create(&closing, close_file) == 0; }

// Opened by each thread that asks, because the file belongs to the thread that opened it.
static int open_statistics(void) {
  const int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  pthread_once(&closing_once, find_closing);
  if (file > 0 && can_close) pthread_setspecific(closing, (void *)(intptr_t)file);
  return file;
}
#endif

int64_t framegate_thread_queued_ns(void) {
#if defined(__linux__)
  static _Thread_local int file = -2;
  char text[96];
  long long queued;
  if (file == -2) file = open_statistics();
  const ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  if (length <= 0) return -1;
  text[length] = 0;
  if (sscanf(text, "%*d %lld", &queued) == 1) return queued;
#endif
  return -1;
}
