/// Looks for the first factor on all work that drops a frame.
public struct HeadroomSearch {
  /// The largest factor that is tried.
  public static let largestFactor = 1_000_000.0

  /// The most frames that are searched in strides of 0.1 %; more are searched in strides of 3 %.
  public static let mostFramesInFineStrides = 4_096

  /// The number of the largest factor; number 0 is 0.
  static let lastStep = 55_000

  let replay: FrameReplay
  let costs: CostVector

  /// The factor with a number: 0.001 apart up to 10, then 9000 to a power of ten.
  static func factor(step: Int) -> Double {
    guard step > 10_000 else { return Double(step) / 1_000 }
    let (decade, rest) = (step - 10_000).quotientAndRemainder(dividingBy: 9_000)
    let digits = Double(1_000 + rest)
    // Dividing by 100 or 10 gives the double nearest to the decimal, a product with 0.01 does not.
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
    var (low, high) = (0, Self.lastStep + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      let work = CostVector.scale(largest, by: Self.factor(step: middle))
      if let work, work <= limit { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether a replay with all work times the factor drops nothing; stops at the first drop.
  ///
  /// Work too long to be replayed counts as nothing dropped: all that is in its way is the limit.
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
