public import CThreads

/// Marks what a frame spends its time on.
///
/// Without `--quick`, `framegate run` plays every scenario once more with a recorder, and shows
/// where the time of its frames goes: in the tables of a run, on the page of a report, and as
/// slices in a trace. The calls are those of `OSSignposter`:
///
/// ```swift
/// let signposter = FrameSignposter()
/// signposter.withIntervalSignpost("layout") { scene.layOut() }
/// ```
///
/// Intervals nest. Each must end in the frame in which it begins, before the interval around it;
/// otherwise, recording the frame fails with the file and the line. Only the thread that renders
/// the frame is recorded: marks of other threads do nothing.
///
/// Without a recorder, an interval costs two loads and two branches. With one, it
/// allocates nothing and costs two reads of the clock, which are subtracted.
public struct FrameSignposter: Sendable {
  /// Creates a signposter; all signposters are equal.
  @inlinable @inline(__always)
  public init() {}

  /// Whether a mark on this thread is recorded now.
  @inlinable @inline(__always)
  public var isEnabled: Bool { framegate_signpost_recorder() != nil }

  /// Begins an interval.
  ///
  /// - Parameters:
  ///   - name: What the time is spent on, such as `layout`; intervals of the same name may follow
  ///     each other and nest.
  ///   - file: Where the interval begins, for the message that it never ends.
  ///   - line: The line.
  /// - Returns: The state to pass to ``endInterval(_:_:file:line:)``.
  @inlinable @inline(__always)
  public func beginInterval(
    _ name: StaticString, file: StaticString = #fileID, line: UInt32 = #line
  ) -> FrameSignpostIntervalState {
    guard let recorder = framegate_signpost_recorder() else { return FrameSignpostIntervalState() }
    return SignpostStorage.begin(recorder, name, file, line)
  }

  /// Ends an interval.
  ///
  /// - Parameters:
  ///   - name: The name that it began with.
  ///   - state: What ``beginInterval(_:file:line:)`` returned.
  ///   - file: Where the interval ends, for the message that the end does not match.
  ///   - line: The line.
  @inlinable @inline(__always)
  public func endInterval(
    _ name: StaticString, _ state: FrameSignpostIntervalState, file: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    guard let recorder = framegate_signpost_recorder() else { return }
    SignpostStorage.end(recorder, name, state, file, line)
  }

  /// Runs `body` inside an interval, which also ends when `body` throws.
  @inlinable @inline(__always)
  public func withIntervalSignpost<Value>(
    _ name: StaticString, file: StaticString = #fileID, line: UInt32 = #line,
    around body: () throws -> Value
  ) rethrows -> Value {
    let state = beginInterval(name, file: file, line: line)
    defer { endInterval(name, state, file: file, line: line) }
    return try body()
  }
}

/// An interval that has begun.
public struct FrameSignpostIntervalState: Hashable, Sendable {
  /// Its index in the recording; -1 for an interval that began without a recorder.
  let index: Int32

  /// The number of the frame in which it began.
  let frame: UInt32

  /// An interval that is not recorded.
  @inlinable @inline(__always)
  init() { self.init(index: -1, frame: 0) }

  @usableFromInline
  init(index: Int32, frame: UInt32) {
    self.index = index
    self.frame = frame
  }
}
