#ifndef FRAMEGATE_CMEASURE_H
#define FRAMEGATE_CMEASURE_H

#include <stddef.h>
#include <stdint.h>

#include "Allocator.h"

/// The system's own, which glibc shows only to those who ask for more than the standard.
void *_Nullable memmem(const void *_Nonnull in, size_t inSize, const void *_Nonnull part, size_t size);

/// Nanoseconds of the monotonic clock.
int64_t framegate_wall_ns(void);

/// Nanoseconds of CPU time that the calling thread has used.
int64_t framegate_thread_cpu_ns(void);

/// How often the calling thread has given up its core by itself, to wait for something; -1 where
/// the system does not say. Another thread that takes the core does not count.
int64_t framegate_thread_wait_count(void);

/// Nanoseconds in which the calling thread could have run and another one ran; -1 where the system
/// does not say.
int64_t framegate_thread_queued_ns(void);

/// Resolution of the thread CPU clock, in nanoseconds.
int64_t framegate_thread_cpu_resolution_ns(void);

/// Asks the system to end this process when its parent ends, so that no worker outlives its tool.
/// A no-op where the system cannot.
void framegate_die_with_parent(void);

/// Seeds Swift's hashing for the rest of this process, so that sets and dictionaries have the same
/// order and the same collisions in every process with this seed, whatever their addresses are.
/// Must be called before anything is hashed. 1 when the Swift runtime allows it, otherwise 0.
int framegate_seed_hashing(uint64_t seed);

/// Adds bytes to a hash, and their number: FNV-1a over 64-bit words, the same on every machine.
uint64_t framegate_hash(uint64_t hash, const void *_Nullable bytes, size_t count);

