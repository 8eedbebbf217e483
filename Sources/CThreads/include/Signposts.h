#ifndef FRAMEGATE_SIGNPOSTS_H
#define FRAMEGATE_SIGNPOSTS_H

#include <stdint.h>

/// What records the calling thread's signposts; null while nothing does. Swift has no variables of
/// threads.
extern _Thread_local void *_Nullable framegate_signpost_storage;

/// Reads ``framegate_signpost_storage``: one load, wherever it is inlined.
static inline void *_Nullable framegate_signpost_recorder(void) {
  return framegate_signpost_storage;
}

/// Sets ``framegate_signpost_storage`` for the calling thread.
void framegate_set_signpost_recorder(void *_Nullable recorder);

/// Nanoseconds of the monotonic clock.
int64_t framegate_signpost_time(void);

#endif
