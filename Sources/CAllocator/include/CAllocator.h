#ifndef FRAMEGATE_CALLOCATOR_H
#define FRAMEGATE_CALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

/// What an allocator has been asked for since the process began, all threads together.
typedef struct {
  uint64_t bytes;
  uint64_t count;
} framegate_allocations;

/// Finds jemalloc in this process; 1 when it is there and answers, else 0.
///
/// jemalloc is never linked, only preloaded: linking it would replace the allocator under
/// everything that is timed.
int framegate_allocator_open(void);

/// Requests so far, by every thread; exact when jemalloc runs with 'tcache:false'. Takes some 40
/// µs, allocates nothing. Needs a successful open.
framegate_allocations framegate_allocator_read(void);

/// Where jemalloc keeps the number of bytes that the calling thread has asked for. Reading it costs
/// one load. Needs a successful open; null if jemalloc was built without statistics.
const uint64_t *framegate_allocator_thread_bytes(void);

#endif
