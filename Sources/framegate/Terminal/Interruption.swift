import BenchmarkModel
import CMeasure
import Foundation
import ReportText
import WorkerClient

/// Ends the tool on INT, TERM and HUP: cancels the command, so that finished results are kept.
///
/// If a command does not end soon, for example because it waits for the reader of its output, or if
/// a second signal arrives, the tool exits anyway.
enum Interruption {
  /// The time that a canceled command has to end.
  private static let graceMilliseconds: Int32 = 1_400

  private struct State {
    var isRequested = false
    var command: Task<Void, Never>?
    var saved: String?
  }

  private static let state = Locked(State())

  /// Runs the only command of this process; a signal cancels it.
  static func run(_ command: @escaping @Sendable () async -> Void) throws(ResourceLimit) {
    let error = framegate_watch_signals(graceMilliseconds, { Interruption.request() }) {
      Interruption.endNow()
    }
    guard error == 0 else { throw .noSignals(reason: String(cString: strerror(error))) }
    // Ctrl-\ ends the tool at once. Swift's handler prints a backtrace for half a minute and
    // returns.
    signal(SIGQUIT, SIG_DFL)
    let task = Task { await command() }
    let isLate = state.withLock { state in
      state.command = task
      return state.isRequested
    }
    if isLate { task.cancel() }
  }

  /// Whether a signal has arrived: whatever the command does now, it was interrupted.
  static var isRequested: Bool { state.withLock(\.isRequested) }

  /// Remembers what is saved, for the message of an interruption.
  static func remember(saved: String) { state.withLock { $0.saved = saved } }

  /// The message with which the tool exits.
  static var message: String {
    state.withLock(\.saved).map { "Interrupted. \($0)" } ?? "Interrupted."
  }

  private static func request() {
    let command = state.withLock { state in
      state.isRequested = true
      return state.command
    }
    command?.cancel()
  }

  private static func endNow() {
    ProcessSession.killAll()
    if takesText(STDERR_FILENO) { Terminal.say("\(lines: message)\n") }
    _exit(ToolExit.interrupted.rawValue)
  }

  /// Whether writing would not block: this may be the very pipe that nobody reads.
  private static func takesText(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
  }
}
