import Foundation

/// The signal for writing to a pipe that no process reads any more, which ends the writer by
/// default.
package enum BrokenPipe {
  /// Runs `body`; in it, writing to a pipe without a reader is only an error.
  ///
  /// What the process does with the signal stays as it is: that belongs to the program, here
  /// possibly to the user's tests.
  package static func withoutSignal<Result>(
    writingTo descriptor: Int32, _ body: () throws -> Result
  ) rethrows -> Result {
    #if canImport(Darwin)
      // On Darwin, the signal goes to the process, whichever thread has written.
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
        // The signal is pending for this thread, which must not receive it afterward.
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
