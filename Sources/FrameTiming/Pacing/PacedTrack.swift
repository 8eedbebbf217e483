/// The arrays of a run, allocated before its first frame.
struct PacedTrack {
  private(set) var count = 0
  private let capacity: Int
  private var beginTick: [Int]
  private var startNs: [Int64]
  private var endNs: [Int64]
  private var cpuNs: [Int64]

  init(capacity: Int) {
    self.capacity = capacity
    // Filled, not reserved: writing touches the pages, so that no frame pays for that.
    beginTick = Array(repeating: 0, count: capacity)
    startNs = Array(repeating: 0, count: capacity)
    (endNs, cpuNs) = (startNs, startNs)
    // The first write to a shared array copies it; let that happen here.
    endNs[0] = 0
    cpuNs[0] = 0
  }

  var hasRoom: Bool { count < capacity }

  mutating func append(tick: Int, startNs: Int64, endNs: Int64, cpuNs: Int64) {
    beginTick[count] = tick
    self.startNs[count] = startNs
    self.endNs[count] = endNs
    self.cpuNs[count] = cpuNs
    count += 1
  }

  /// The frames so far, judged.
  func recording(
    rate: RefreshRate, depth: Int, reserveNs: Int64
  ) throws(FrameTimingError) -> PacedRecording {
    try PacedRecording(
      rate: rate, depth: depth, reserveNs: reserveNs, beginTick: Array(beginTick.prefix(count)),
      startNs: Array(startNs.prefix(count)), endNs: Array(endNs.prefix(count)),
      cpuNs: Array(cpuNs.prefix(count)))
  }
}
