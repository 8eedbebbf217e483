#include "Signposts.h"

#include <stddef.h>
#include <time.h>

_Thread_local void *framegate_signpost_storage = NULL;

void framegate_set_signpost_recorder(void *recorder) { framegate_signpost_storage = recorder; }

// A monotonic clock: reading a thread's CPU time is a system call, which would take longer than
// most marked intervals.
#if defined(__APPLE__)
int64_t framegate_signpost_time(void) { return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW); }
#else
int64_t framegate_signpost_time(void) {
  struct timespec time = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}
#endif
