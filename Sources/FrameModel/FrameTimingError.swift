/// Why a grid, the costs of frames, a setting, a budget, a recording or a log is invalid.
///
/// Every message ends with what to do next.
public enum FrameTimingError: Error, Hashable, Sendable {
  /// A refresh rate is not a whole number from 1 to 1000 Hz.
  case rateOutOfRange(given: String)

  /// A pipeline depth is not 1, 2 or 3.
  case depthOutOfRange(given: Int)

  case negativeReserve(nanoseconds: Int64)

  /// A compositor reserve takes up the whole period of a rate it is used with.
  case reserveTooLong(nanoseconds: Int64, rate: RefreshRate)

  /// A wake-up delay is negative or longer than 10 s.
  case wakeDelayOutOfRange(nanoseconds: Int64)

  case unknownStartPolicy(name: String)
  case unknownQueue(name: String)
  case unknownPreset(name: String)
  case noSegments

  /// A segment is not a pair of a rate and a tick count; it has `count` numbers.
  case malformedSegment(index: Int, count: Int)

  /// A segment has fewer than one tick.
  case emptySegment(index: Int, ticks: Int64)

  /// The last segment would start more than 73 years after the first.
  case gridTooLong(index: Int)

  /// An animation asks for a frame rate before its start or after its end.
  case frameRateOutsideAnimation(start: Duration)

  case frameRatesAtOneTime(start: Duration)
  case noFrames

  /// A cost vector has more than 100 million frames.
  case tooManyFrames(count: Int)

  case negativeWork(frame: Int, nanoseconds: Int64)

  /// The work of all frames up to this one takes more than 36 years.
  case workTooLong(frame: Int)

  /// Idle ticks are declared before a frame that does not exist.
  case unknownIdleFrame(key: String, frameCount: Int)

  /// A count of idle ticks is negative, or all counts together exceed one billion.
  case idleTicksOutOfRange(frame: Int, ticks: Int64)

  /// A scale factor is not positive and finite.
  case scaleOutOfRange(given: Double)

  case malformedBudget(text: String, problem: String)

  /// A timeline drops more than a million slots, which is too many to list.
  case tooManyDroppedSlots(count: Int)

  /// A recorded frame cannot come from a display link: its times or ticks contradict each other.
  case malformedRecording(frame: Int, problem: String)

  /// The process was stopped during every frame of a recording.
  case everyFrameStopped(count: Int)

  /// A log of a display has no frame.
  case emptyLog

  /// A line of a log's text cannot be read; the first line and the first column are number 1.
  case malformedLogLine(line: Int, column: Int, problem: String)

  /// A frame of a log cannot come from a display: its times contradict each other.
  case malformedLogFrame(frame: Int, problem: String)
}

extension FrameTimingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .rateOutOfRange(let given):
      "'\(given)' is not a refresh rate. Give a whole number of hertz from 1 to 1000, such as 60."
    case .depthOutOfRange(let given):
      "A pipeline has a depth of 1, 2 or 3, not \(given). Use 1 to show a frame at its next vsync."
    case .negativeReserve(let nanoseconds):
      "A reserve of \(nanoseconds) ns is negative. Give 0 or more, less than one period."
    case .reserveTooLong(let nanoseconds, let rate):
      """
      A reserve of \(nanoseconds) ns leaves nothing of the \(1_000_000_000 / rate.hertz) ns \
      between two vsyncs at \(rate). Give less than one period.
      """
    case .wakeDelayOutOfRange(let nanoseconds):
      """
      A wake-up delay of \(nanoseconds) ns is out of range. \
      Give 0 to \(FrameLimits.longestWakeDelayNs) ns.
      """
    case .unknownStartPolicy(let name):
      "There is no start policy '\(name)'. Use 'coalesce' or 'align'."
    case .unknownQueue(let name): "There is no queue '\(name)'. Use 'fifo' or 'latest'."
    case .unknownPreset(let name):
      "There is no preset '\(name)'. Use strict, apple, apple-triple, android."
    case .noSegments: "There is no refresh rate. Give at least one segment, such as [60, 200]."
    case .malformedSegment(let index, let count):
      """
      Segment \(index) has \(count) numbers. \
      Give two, its rate in hertz and its number of ticks, such as [60, 200].
      """
    case .emptySegment(let index, let ticks):
      "Segment \(index) has \(ticks) ticks. Give at least 1, or leave the segment out."
    case .gridTooLong(let index):
      """
      The segments up to number \(index) last longer than \(VsyncGrid.longestNs) ns. \
      Give fewer ticks; the last segment never ends.
      """
    case .frameRateOutsideAnimation(let start):
      "A frame rate from \(start) on is outside of the animation. Give a time before its end."
    case .frameRatesAtOneTime(let start):
      "There are two frame rates from \(start) on. Leave one out."
    case .noFrames: "The cost vector is empty. Give the work of at least one frame, in nanoseconds."
    case .tooManyFrames(let count):
      """
      The cost vector has \(count) frames, more than \(FrameLimits.largestFrameCount). \
      Split it into several animations.
      """
    case .negativeWork(let frame, let nanoseconds):
      "The work of frame \(frame) is \(nanoseconds) ns. Give 0 or more, or measure it again."
    case .workTooLong(let frame):
      """
      The work up to frame \(frame) takes more than \(FrameLimits.longestWorkNs) ns. \
      Check that the numbers are nanoseconds, or use a smaller scale factor.
      """
    case .unknownIdleFrame(let key, let frameCount):
      """
      Idle ticks are given for frame '\(key)', but the frames are 0 to \(frameCount - 1). \
      Use one of these as the key.
      """
    case .idleTicksOutOfRange(let frame, let ticks):
      """
      \(ticks) idle ticks before frame \(frame) are out of range. \
      Give 0 or more, at most \(FrameLimits.largestIdleTickCount) in total.
      """
    case .scaleOutOfRange(let given):
      "Work cannot be scaled by \(given). Give a factor above 0, such as 1.7."
    case .malformedBudget(let text, let problem):
      """
      '\(text)' is not a frame budget: \(problem). \
      Write it like noDroppedFrames@120, firstFrame=0@60, largestLatency=2@120, \
      largestWork=4ms@60/d2/r1.5ms, largestHitchRatio=5@120, medianFrameWork=2.5x, \
      largestJump=40pt or allocationsPerFrame=0.
      """
    case .tooManyDroppedSlots(let count):
      """
      \(count) slots are dropped, too many to list (the limit is \
      \(FrameLimits.largestListedSlotCount)). Check that the work is in nanoseconds, or split it.
      """
    case .malformedRecording(let frame, let problem):
      "Recorded frame \(frame) is invalid: \(problem). Record the run again."
    case .everyFrameStopped(let count):
      """
      The process was stopped and continued during \(count == 1 ? "the only frame" : "all \(count) frames"). \
      Run it again, for longer.
      """
    case .emptyLog:
      """
      The log has no frame. Record at least one callback of the display link, with \
      \(FrameLimits.logHeader).
      """
    case .malformedLogLine(let line, let column, let problem):
      """
      Line \(line), column \(column) of the log is invalid: \(problem). Write a header \(FrameLimits.logHeader) and a \
      line of seconds for each frame, or a JSON object with these keys per line.
      """
    case .malformedLogFrame(let frame, let problem):
      """
      Frame \(frame) of the log is invalid: \(problem). Record the times as the display link gives \
      them, in seconds of one clock, one log per animation.
      """
    }
  }
}
