#ifndef FRAMEGATE_CMEASURE_H
#define FRAMEGATE_CMEASURE_H

#include <stddef.h>
#include <stdint.h>

#include "Allocator.h"

/// A function of the system that glibc declares only with _GNU_SOURCE.
void *_Nullable memmem(const void *_Nonnull in, size_t inSize, const void *_Nonnull part, size_t size);

/// The time on the monotonic clock, in nanoseconds.
int64_t framegate_wall_ns(void);

/// The CPU time that the calling thread has used, in nanoseconds.
int64_t framegate_thread_cpu_ns(void);

/// How often the calling thread has given up its core by itself to wait for something; -1 if the
/// system does not report it. Times when another thread took the core do not count.
int64_t framegate_thread_wait_count(void);

/// The nanoseconds in which the calling thread was ready but another one ran; -1 if the system does
/// not report it.
int64_t framegate_thread_queued_ns(void);

/// Resolution of the thread CPU clock, in nanoseconds.
int64_t framegate_thread_cpu_resolution_ns(void);

/// Asks the system to end this process when its parent ends, so that no worker outlives its tool.
/// Does nothing if the system cannot do that.
void framegate_die_with_parent(void);

/// Seeds Swift's hashing for the rest of this process, so that sets and dictionaries have the same
/// order and the same collisions in every process with this seed, whatever their addresses are.
/// Must be called before anything is hashed. Returns 1 if the Swift runtime allows it, otherwise 0.
int framegate_seed_hashing(uint64_t seed);

/// Adds bytes and their number to a hash: FNV-1a over 64-bit words, the same on every machine.
uint64_t framegate_hash(uint64_t hash, const void *_Nullable bytes, size_t count);

/// Calls `body(context)`. A profiler is told the name of this function and counts instructions from
/// its entry to its return, so it is never inlined and keeps its name.
void framegate_counted_region(
    void (*_Nonnull body)(void *_Nonnull context), void *_Nonnull context);

/// Pauses counting instructions inside ``framegate_counted_region``; the next call resumes it. Must
/// be called an even number of times in each region. Without a profiler, executes a few
/// instructions without effect.
void framegate_toggle_counting(void);

/// Lets the calling thread, and those it starts, run on one core only. Returns 0 on success.
int framegate_pin_to_core(int core);

/// Does the same for the thread with this number in the system; the first thread of a process has
/// the number of the process.
int framegate_pin_thread_to_core(int thread, int core);

/// Lets the calling thread run again on all cores that the process had before the first pinning.
void framegate_unpin(void);

/// Continues in a copy of this process. When the copy has ended and a request for a branch arrives
/// on `requests`, continues in another one. Returns 0 in every copy, and -1 if the system made no
/// copy. The original only writes to `answers` which copy runs and how it ended, and exits when
/// `requests` closes. It allocates nothing, so every copy starts with the same memory.
int framegate_branch(int requests, int answers);

/// On a thread of its own, calls `received` at the first SIGINT, SIGTERM or SIGHUP, and `expired`
/// after `grace_ms` or at the next such signal. If SIGHUP was ignored, it stays ignored. Call this
/// once. Returns 0, or an error number if the system has no thread or descriptor left.
int framegate_watch_signals(
    int grace_ms, void (*_Nonnull received)(void), void (*_Nonnull expired)(void));

/// How often this process received SIGCONT since the first call of this function, even if it was
/// not stopped. The handler that was installed before is still called.
long framegate_continue_count(void);

/// The number of cores that the process may run on; -1 if the system does not report it.
int framegate_allowed_cores(void);

/// Gives this process the niceness of its parent's first thread, as far as the system allows. A new
/// process has the niceness of the thread that started it, which a thread pool may have changed.
void framegate_take_niceness_of_parent(void);

/// Prepares ``framegate_cool``. Returns 1 if it works: the system tells which pages are in memory,
/// and the processor lets a program flush lines of its caches. Only one thread at a time runs this
/// function or one of the next three; others wait.
int framegate_can_cool(void);

