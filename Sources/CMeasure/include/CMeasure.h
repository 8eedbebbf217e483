#ifndef FRAMEGATE_CMEASURE_H
#define FRAMEGATE_CMEASURE_H

#include <stdint.h>

/// Nanoseconds of the monotonic clock.
int64_t framegate_wall_ns(void);

/// Nanoseconds of CPU time that the calling thread has used.
int64_t framegate_thread_cpu_ns(void);

/// Resolution of the thread CPU clock, in nanoseconds.
int64_t framegate_thread_cpu_resolution_ns(void);

/// Asks the system to end this process when its parent ends, so that no worker outlives its tool.
/// A no-op where the system cannot.
void framegate_die_with_parent(void);

/// Calls `body(context)`. A tool that counts instructions is told this function's name and counts
/// from its entry to its return, so it is never inlined and keeps its name.
void framegate_counted_region(
    void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Lets the calling thread, and those it starts, run on one core only. 0 when the system did so.
int framegate_pin_to_core(int core);

/// Goes on in a copy of this process, and in another whenever a worker's request for a branch comes from
/// `requests` and the last copy has ended. Returns 0 in every copy; this process itself only writes to
/// `answers` which copy there is and how it ended, and ends with its requests. Every copy finds the same
/// memory: nothing is allocated here. -1 when the system made no copy.
int framegate_branch(int requests, int answers);

#endif
