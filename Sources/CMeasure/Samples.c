#define _GNU_SOURCE
#include "CMeasure.h"

#include <errno.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <ucontext.h>

enum { most_calls = 64, most_samples = 1 << 13 };

typedef struct {
  int length;
  uintptr_t calls[most_calls];
} sample;

// Written by the handler while samples are taken, read after that.
static sample *samples;
static volatile sig_atomic_t count, is_paused;
static pthread_t owner;
static uintptr_t stack_end;

/// Records a sample by following frame pointers, which Swift code keeps. A leaf function without a
/// frame hides its caller.
static void take(int signal, siginfo_t *info, void *context) {
  (void)info;
  // The kernel may deliver the signal to any thread of the process.
  if (!pthread_equal(pthread_self(), owner)) {
    pthread_kill(owner, signal);
    return;
  }
  if (is_paused || count == most_samples) return;
  const int saved_errno = errno;
  const mcontext_t *state = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  const uintptr_t pc = state->gregs[REG_RIP], sp = state->gregs[REG_RSP];
  uintptr_t next = state->gregs[REG_RBP];
#else
  const uintptr_t pc = state->pc, sp = state->sp;
  uintptr_t next = state->regs[29];
#endif
  sample *taken = &samples[count];
  taken->calls[0] = pc;
  taken->length = 1;
  // Stop at a value that is not a frame: some code uses the register for something else.
  for (uintptr_t frame = sp; taken->length < most_calls; taken->length++) {
    next &= ~((uintptr_t)1 << 60); // Swift's mark of asynchronous frames.
    if (next < frame || next + 16 > stack_end || next % sizeof next != 0) break;
    const uintptr_t *found = (const uintptr_t *)next;
    if (found[1] == 0) break;
    taken->calls[taken->length] = found[1] - 1;
    frame = next + 16;
    next = found[0];
  }
  count = count + 1;
  errno = saved_errno;
}

static int set_timer(suseconds_t microseconds) {
  const struct itimerval timer = {{0, microseconds}, {0, microseconds}};
  return setitimer(ITIMER_REAL, &timer, NULL) == 0 ? 0 : errno;
}

int framegate_start_sampling(void) {
  if (!samples) samples = calloc(most_samples, sizeof *samples);
  if (!samples) return ENOMEM;
  pthread_attr_t attributes;
  void *start = NULL;
  size_t size = 0;
  const int error = pthread_getattr_np(pthread_self(), &attributes);
  if (error != 0) return error;
  pthread_attr_getstack(&attributes, &start, &size);
  pthread_attr_destroy(&attributes);
  stack_end = (uintptr_t)start + size;
  owner = pthread_self();
  count = is_paused = 0;
  // The handler stays installed: without one, a signal that arrives late would end the process.
  struct sigaction action = {0};
  action.sa_sigaction = take;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (sigaction(SIGALRM, &action, NULL) != 0) return errno;
  // About every millisecond, but not in step with work that repeats every millisecond.
  return set_timer(997);
}

void framegate_pause_sampling(int pauses) { is_paused = pauses; }

void framegate_stop_sampling(void) {
  set_timer(0);
  is_paused = 1;
}

int framegate_sampled_calls(size_t index, const uintptr_t **calls) {
  if (index >= (size_t)count) return 0;
  *calls = samples[index].calls;
  return samples[index].length;
}

#else

int framegate_start_sampling(void) { return ENOSYS; }
void framegate_pause_sampling(int pauses) { (void)pauses; }
void framegate_stop_sampling(void) {}
int framegate_sampled_calls(size_t index, const uintptr_t **calls) {
  (void)index, (void)calls;
  return 0;
}

#endif
