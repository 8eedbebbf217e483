#define _GNU_SOURCE
#include "CMeasure.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#elif defined(__APPLE__)
#include <sys/event.h>
#endif

#if defined(__APPLE__)
/// Ends the process when its parent ends.
static void *end_with_parent(void *parent) {
  struct kevent change;
  struct kevent event;
  EV_SET(&change, (uintptr_t)parent, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  int queue = kqueue();
  if (queue < 0) return NULL;
  for (;;) {
    // ESRCH means that the parent has already ended.
    if (kevent(queue, &change, 1, &event, 1, NULL) > 0 || errno == ESRCH) _exit(1);
    if (errno != EINTR) return NULL;
  }
}
#endif

void framegate_die_with_parent(void) {
#if defined(__linux__)
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#elif defined(__APPLE__)
  pthread_t thread;
  pid_t parent = getppid();
  if (parent == 1) _exit(1);
  if (pthread_create(&thread, NULL, end_with_parent, (void *)(uintptr_t)parent) == 0) {
    pthread_detach(thread);
  }
#endif
}

/// Writes a line for the runner. Ignores failures: a runner that closed its end is ending.
static void tell(int answers, const char *line, int length) {
  while (write(answers, line, (size_t)length) < 0 && errno == EINTR) {}
}

/// Reads lines until one is just `+`, which asks for a branch; after the last line, exits.
static void await_branch_request(int requests) {
  char first = 0;
  size_t length = 0;
  for (;;) {
    char byte = 0;
    ssize_t count = read(requests, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(0);
    if (byte == '\n') {
      if (length == 1 && first == '+') return;
      // Skip lines for a branch that ended before it read them: its end was the answer.
      length = 0;
    } else {
      if (length == 0) first = byte;
      length++;
    }
  }
}

int framegate_branch(int requests, int answers) {
  for (;;) {
    pid_t branch = fork();
    if (branch < 0) return -1;
    if (branch == 0) {
      framegate_die_with_parent();
      return 0;
    }
    // The original writes both lines, in the format of `WorkerReply`. If a branch wrote them,
    // the length of its process number would shift its heap by a different distance each time.
    char line[80];
    tell(answers, line,
         snprintf(line, sizeof line, "{\"branch\":%d}\n", (int)branch));
    int status = 0;
    while (waitpid(branch, &status, 0) < 0 && errno == EINTR) {}
    tell(answers, line,
         snprintf(line, sizeof line, "{\"ended\":{\"signal\":%d,\"code\":%d}}\n",
                  WIFSIGNALED(status) ? WTERMSIG(status) : 0,
                  WIFEXITED(status) ? WEXITSTATUS(status) : 0));
    await_branch_request(requests);
  }
}

void framegate_take_niceness_of_parent(void) {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, (id_t)getppid()));
}

const char *framegate_compiler(void) {
#if defined(__clang_version__)
  return "clang " __clang_version__;
#else
  return "another compiler, " __VERSION__;
#endif
}
