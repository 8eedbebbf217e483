#define _GNU_SOURCE
#include "CMeasure.h"

#if defined(__linux__)
#include <pthread.h>
#include <sched.h>

/// The cores that this process could use before it was pinned. In a container, these may be any of
/// the machine's cores.
static cpu_set_t allowed;
static int is_allowed_known;
static pthread_once_t allowed_once = PTHREAD_ONCE_INIT;

static void find_allowed(void) {
  is_allowed_known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
}

int framegate_pin_thread_to_core(int thread, int core) {
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
}

void framegate_unpin(void) {
  pthread_once(&allowed_once, find_allowed);
  if (is_allowed_known) sched_setaffinity(0, sizeof allowed, &allowed);
}

int framegate_allowed_cores(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : -1;
}
#else
int framegate_pin_thread_to_core(int thread, int core) {
  (void)thread;
  (void)core;
  return -1;
}

void framegate_unpin(void) {}
int framegate_allowed_cores(void) { return -1; }
#endif

int framegate_pin_to_core(int core) { return framegate_pin_thread_to_core(0, core); }
