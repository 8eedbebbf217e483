/// The arrays of a run, allocated before its first frame.
struct PacedTrack {
  private(set) var count = 0
  private let capacity: Int
  private var beginTick: [Int]
  private var startNs: [Int64]
  private var endNs: [Int64]
  private var cpuNs: [Int64]
  private var runQueueNs: [Int64]
  private var involuntarySwitches: [Int64]
  private var minorFaults: [Int64]
  private var majorFaults: [Int64]
  private var isStopped: [Bool]

  /// Whether every frame had counters, and a time in the run queue.
  private var hasCounters = true
  private var hasRunQueue = true

  init(capacity: Int) {
    self.capacity = capacity
    // Filled and not only reserved: writing touches the pages now, so that no frame pays for it.
    beginTick = Array(repeating: 0, count: capacity)
    startNs = Array(repeating: 0, count: capacity)
    endNs = Array(repeating: 0, count: capacity)
    cpuNs = Array(repeating: 0, count: capacity)
    runQueueNs = Array(repeating: 0, count: capacity)
    involuntarySwitches = Array(repeating: 0, count: capacity)
    minorFaults = Array(repeating: 0, count: capacity)
    majorFaults = Array(repeating: 0, count: capacity)
    isStopped = Array(repeating: false, count: capacity)
  }

  var hasRoom: Bool { count < capacity }

  mutating func append(
    tick: Int, isStopped: Bool, startNs: Int64, endNs: Int64, cpuNs: Int64,
    _ counters: ThreadCounters?
  ) {
    self.isStopped[count] = isStopped
    hasCounters = hasCounters && counters != nil
    hasRunQueue = hasRunQueue && counters?.runQueueNs != nil
    runQueueNs[count] = counters?.runQueueNs ?? 0
    involuntarySwitches[count] = counters?.involuntarySwitches ?? 0
    minorFaults[count] = counters?.minorFaults ?? 0
    majorFaults[count] = counters?.majorFaults ?? 0
    beginTick[count] = tick
    self.startNs[count] = startNs
    self.endNs[count] = endNs
    self.cpuNs[count] = cpuNs
    count += 1
  }

  /// The frames so far, judged without those that stops of the process hit.
  func recording(
    rate: RefreshRate, grid: VsyncGrid, depth: Int, reserveNs: Int64, systemClockJumpNs: Int64
  ) throws(FrameTimingError) -> PacedRecording {
    let all = try PacedRecording(
      rate: rate, grid: grid, depth: depth, reserveNs: reserveNs,
      beginTick: Array(beginTick.prefix(count)), startNs: Array(startNs.prefix(count)),
      endNs: Array(endNs.prefix(count)), cpuNs: Array(cpuNs.prefix(count)), counters: counters,
      systemClockJumpNs: systemClockJumpNs)
    guard isStopped.prefix(count).contains(true) else { return all }
    return try all.leavingOut(StoppedFrames(Array(isStopped.prefix(count)), in: all.timeline))
  }

  private var counters: PacedCounters? {
    guard hasCounters else { return nil }
    return PacedCounters(
      runQueueNs: hasRunQueue ? Array(runQueueNs.prefix(count)) : nil,
      involuntarySwitches: Array(involuntarySwitches.prefix(count)),
      minorFaults: Array(minorFaults.prefix(count)), majorFaults: Array(majorFaults.prefix(count)))
  }
}
