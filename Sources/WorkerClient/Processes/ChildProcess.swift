import BenchmarkModel
package import Foundation

/// A program in a session of its own, which is waited for with a time limit, and ended together
/// with everything that it has started.
///
/// For tests of users, and to compile the counting library. Foundation's `Process` waits until the
/// last process that inherited its pipe has closed it, so it waits for daemons, too.
package final class ChildProcess {
  package enum ExitStatus: Hashable, Sendable {
    case exited(code: Int32)
    case signaled(Int32)
  }

  private let identifier: pid_t
  private let session: ProcessSession
  private var ending: ExitStatus?

  /// Starts the program at a path, without this process's other descriptors.
  ///
  /// - Throws: `POSIXError`.
  package init(
    _ path: String, _ arguments: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    input: FileHandle, output: FileHandle, error: FileHandle
  ) throws {
    let session = ProcessSession()
    self.session = session
    var isStarted = false
    defer { if !isStarted { session.finish() } }
    func stream(
      _ handle: FileHandle, ifNull null: ReadyProgram.Stream
    ) -> ReadyProgram.Stream {
      // Outside of macOS, the null device has no descriptor.
      handle.fileDescriptor < 0 ? null : .descriptor(handle.fileDescriptor)
    }
    let program = try ReadyProgram(
      [path] + arguments, environment: environment,
      (
        stream(input, ifNull: .reading("/dev/null")), stream(output, ifNull: .discarded),
        stream(error, ifNull: .discarded)
      ), isApart: true)
    let child = try program.start()
    identifier = child
    isStarted = true
    session.begin(child)
  }

  deinit { end() }
}

extension ChildProcess {
  /// How it has ended, or nil while it runs.
  package func ending(within limit: Duration = .zero) -> ExitStatus? {
    let deadline = SteadyClock.now + limit
    while ending == nil {
      var status: Int32 = 0
      if waitpid(identifier, &status, WNOHANG) == identifier {
        ending = ExitStatus(waitStatus: status)
      } else if SteadyClock.now >= deadline {
        return nil
      } else {
        usleep(2_000)
      }
    }
    return ending
  }

  /// Records which processes it has started so far.
  package func look() { session.look() }

  /// Ends it, and what it has started; waits no longer than a second for either.
  package func end() {
    session.endAtOnce()
    _ = ending(within: .seconds(1))
    session.finish()
  }
}

extension ChildProcess.ExitStatus {
  /// Interprets the status that `waitpid` and `wait4` give for a process that has ended.
  package init(waitStatus status: Int32) {
    // The lower seven bits are the signal, zero without one.
    let signal = status & 0x7F
    self = signal == 0 ? .exited(code: status >> 8 & 0xFF) : .signaled(signal)
  }
}
