import BenchmarkModel
import Foundation
import ReportText
import WorkerClient

/// The lines that a log shows of a long command: one when a phase starts, and one whenever nothing
/// was said for half a minute.
///
/// A job of a CI service has no terminal on which a line could change, and one that says nothing
/// for minutes looks like one that hangs. Times count from any fixed moment.
struct StatusLines {
  /// The step that is running.
  private struct Work {
    /// Such as `2 of 12: feed.scroll`.
    var name: String

    /// The position in its phase, or nil for a build, whose length is not known.
    var position: (index: Int, count: Int)?

    /// When its phase started.
    let start: Duration
  }

  private static let longestSilence = Duration.seconds(30)

  private var work: Work?
  private var lastLine = Duration.zero
}

extension StatusLines {
  /// A build or another step starts; it is a phase of its own.
  mutating func begins(step: String, at now: Duration) -> String {
    work = Work(name: step, start: now)
    lastLine = now
    return "\(step) …"
  }

  /// Number `index` of `count` starts, or nil if there is no need to say so yet.
  mutating func begins(_ name: String, index: Int, count: Int, at now: Duration) -> String? {
    let name = "\(index + 1) of \(count): \(name)"
    if var work, let before = work.position, before.count == count, before.index < index {
      work.name = name
      work.position = (index, count)
      self.work = work
      return line(at: now)
    }
    work = Work(name: name, position: (index, count), start: now)
    lastLine = now
    return "\(name) …"
  }

  /// Updates the text of a running build; the next line shows it.
  mutating func progress(_ name: String) {
    if work?.position == nil { work?.name = name }
  }

  /// Nothing more is being done.
  mutating func end() { work = nil }

  /// What to say after a silence, or nil if the last line is recent, or nothing is being done.
  mutating func line(at now: Duration) -> String? {
    guard let work, now - lastLine >= Self.longestSilence else { return nil }
    lastLine = now
    let elapsed = now - work.start
    var left = ""
    if let (index, count) = work.position, index > 0 {
      left = ", about \(Self.text(elapsed / index * (count - index))) left"
    }
    return "\(work.name), \(Self.text(elapsed)) so far\(left) …"
  }

  /// `45 s`, `2 min 5 s`, `1 h 3 min`.
  private static func text(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    let (minutes, hours) = (seconds / 60, seconds / 3_600)
    if hours > 0 { return "\(hours) h \(minutes % 60) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }
}

/// The status of this process on standard error, if that is not a terminal.
///
/// There is only one: when measuring starts, it replaces the status of the build.
final class StatusLog: Sendable {
  static let shared = StatusLog()

  private struct State {
    var lines = StatusLines()
    var isWatched = false
  }

  /// How often to check for a silence: rarely, so that it disturbs no measurement.
  private static let period = Duration.seconds(5)

  private let state = Locked(State())
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant

  private init() { start = clock.now }
}

extension StatusLog {
  func begins(step: String) { say { $0.begins(step: step, at: $1) } }

  func begins(_ name: String, index: Int, count: Int) {
    say { $0.begins(name, index: index, count: count, at: $1) }
  }

  func progress(_ name: String) { state.withLock { $0.lines.progress(name) } }

  func end() { state.withLock { $0.lines.end() } }

  private func say(_ line: (inout StatusLines, Duration) -> String?) {
    let now = start.duration(to: clock.now)
    let (text, isWatched) = state.withLock { state in
      defer { state.isWatched = true }
      return (line(&state.lines, now), state.isWatched)
    }
    if let text { Terminal.say("\(lines: text)\n") }
    guard !isWatched else { return }
    Thread.detachNewThread { [self] in watch() }
  }

  /// Breaks silences as long as the process runs.
  private func watch() {
    while true {
      Thread.sleep(forTimeInterval: Double(Self.period.components.seconds))
      let now = start.duration(to: clock.now)
      if let text = state.withLock({ $0.lines.line(at: now) }) {
        Terminal.say("\(lines: text)\n")
      }
    }
  }
}
