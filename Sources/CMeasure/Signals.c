#include "CMeasure.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/// How often the process was continued, and the handler of SIGCONT that was there before.
static _Atomic long continue_count;
static struct sigaction previous_continue;

static void count_continue(int number, siginfo_t *information, void *context) {
  continue_count++;
  if (previous_continue.sa_flags & SA_SIGINFO)
    previous_continue.sa_sigaction(number, information, context);
  else if (previous_continue.sa_handler != SIG_DFL && previous_continue.sa_handler != SIG_IGN)
    previous_continue.sa_handler(number);
}

long framegate_continue_count(void) {
  static _Atomic int is_counting;
  if (!atomic_exchange(&is_counting, 1)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = count_continue;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigaction(SIGCONT, &action, &previous_continue);
  }
  return continue_count;
}

/// The pipe from the signal handler to the thread that reacts to signals.
static int signal_pipe[2] = {-1, -1};
static void (*signal_received)(void);
static void (*signal_expired)(void);
static int signal_grace_ms;

static void write_signal(int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  // Ignores failures: a full pipe already holds more signals than are needed.
  ssize_t count = write(signal_pipe[1], &byte, 1);
  (void)count;
  errno = error;
}

static void *react_to_signals(void *unused) {
  (void)unused;
  unsigned char byte = 0;
  while (read(signal_pipe[0], &byte, 1) < 0 && errno == EINTR) {}
  signal_received();
  struct pollfd next = {.fd = signal_pipe[0], .events = POLLIN, .revents = 0};
  while (poll(&next, 1, signal_grace_ms) < 0 && errno == EINTR) {}
  signal_expired();
  return NULL;
}

/// Starts the thread that reacts to signals, with all signals blocked in it.
static int start_signal_thread(void) {
  sigset_t all, old;
  sigfillset(&all);
  int error = pthread_sigmask(SIG_SETMASK, &all, &old);
  if (error != 0) return error;
  pthread_t thread;
  error = pthread_create(&thread, NULL, react_to_signals, NULL);
  if (error == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  return error;
}

int framegate_watch_signals(
    int grace_ms, void (*received)(void), void (*expired)(void)) {
  if (pipe(signal_pipe) != 0) return errno;
  for (int end = 0; end < 2; end++) fcntl(signal_pipe[end], F_SETFD, FD_CLOEXEC);
  fcntl(signal_pipe[1], F_SETFL, O_NONBLOCK);
  signal_grace_ms = grace_ms;
  signal_received = received;
  signal_expired = expired;
  int error = start_signal_thread();
  if (error != 0) return error;

  struct sigaction action;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  action.sa_handler = write_signal;
  sigset_t watched;
  sigemptyset(&watched);
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++) {
    sigaddset(&watched, numbers[index]);
    struct sigaction old;
    // Started by 'nohup', the program must keep running when its terminal closes.
    if (numbers[index] == SIGHUP && sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN) {
      continue;
    }
    if (sigaction(numbers[index], &action, NULL) != 0) return errno;
  }
  // The parent process may have blocked them.
  return pthread_sigmask(SIG_UNBLOCK, &watched, NULL);
}
