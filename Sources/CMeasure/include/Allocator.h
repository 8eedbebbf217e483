#ifndef FRAMEGATE_ALLOCATOR_H
#define FRAMEGATE_ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

/// All requests to the allocator since the process started, in all threads.
typedef struct {
  uint64_t bytes;
  uint64_t count;
} framegate_allocations;

/// What counts allocations in this process.
enum framegate_counter { framegate_no_counter, framegate_jemalloc, framegate_counting_library };

/// Finds out what counts allocations in this process.
///
/// jemalloc and the counting library are never linked, only preloaded: linking them would replace
/// the allocator under everything that is timed.
enum framegate_counter framegate_allocator_open(void);

/// The requests of all threads so far; exact if jemalloc runs with 'tcache:false'. Takes about 40
/// µs with jemalloc, and allocates nothing. framegate_allocator_open must have found a counter.
framegate_allocations framegate_allocator_read(void);

/// Makes the counting library start or stop remembering the calls of each request. Returns 0 if
/// there is no counting library.
int framegate_allocator_remember(int starts);

/// Entry `index` of the remembered requests; an entry holds all requests with the same calls.
///
/// `calls` are addresses of instructions, innermost first, including the library's own. Returns the
/// number of calls, 0 after the last entry, and -1 for requests whose calls did not fit.
int framegate_allocator_callers(
    size_t index, framegate_allocations *requests, const uintptr_t **calls);

/// Where an instruction is: sets its address in a file and returns the file's path, which is empty
/// for the program itself, or NULL if no file is known.
const char *framegate_allocator_place(uintptr_t call, uint64_t *address);

#endif
