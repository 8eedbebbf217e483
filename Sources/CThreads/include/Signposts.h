#ifndef FRAMEGATE_SIGNPOSTS_H
#define FRAMEGATE_SIGNPOSTS_H

#include <stdint.h>

/// The recorder of the calling thread's signposts, or null. In C, because Swift has no fast
/// thread-local variables.
extern _Thread_local void *_Nullable framegate_signpost_storage;

/// Reads ``framegate_signpost_storage``: one load, wherever it is inlined.
static inline void *_Nullable framegate_signpost_recorder(void) {
  return framegate_signpost_storage;
}

/// Sets ``framegate_signpost_storage`` for the calling thread.
void framegate_set_signpost_recorder(void *_Nullable recorder);

/// The time on the monotonic clock, in nanoseconds.
int64_t framegate_signpost_time(void);

#endif
