import BenchmarkModel
import CMeasure
import Foundation
import WorkerProtocol

/// Keeps what the body of a benchmark computes.
final class AnswerRecorder: Sendable {
  /// The maximum number of values that are kept; those after them are only hashed.
  static let mostValues = 512 * RecordedAnswer.blockSize

  /// The maximum number of values passed to ``blackHole(_:)``: recording more would take too long.
  private static let mostPassed = 50_000

  private static let shared = AnswerRecorder()

  private struct State {
    /// The prefix of all paths, such as `frame 12, `.
    var place = ""

    var frame: Int?

    /// The thread that runs the body; values from other threads are ignored.
    var listener: Thread?

    /// The numbers of values passed to ``blackHole(_:)`` since the place was set, and in all.
    var passed = 0
    var passedInAll = 0
    var recording = AnswerRecording(mostKept: AnswerRecorder.mostValues)
    var problem: String?
  }

  /// Guards the state: several threads may pass values.
  ///
  /// Recursive, because the code that encodes a value may pass other values.
  private let lock = NSRecursiveLock()
  nonisolated(unsafe) private var state = State()
}

extension AnswerRecorder {
  /// Adds what was passed to ``blackHole(_:)`` on the thread that listens, if it can be encoded.
  static func add(passed value: Any) {
    guard let value = value as? any Encodable else { return }
    shared.lock.withLock {
      guard shared.state.problem == nil, shared.state.listener === Thread.current else { return }
      shared.state.passed += 1
      shared.state.passedInAll += 1
      let number = shared.state.passed
      do {
        guard shared.state.passedInAll <= mostPassed else { throw AnswerProblem.tooMany }
        try shared.add(value, number == 1 ? "" : "value \(number), ")
      } catch { shared.state.problem = "its result cannot be recorded: \(error)" }
    }
  }

  private func add(_ value: any Encodable, _ name: String) throws {
    let place = state.place + name
    try AnswerEncoder.encode(value) { path, text in
      try self.add(
        AnswerValue(
          path: path.isEmpty ? place.withoutComma : place + path, text: text,
          frame: self.state.frame))
    }
  }

  private func add(_ value: AnswerValue) throws {
    guard state.recording.count < AnswerRecording.mostValues else {
      throw AnswerProblem.tooLong
    }
    state.recording.add(value)
  }

  /// Adds a value that the harness itself provides, such as a digest or the state of a view.
  ///
  /// An answer that gets too long is not recorded; times are judged without it.
  func add(_ value: any Encodable, at place: String, frame: Int? = nil) throws {
    try lock.withLock {
      guard state.problem == nil else { return }
      state.place = place
      state.frame = frame
      do {
        try add(value, "")
      } catch AnswerProblem.tooLong {
        state.problem = "its answer cannot be recorded: \(AnswerProblem.tooLong)"
      }
    }
  }

  /// Adds what `body` passes to ``blackHole(_:)`` on this thread.
  func listen(at place: String, frame: Int? = nil, _ body: () throws -> Void) rethrows {
    lock.withLock {
      state.place = place
      state.frame = frame
      state.passed = 0
      state.listener = .current
    }
    framegate_set_recording(FRAMEGATE_ANSWERS)
    defer { framegate_set_recording(FRAMEGATE_NOTHING) }
    try body()
  }

  /// Records one answer.
  ///
  /// - Parameter body: Adds the values of the answer; returns the number of iterations.
  /// - Returns: The answer, and those of its values that were kept.
  /// - Throws: What `body` throws.
  static func record(
    _ body: (AnswerRecorder) throws -> Int
  ) throws -> (answer: RecordedAnswer, values: [AnswerValue]) {
    try MetricRecorder.turn.withLock {
      defer { shared.lock.withLock { shared.state = State() } }
      let iterations = try body(shared)
      return shared.lock.withLock {
        let state = shared.state
        return (
          state.recording.answer(iterations: iterations, problem: state.problem),
          state.recording.kept
        )
      }
    }
  }
}

extension String {
  fileprivate var withoutComma: String { hasSuffix(", ") ? String(dropLast(2)) : self }
}
