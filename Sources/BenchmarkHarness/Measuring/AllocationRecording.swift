/// Records allocations frame by frame, into arrays that are allocated before the first frame.
struct AllocationRecording {
  private let counter: AllocationCounter
  private var totals: [Allocations]
  private var frameCount = 0
  private var bytesSeen: UInt64 = 0

  /// Whether this is the only thread, so that its byte counter shows every request.
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
  /// Every request asks for at least one byte. If this is the only thread and its byte counter did
  /// not change, nothing was requested, and the expensive read is skipped.
  mutating func endFrame() {
    let bytes = counter.bytesOfThisThread
    let isUnchanged = isOnlyThread && bytes == bytesSeen
    totals[frameCount + 1] = isUnchanged ? totals[frameCount] : counter.total
    bytesSeen = bytes
    frameCount += 1
  }

  /// The requests of each frame.
  var perFrame: [Allocations] { (0..<frameCount).map { totals[$0 + 1] - totals[$0] } }

  /// The most bytes that any frame after the first requested.
  var steadyBytes: Int { perFrame.dropFirst().map(\.bytes).max() ?? 0 }
}
