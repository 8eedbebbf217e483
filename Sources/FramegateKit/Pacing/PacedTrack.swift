import FrameModel

/// The frames of a run, whose memory is allocated before the first one.
struct PacedTrack {
  /// What the clocks showed around one frame.
  struct Reading {
    var tick = 0

    /// Whether the process was stopped and continued since the end of the frame before.
    var isStopped = false
    var startNs: Int64 = 0
    var endNs: Int64 = 0
    var cpuNs: Int64 = 0
    var counters: ThreadCounters?
  }

  private(set) var count = 0
  private var readings: [Reading]

  init(capacity: Int) {
    // Filled, not only reserved: this touches the pages now, so that no frame pays for the faults.
    readings = Array(repeating: Reading(), count: capacity)
  }

  var hasRoom: Bool { count < readings.count }

  mutating func append(_ reading: Reading) {
    readings[count] = reading
    count += 1
  }

  /// The frames so far, without those during which the process was stopped.
  func recording(
    rate: RefreshRate, grid: VsyncGrid, depth: Int, reserveNs: Int64, systemClockJumpNs: Int64
  ) throws(FrameTimingError) -> PacedRecording {
    func recording(
      of readings: [Reading], stops: [PacedStop] = []
    ) throws(FrameTimingError) -> PacedRecording {
      try PacedRecording(
        rate: rate, grid: grid, depth: depth, reserveNs: reserveNs,
        beginTick: readings.map(\.tick), startNs: readings.map(\.startNs),
        endNs: readings.map(\.endNs), cpuNs: readings.map(\.cpuNs),
        counters: PacedCounters(readings.map(\.counters)), stops: stops,
        systemClockJumpNs: systemClockJumpNs)
    }
    let served = Array(readings.prefix(count))
    let all = try recording(of: served)
    guard served.contains(where: \.isStopped) else { return all }
    let hit = StoppedFrames(served.map(\.isStopped), in: all)
    guard hit.isHit.contains(false) else { throw .everyFrameStopped(count: count) }
    return try recording(of: hit.rest(of: served), stops: hit.stops)
  }
}
