import Foundation

/// The signal for writing to a pipe that nobody reads any more, which ends a process by default.
package enum BrokenPipe {
  /// Runs `body`, in which writing to a pipe without a reader is an error and nothing else.
  ///
  /// What the process does with the signal stays as it is: that belongs to the program, here
  /// possibly to the user's tests.
  package static func withoutSignal<Result>(
    writingTo descriptor: Int32, _ body: () throws -> Result
  ) rethrows -> Result {
    #if canImport(Darwin)
      // There, the signal goes to the process, whichever thread has written.
      _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
      return try body()
    #else
      var signal = sigset_t()
      sigemptyset(&signal)
      sigaddset(&signal, SIGPIPE)
      let wasPending = isPending
      var before = sigset_t()
      pthread_sigmask(SIG_BLOCK, &signal, &before)
      defer {
        // It waits for this thread, which must not meet it afterward.
        var number: Int32 = 0
        if !wasPending, isPending { sigwait(&signal, &number) }
        pthread_sigmask(SIG_SETMASK, &before, nil)
      }
      return try body()
    #endif
  }

  #if !canImport(Darwin)
    private static var isPending: Bool {
      var pending = sigset_t()
      return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1
    }
  #endif
}