/// Gives unchanged pages of code and constants back to the system, once per process. A page that is
/// used again comes back with a fault; the others need not be flushed. Returns 1 if it did so now,
/// and 0 in later calls and before ``framegate_can_cool`` has succeeded.
int framegate_give_back_code(void);

/// Lists the pages of this process that are in memory, for ``framegate_cool``.
void framegate_list_pages(void);

/// The number of branches that ``framegate_cool`` takes, and how long it sleeps.
enum { framegate_cooling_branches = 16384, framegate_cooling_sleep_ns = 250000 };

/// Lets the following code start as after a wait for vsync: flushes every line of the listed pages
/// from all caches, takes branches in 4,096 places, evicts page tables from the caches near the
/// core, makes the processor forget address translations, and sleeps. Replaces the handlers of
/// SIGSEGV and SIGBUS while it flushes. Does nothing before ``framegate_can_cool`` has succeeded.
void framegate_cool(void);

/// New memory from the system, never touched and in pages of the usual size; NULL if there is none.
///
/// Memory from an allocator may have been touched before.
void *_Nullable framegate_map_memory(size_t bytes);

/// Returns memory from ``framegate_map_memory`` to the system.
void framegate_unmap_memory(void *_Nonnull memory, size_t bytes);

/// What is recorded of benchmarks: nothing, their metrics, or their answers.
#define FRAMEGATE_NOTHING 0
#define FRAMEGATE_METRICS 1
#define FRAMEGATE_ANSWERS 2

/// What is recorded now. Accessed with relaxed order: it changes between iterations. A thread that
/// an iteration left running may see the change late, and record or lose a value of its own.
extern int framegate_recording;

/// Whether ``framegate_recording`` is `kind`. A timed body pays for one load and a comparison per
/// value.
static inline _Bool framegate_is_recording(int kind) {
  return __atomic_load_n(&framegate_recording, __ATOMIC_RELAXED) == kind;
}

/// Sets ``framegate_recording``.
static inline void framegate_set_recording(int kind) {
  __atomic_store_n(&framegate_recording, kind, __ATOMIC_RELAXED);
}

/// The peak memory of this program since ``framegate_reset_peak_memory``, in bytes; 0 if the system
/// does not report it.
int64_t framegate_peak_memory(void);

/// Resets ``framegate_peak_memory``. Returns 0, or an error number if the system cannot do that.
int framegate_reset_peak_memory(void);

/// The kernel's counts of a process, in the order of ``framegate_read_kernel``.
enum framegate_kernel_count {
  framegate_syscalls,
  framegate_page_faults,
  framegate_context_switches,
  framegate_read_bytes,
  framegate_written_bytes,
  framegate_kernel_counts
};

/// Reads the kernel's counts for all threads of this process: only system calls while it is traced,
/// otherwise all other counts. Counts that are not read are 0; unknown numbers of bytes are -1.
void framegate_read_kernel(int64_t *_Nonnull counts);

/// Starts a process that counts the system calls of all threads of this one; each call then takes
/// about 10 µs longer. Returns 0, an error number if the system does not permit it, or -1 if the
/// system has no means to do it.
int framegate_trace_syscalls(void);

/// Returns 1 while the process that ``framegate_trace_syscalls`` started is counting.
int framegate_is_traced(void);

/// Ends the process that ``framegate_trace_syscalls`` started.
void framegate_stop_tracing(void);

/// Starts to sample the calling thread's calls about every millisecond, up to 8,192 times. Returns
/// 0 or an error number, ENOSYS if unsupported. Uses SIGALRM, which sampled code must not use.
int framegate_start_sampling(void);

/// Pauses or resumes sampling.
void framegate_pause_sampling(int pauses);

/// Ends the sampling that ``framegate_start_sampling`` started.
void framegate_stop_sampling(void);

/// The calls of sample `index`, innermost first. Returns their number, 0 after the last sample.
int framegate_sampled_calls(size_t index, const uintptr_t *_Nullable *_Nonnull calls);

/// The C compiler, which is part of a Swift toolchain.
const char *_Nonnull framegate_compiler(void);

#endif
