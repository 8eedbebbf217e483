/// How much longer all work may take before a replay drops a frame.
public enum Headroom: Hashable, Sendable {
  /// The replay drops nothing with all work multiplied by this factor, and does with the next
  /// larger factor.
  ///
  /// Factors are multiples of 0.001 up to 10, and have four digits above. Below 1, the replay drops
  /// frames as it is, and the factor is what work must shrink to. 0 means that it drops frames even
  /// without work, because the worker wakes up too late.
  case factor(Double)

  /// No factor up to one million drops anything: there is a single frame, or no frame has work.
  case unlimited
}

extension FrameReplay {
  /// The largest factor on all work up to which this replay of `costs` drops nothing.
  ///
  /// Drops do not always grow with the factor: a first frame that misses its slot delays all
  /// others, which drops nothing and gives them time. So the search starts at the factor at which
  /// every frame certainly fits, goes up in strides of 0.1 %, and bisects the first stride that
  /// ends in a drop. With more than 4,096 frames the strides are 3 %.
  ///
  /// - Parameter costs: The work at a factor of 1.
  /// - Returns: The factor by which a machine may be slower and still show every frame.
  /// - Complexity: Tens to thousands of replays, each up to its first drop.
  public func headroom(of costs: CostVector) -> Headroom {
    HeadroomSearch(replay: self, costs: costs).run()
  }
}

/// Looks for the first factor on all work that drops a frame.
struct HeadroomSearch {
  /// The most frames that are searched in strides of 0.1 %; more are searched in strides of 3 %.
  private static let mostFramesInFineStrides = 4_096

  /// The number of the largest factor, one million; number 0 is 0.
  static let lastStep = 55_000

  let replay: FrameReplay
  let costs: CostVector

  /// The factor with this number: in steps of 0.001 up to 10, then 9,000 per power of ten.
  static func factor(step: Int) -> Double {
    guard step > 10_000 else { return Double(step) / 1_000 }
    let (decade, rest) = (step - 10_000).quotientAndRemainder(dividingBy: 9_000)
    let digits = Double(1_000 + rest)
    // Dividing by 100 or 10 gives the double nearest to the decimal; multiplying by 0.01 does not.
    return decade < 2 ? digits / [100, 10][decade] : digits * [1, 10, 100, 1_000][decade - 2]
  }

  func run() -> Headroom {
    guard dropsNothing(step: 0) else { return .factor(0) }
    var clean = lastCertainStep()
    let isShort = costs.frameCount <= Self.mostFramesInFineStrides
    let strides = isShort ? 1_024 : 32
    var failing: Int?
    while failing == nil {
      guard clean < Self.lastStep else { return .unlimited }
      let step = min(Self.lastStep, clean + max(1, clean / strides))
      if dropsNothing(step: step) { clean = step } else { failing = step }
    }
    guard var failing else { return .unlimited }
    while failing - clean > 1 {
      let middle = (clean + failing) / 2
      if dropsNothing(step: middle) { clean = middle } else { failing = middle }
    }
    return .factor(Self.factor(step: clean))
  }

  /// The largest step at which every frame takes no longer than the shortest slot allows.
  private func lastCertainStep() -> Int {
    let settings = replay.settings
    let limit = replay.grid.shortestPeriod - settings.reserveNs - settings.wakeDelayNs
    let largest = costs.largestWorkNs
    var low = 0
    var high = Self.lastStep + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      let work = CostVector.scale(largest, by: Self.factor(step: middle))
      if let work, work <= limit { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a replay with all work multiplied by the factor drops nothing; stops at the first
  /// drop.
  ///
  /// Work that is too long to be replayed counts as dropping nothing, so the search ends as
  /// unlimited.
  func dropsNothing(step: Int) -> Bool {
    let factor = Self.factor(step: step)
    guard Double(costs.totalWorkNs) * factor < Double(CostVector.longestWorkNs / 2) else {
      return true
    }
    var presenter = FramePresenter(
      scheduler: FrameScheduler(grid: replay.grid, settings: replay.settings))
    var pauses = costs.pauses[...]
    for frame in costs.workNs.indices {
      let idleTicks = pauses.takeTicks(before: frame)
      let awaited = presenter.scheduler.beginTick + 1
      let workNs = CostVector.scale(costs.workNs[frame], by: factor) ?? 0
      _ = presenter.scheduler.serve(idleTicks: idleTicks, workNs: workNs)
      presenter.show(awaited: awaited, idleTicks: idleTicks)
      if presenter.tally.settledCount > 0 { return false }
    }
    return presenter.tally.droppedCount == 0
  }
}