/// Calls `body(context)`. A tool that counts instructions is told this function's name and counts
/// from its entry to its return, so it is never inlined and keeps its name.
void framegate_counted_region(
    void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Stops counting instructions inside ``framegate_counted_region``, and starts again when called
/// once more. Must be called an even number of times in each region. A few instructions that do
/// nothing where nothing counts.
void framegate_toggle_counting(void);

/// Lets the calling thread, and those it starts, run on one core only. 0 when the system did so.
int framegate_pin_to_core(int core);

/// The same for a thread by its number in the system, such as a process's first, which has the
/// number of the process.
int framegate_pin_thread_to_core(int thread, int core);

/// Lets the calling thread run on all cores again that the process had before the first pinning.
void framegate_unpin(void);

/// Continues in a copy of this process, and in another whenever a request for a branch arrives on
/// `requests` and the last copy has ended. Returns 0 in every copy. This process itself only writes
/// to `answers` which copy runs and how it ended, and ends with its requests. It allocates nothing,
/// so every copy finds the same memory. Returns -1 when the system made no copy.
int framegate_branch(int requests, int answers);

/// Calls `received`, on a thread of its own, at the first INT, TERM or HUP, and `expired` when
/// `grace_ms` have passed after it or another of them arrives. HUP stays ignored where it was. To
/// be called once. Returns 0, or the error number when the system has no thread or descriptor left.
int framegate_watch_signals(
    int grace_ms, void (*_Nonnull received)(void), void (*_Nonnull expired)(void));

/// How often this process was continued after a stop since the first call, which begins to count; a
/// signal that continues a process that runs counts, too. Keeps the handler that was there before.
long framegate_continue_count(void);

/// The number of cores that the process may run on; -1 where the system does not say.
int framegate_allowed_cores(void);

/// Gives this process the niceness of the first thread of its parent, as far as the system allows.
/// It inherits the niceness of the thread that started it, which a thread pool may have changed.
void framegate_take_niceness_of_parent(void);

/// 1 if ``framegate_cool`` works: the system tells which pages are in memory, and the processor
/// lets a program flush lines of its caches. Prepares it. Of this and the next three, one thread
/// runs at a time; others wait.
int framegate_can_cool(void);

/// Gives pages of code and constants back to the system once per process, those that nobody has
/// changed: what is used again comes back with a fault, what is not need not be flushed. Returns 1
/// if it did so now, and 0 later or before ``framegate_can_cool`` has succeeded.
int framegate_give_back_code(void);

/// Lists the pages of this process that are in memory, for ``framegate_cool``.
void framegate_list_pages(void);

/// How many branches ``framegate_cool`` takes, and how long it sleeps.
enum { framegate_cooling_branches = 16384, framegate_cooling_sleep_ns = 250000 };

/// Makes what comes next start as after a wait for vsync: flushes every line of the listed pages
/// from all caches, takes branches in 4,096 places, makes the processor forget translations, whose
/// tables leave the caches near the core, and sleeps. Does nothing before
/// ``framegate_can_cool`` has succeeded. Only meanwhile, other handlers of SIGSEGV and SIGBUS are
/// replaced.
void framegate_cool(void);

/// Memory from the system that no one has touched, in pages of the usual size; NULL if there is
/// none.
///
/// An allocator may give out memory again that was touched before.
void *_Nullable framegate_map_memory(size_t bytes);

/// Gives memory of ``framegate_map_memory`` back.
void framegate_unmap_memory(void *_Nonnull memory, size_t bytes);

/// What is kept of what benchmarks do: nothing, their metrics or their answers.
#define FRAMEGATE_NOTHING 0
#define FRAMEGATE_METRICS 1
#define FRAMEGATE_ANSWERS 2

/// What benchmarks keep. Relaxed: it changes between iterations, and a thread that one of them left
/// running may see that late, and keep or lose a value of its own.
extern int framegate_recording;

/// Compares ``framegate_recording``: one load, which a body that is being timed pays for every
/// value.
static inline _Bool framegate_is_recording(int kind) {
  return __atomic_load_n(&framegate_recording, __ATOMIC_RELAXED) == kind;
}

/// Sets ``framegate_recording``.
static inline void framegate_set_recording(int kind) {
  __atomic_store_n(&framegate_recording, kind, __ATOMIC_RELAXED);
}

/// Peak memory of this program since ``framegate_reset_peak_memory``, in bytes; 0 where the system
/// does not say.
int64_t framegate_peak_memory(void);

/// Lets ``framegate_peak_memory`` begin anew. 0, or an error number where the system cannot.
int framegate_reset_peak_memory(void);

/// What the kernel counts of a process, in the order of ``framegate_read_kernel``.
enum framegate_kernel_count {
  framegate_syscalls,
  framegate_page_faults,
  framegate_context_switches,
  framegate_read_bytes,
  framegate_written_bytes,
  framegate_kernel_counts
};

/// What the kernel has done for all threads of this process: while they are traced their system
/// calls, else everything but those. What is not counted is 0; bytes that cannot be counted are -1.
void framegate_read_kernel(int64_t *_Nonnull counts);

/// Starts a process that counts the system calls of all threads of this one, each of which then
/// takes some 10 µs longer. 0, or an error number where the system does not let it; -1 where there
/// is nothing to do it with.
int framegate_trace_syscalls(void);

/// 1 as long as what ``framegate_trace_syscalls`` started counts the calls of this process.
int framegate_is_traced(void);

/// Ends what ``framegate_trace_syscalls`` started.
void framegate_stop_tracing(void);

/// Notes about every millisecond where the calling thread is, at most 8,192 times. 0, or an error
/// number: ENOSYS where nothing can. Uses SIGALRM, which the code that is sampled must not.
int framegate_start_sampling(void);

/// Leaves out what the thread does from now on, or no longer.
void framegate_pause_sampling(int pauses);

/// Ends what ``framegate_start_sampling`` started.
void framegate_stop_sampling(void);

/// The calls of sample `index`, innermost first. Returns their number, 0 after the last sample.
int framegate_sampled_calls(size_t index, const uintptr_t *_Nullable *_Nonnull calls);

/// The compiler of C, which belongs to a Swift toolchain.
const char *_Nonnull framegate_compiler(void);

#endif
