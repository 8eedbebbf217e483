#ifndef FRAMEGATE_ALLOCATOR_H
#define FRAMEGATE_ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

/// What an allocator has been asked for since the process began, all threads together.
typedef struct {
  uint64_t bytes;
  uint64_t count;
} framegate_allocations;

/// Who counts.
enum framegate_counter { framegate_no_counter, framegate_jemalloc, framegate_counting_library };

/// Finds what counts in this process.
///
/// jemalloc and the counting library are never linked, only preloaded: linking them would replace
/// the allocator under everything that is timed.
enum framegate_counter framegate_allocator_open(void);

/// Requests so far, by every thread; exact when jemalloc runs with 'tcache:false'. Takes some 40 µs
/// with jemalloc, allocates nothing. Needs a counter.
framegate_allocations framegate_allocator_read(void);

/// Lets the counting library remember from now on who asks, or no longer. Returns 0 where nothing
/// can.
int framegate_allocator_remember(int starts);

/// The requests that came through the same calls, number `index` of those remembered.
///
/// `calls` are addresses of instructions, innermost first, including the library's own. Returns
/// their number, 0 after the last, and -1 for requests whose calls had no room.
int framegate_allocator_callers(
    size_t index, framegate_allocations *requests, const uintptr_t **calls);

/// Where an instruction is: the address in a file, and the file's path; an empty one for the
/// program itself, and NULL where no file is known.
const char *framegate_allocator_place(uintptr_t call, uint64_t *address);

#endif
