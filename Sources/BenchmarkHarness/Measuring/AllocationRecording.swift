/// Allocations frame by frame, recorded into arrays that are ready before the first frame.
struct AllocationRecording {
  private let counter: AllocationCounter
  private var totals: [Allocations]
  private var frameCount = 0
  private var bytesSeen: UInt64 = 0

  /// Whether requests can only come from this thread, so that its byte counter tells whether there
  /// were any.
  private let isOnlyThread: Bool

  init(frameCount: Int, counter: AllocationCounter, isOnlyThread: Bool) {
    self.counter = counter
    self.isOnlyThread = isOnlyThread
    totals = Array(repeating: Allocations(bytes: 0, count: 0), count: frameCount + 2)
  }

  /// Marks the start of the first frame.
  mutating func start() {
    frameCount = 0
    totals[0] = counter.total
    bytesSeen = counter.bytesOfThisThread
  }

  /// Marks the end of a frame; allocates nothing.
  ///
  /// Every request asks for at least a byte, so where this thread is alone and its byte counter did
  /// not move, nothing was requested, and the dear reading is spared.
  mutating func endFrame() {
    let bytes = counter.bytesOfThisThread
    let isUnchanged = isOnlyThread && bytes == bytesSeen
    totals[frameCount + 1] = isUnchanged ? totals[frameCount] : counter.total
    bytesSeen = bytes
    frameCount += 1
  }

  /// What each frame asked for.
  var perFrame: [Allocations] {
    (0..<frameCount).map { totals[$0 + 1] - totals[$0] }
  }

  /// The most that one of the frames after the first asked for, in bytes.
  var steadyBytes: Int {
    perFrame.dropFirst().map(\.bytes).max() ?? 0
  }
}
