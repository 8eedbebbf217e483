import BenchmarkModel
package import Foundation

/// A program in a session of its own, which is waited for no longer than wanted and ends with all
/// that it has started.
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
    let actions = try SpawnActions(input: input, output: output, error: error)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let child = try actions.spawn(path, &words, &variables)
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

  /// Remembers what it has started so far.
  package func look() { session.look() }

  /// Ends it, and what it has started; waits no longer than a second for either.
  package func end() {
    session.endAtOnce()
    _ = ending(within: .seconds(1))
    session.finish()
  }
}

extension ChildProcess.ExitStatus {
  /// Reads what `waitpid` and `wait4` say of a process that has ended.
  package init(waitStatus status: Int32) {
    // The lower seven bits are the signal, zero without one.
    let signal = status & 0x7F
    self = signal == 0 ? .exited(code: status >> 8 & 0xFF) : .signaled(signal)
  }
}

/// Which descriptors and session a program starts with.
private final class SpawnActions {
  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
  #else
    private var actions = posix_spawn_file_actions_t()
  #endif
  private let attributes: SpawnAttributes

  init(input: FileHandle, output: FileHandle, error: FileHandle) throws {
    // Neither system's headers show Swift the flag for a new session.
    #if canImport(Darwin)
      attributes = try SpawnAttributes(flags: 0x0400 | Int32(POSIX_SPAWN_CLOEXEC_DEFAULT))
    #else
      attributes = try SpawnAttributes(flags: 0x80)
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { throw POSIXError(.ENOMEM) }
    for (number, file) in [input, output, error].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(number))
    }
    #if !canImport(Darwin)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
        guard let number = Int32(name), number > 2 else { continue }
        posix_spawn_file_actions_addclose(&actions, number)
      }
    #endif
  }

  deinit { posix_spawn_file_actions_destroy(&actions) }

  /// Starts a program with these words and variables, which end with nil.
  func spawn(
    _ path: String, _ words: inout [UnsafeMutablePointer<CChar>?],
    _ variables: inout [UnsafeMutablePointer<CChar>?]
  ) throws -> pid_t {
    var child: pid_t = 0
    let failure = posix_spawn(&child, path, &actions, &attributes.system, &words, &variables)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    return child
  }
}
