import CThreads

/// The memory of a recorder; the recorded thread keeps its address.
///
/// All of it is allocated before the first frame, so that recording allocates nothing.
@usableFromInline
struct SignpostStorage {
  /// An interval of the frame that is being recorded.
  struct Interval {
    let place: SignpostPlace

    /// The index of the interval around it; -1 for none.
    let parent: Int32

    /// The index of the clock reading at which it begins.
    let begin: Int32

    /// The index of the clock reading at which it ends; -1 while it is open.
    var end: Int32
  }

  static let mostIntervals = 4_096

  /// The number of the current frame, so that an interval of an earlier frame is recognized.
  private(set) var frame: UInt32 = 0

  /// What is wrong with the marks of this frame; if not nil, nothing more is recorded.
  private(set) var problem: SignpostProblem?

  let intervals: UnsafeMutableBufferPointer<Interval>
  private(set) var intervalCount = 0

  /// The clock readings in order: the frame's start, the begins and ends of intervals, the frame's
  /// end.
  let readings: UnsafeMutableBufferPointer<Int64>
  private(set) var readingCount = 0

  /// The index of the innermost open interval; -1 for none.
  private var open: Int32 = -1

  init() {
    intervals = .allocate(capacity: Self.mostIntervals)
    readings = .allocate(capacity: 2 * Self.mostIntervals + 2)
  }

  func deallocate() {
    intervals.deallocate()
    readings.deallocate()
  }

  mutating func beginFrame() {
    frame &+= 1
    problem = nil
    intervalCount = 0
    readingCount = 0
    open = -1
    read()
  }

  mutating func endFrame() {
    read()
    guard problem == nil, open >= 0 else { return }
    problem = .leftOpen(intervals[Int(open)].place)
  }

  private mutating func read() {
    readings[readingCount] = framegate_signpost_time()
    readingCount += 1
  }

  private mutating func begin(
    _ name: StaticString, _ file: StaticString, _ line: UInt32
  ) -> FrameSignpostIntervalState {
    guard problem == nil else { return FrameSignpostIntervalState() }
    guard intervalCount < Self.mostIntervals else {
      problem = .tooMany(SignpostPlace(name: name, file: file, line: line))
      return FrameSignpostIntervalState()
    }
    let index = Int32(intervalCount)
    intervals.initializeElement(
      at: intervalCount,
      to: Interval(
        place: SignpostPlace(name: name, file: file, line: line), parent: open,
        begin: Int32(readingCount), end: -1))
    intervalCount += 1
    open = index
    // Reads the clock last, so that the interval includes as little of the recorder as possible.
    read()
    return FrameSignpostIntervalState(index: index, frame: frame)
  }

  private mutating func end(
    _ name: StaticString, _ state: FrameSignpostIntervalState, _ file: StaticString, _ line: UInt32
  ) {
    guard problem == nil else { return }
    // Reads the clock first, for the same reason; for a wrong end, the reading is not kept.
    readings[readingCount] = framegate_signpost_time()
    let end = SignpostPlace(name: name, file: file, line: line)
    // A frame of another recorder may have the same number and more intervals.
    guard state.index >= 0, Int(state.index) < intervalCount, state.frame == frame else {
      problem = .endedElsewhere(end)
      return
    }
    let index = Int(state.index)
    guard intervals[index].end < 0 else {
      problem = .endedTwice(end)
      return
    }
    guard state.index == open else {
      problem = .crossed(end, open: intervals[Int(open)].place)
      return
    }
    guard intervals[index].place.hasName(name) else {
      problem = .otherName(end, begin: intervals[index].place)
      return
    }
    intervals[index].end = Int32(readingCount)
    readingCount += 1
    open = intervals[index].parent
  }
}

// The functions that marks call, with the address that the thread keeps.
extension SignpostStorage {
  @usableFromInline
  static func begin(
    _ recorder: UnsafeMutableRawPointer, _ name: StaticString, _ file: StaticString, _ line: UInt32
  ) -> FrameSignpostIntervalState {
    recorder.assumingMemoryBound(to: SignpostStorage.self).pointee.begin(name, file, line)
  }

  @usableFromInline
  static func end(
    _ recorder: UnsafeMutableRawPointer, _ name: StaticString, _ state: FrameSignpostIntervalState,
    _ file: StaticString, _ line: UInt32
  ) { recorder.assumingMemoryBound(to: SignpostStorage.self).pointee.end(name, state, file, line) }
}
