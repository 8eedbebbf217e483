/// How much longer all work may take before a limit is exceeded.
public enum Headroom: Hashable, Sendable {
  /// The limit is kept with all work multiplied by this factor, and exceeded with the next larger
  /// factor.
  ///
  /// Factors are multiples of 0.001 up to 10, and have four digits above. A factor below 1 means
  /// that the limit is exceeded now, and that work must shrink by this factor. 0 means that it is
  /// exceeded even without work: the worker wakes up too late, or the limit is too strict.
  case factor(Double)

  /// No factor up to one million exceeds it.
  case unlimited
}

extension Headroom {
  package var factor: Double? { if case .factor(let factor) = self { factor } else { nil } }
}

extension Headroom: Comparable {
  public static func < (left: Headroom, right: Headroom) -> Bool {
    switch (left, right) {
    case (.factor(let left), .factor(let right)): left < right
    case (.factor, .unlimited): true
    case (.unlimited, _): false
    }
  }
}

extension FrameReplay {
  /// The largest factor on all work up to which this replay of `costs` drops nothing.
  ///
  /// Drops do not always increase with the factor: a first frame that misses its slot delays all
  /// others, which drops nothing and gives them time. So the search starts at a factor at which
  /// every frame certainly fits, goes up in strides of 0.1 %, and bisects the first stride that
  /// ends in a drop. With more than 4,096 frames, the strides are 3 %. A stride is not replayed if
  /// every frame starts and is ready in the same slots throughout.
  ///
  /// - Parameter costs: The work at a factor of 1.
  /// - Returns: The factor by which a machine may be slower and still show every frame.
  /// - Complexity: Tens to thousands of replays, each up to its first drop.
  public func headroom(of costs: CostVector) -> Headroom {
    headroom(of: costs, within: .noDroppedFrames)
  }

  /// The largest factor on all work up to which this replay of `costs` stays within `limit`.
  ///
  /// The search is that of ``headroom(of:)``.
  package func headroom(of costs: CostVector, within limit: FrameBudget.FrameLimit) -> Headroom {
    HeadroomSearch(replay: self, costs: costs, limit: limit).run()
  }
}

/// How much longer all work of a replay may take before the effect is visible.
package struct ReplayHeadroom: Hashable, Sendable {
  /// The largest factor at which no frame is dropped.
  package let noDroppedFrames: Headroom

  /// The largest factor at which the first frame is on time.
  package let firstFrame: Headroom

  package init(_ replay: FrameReplay, of costs: CostVector) {
    noDroppedFrames = replay.headroom(of: costs)
    firstFrame = replay.headroom(of: costs, within: .firstFrame(lateBy: 0))
  }
}

/// The budget that is exceeded first if all work takes longer, and the factor up to which it is
/// kept.
package struct TightestBudget: Hashable, Sendable {
  package let budget: FrameBudget
  package let headroom: Headroom
}

extension TightestBudget {
  /// Finds the first budget with the smallest factor, or nil if no budget applies.
  ///
  /// Ignores budgets for other rates, for allocations, for jumps and, without `relativeWork`, for
  /// work in reference frames. `costs` were sampled at `rate`, on `grid` if it is not nil.
  package init?(
    of budgets: [FrameBudget], costs: CostVector, relativeWork: [Double]? = nil,
    isWarm: Bool = false, at rate: RefreshRate, on grid: VsyncGrid? = nil
  ) {
    let found = budgets.compactMap { budget -> TightestBudget? in
      switch budget.limit {
      case .frames(let limit, let display) where display.rate == rate:
        return TightestBudget(
          budget: budget,
          headroom: FrameReplay(on: display, grid).headroom(of: costs, within: limit))
      case .work(let group, let most, let warm):
        return relativeWork.map {
          TightestBudget(
            budget: budget, headroom: group.headroom(within: isWarm ? warm : most, of: $0))
        }
      case .frames, .allocationsPerFrame, .allocations, .largestJump: return nil
      }
    }
    guard let tightest = found.min(by: { $0.headroom < $1.headroom }) else { return nil }
    self = tightest
  }
}

/// Looks for the first factor on all work that exceeds a limit.
struct HeadroomSearch {
  /// The maximum number of frames that are searched in strides of 0.1 %; more are searched in
  /// strides of 3 %.
  private static let mostFramesInFineStrides = 4_096

  /// The number of the largest factor, which is one million; the factor with number 0 is 0.
  static let lastStep = 55_000

  let replay: FrameReplay
  let costs: CostVector
  let limit: FrameBudget.FrameLimit

  /// The factor with this number: in steps of 0.001 up to 10, then 9,000 per power of ten.
  static func factor(step: Int) -> Double {
    guard step > 10_000 else { return Double(step) / 1_000 }
    let (decade, rest) = (step - 10_000).quotientAndRemainder(dividingBy: 9_000)
    let digits = Double(1_000 + rest)
    // Dividing by 100 or 10 gives the double nearest to the decimal; multiplying by 0.01 does not.
    return decade < 2 ? digits / [100, 10][decade] : digits * [1, 10, 100, 1_000][decade - 2]
  }

  func run() -> Headroom {
    guard isKept(step: 0) else { return .factor(0) }
    var clean = lastCertainStep()
    let isShort = costs.frameCount <= Self.mostFramesInFineStrides
    let strides = isShort ? 1_024 : 32
    var equal = clean
    var failing = clean
    while failing == clean {
      guard clean < Self.lastStep else { return .unlimited }
      failing = min(Self.lastStep, clean + max(1, clean / strides))
      if failing > equal {
        guard isKept(step: failing) else { break }
        equal = lastEqualStep(failing)
      }
      clean = failing
    }
    let last = Self.lastStep(from: clean, before: failing) { isKept(step: $0) }
    return .factor(Self.factor(step: last))
  }

  /// The last step up to which every frame starts at the same tick and is ready in the same slot,
  /// so that a limit on slots has the same outcome; `step` itself for a limit on times.
  ///
  /// Between two such changes, the end of a frame moves linearly with the factor, by the work since
  /// the worker last waited. Rounding is taken at its worst.
  func lastEqualStep(_ step: Int) -> Int {
    switch limit {
    case .noDroppedFrames, .largestLatency, .largestHitchRatio: break
    case .firstFrame, .largestWork: return step
    }
    let factor = Self.factor(step: step)
    let (grid, settings) = (replay.grid, replay.settings)
    guard Double(costs.totalWorkNs) * factor < Double(CostVector.longestWorkNs / 2) else {
      return step
    }
    var growth = Double.infinity
    var chain = (workNs: Int64(0), frames: Int64(0))
    /// Limits the growth so that `time` stays at or before `boundary`.
    func keep(_ time: Int64, to boundary: Int64) {
      guard chain.workNs > 0 else { return }
      growth = min(growth, Double(boundary - time - chain.frames) / Double(chain.workNs))
    }
    var scheduler = FrameScheduler(grid: grid, settings: settings)
    var pauses = costs.pauses[...]
    for frame in costs.workNs.indices {
      let free = scheduler.endNs
      let idleTicks = pauses.takeTicks(before: frame)
      let awaited = scheduler.beginTick + 1 + idleTicks
      let work = CostVector.scale(costs.workNs[frame], by: factor) ?? 0
      let start = scheduler.serve(idleTicks: idleTicks, workNs: work)
      let tick = scheduler.beginTick
      if free <= grid.vsync(awaited) {
        keep(free, to: grid.vsync(awaited))
      } else {
        let isCoalesced = settings.startPolicy == .coalesce
        keep(free, to: isCoalesced ? grid.vsync(tick + 1) - 1 : grid.vsync(tick))
      }
      if start > free {
        keep(free, to: start)
        chain = (0, 0)
      }
      chain = (chain.workNs + costs.workNs[frame], chain.frames + 1)
      let end = scheduler.endNs
      let deadline = grid.vsync(tick + settings.depth) - settings.reserveNs
      let ready = grid.firstVsync(notBefore: end + settings.reserveNs)
      keep(end, to: end <= deadline ? deadline : grid.vsync(ready) - settings.reserveNs)
      if growth <= 0 { return step }
    }
    let end = factor + growth * (1 - 1e-6)
    return Self.lastStep(from: step) { Self.factor(step: $0) <= end }
  }

  /// The last step before `end` that meets a condition, found by bisection; `first` must meet it.
  private static func lastStep(
    from first: Int, before end: Int = lastStep + 1, where isMet: (Int) -> Bool
  ) -> Int {
    var (low, high) = (first, end)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isMet(middle) { low = middle } else { high = middle }
    }
    return low
  }

  /// The largest step at which every frame certainly stays within the limit and the shortest slot.
  private func lastCertainStep() -> Int {
    let settings = replay.settings
    var limit = replay.grid.shortestPeriod - settings.reserveNs - settings.wakeDelayNs
    if case .largestWork(let most) = self.limit { limit = min(limit, most) }
    let largest = costs.largestWorkNs
    return Self.lastStep(from: 0) { step in
      CostVector.scale(largest, by: Self.factor(step: step)).map { $0 <= limit } ?? false
    }
  }

  /// Whether a replay with all work multiplied by the step's factor stays within the limit; stops
  /// at the first frame that does not.
  ///
  /// Work that is too long to be replayed counts as within the limit, so that the search ends with
  /// `unlimited`.
  func isKept(step: Int) -> Bool {
    let factor = Self.factor(step: step)
    guard Double(costs.totalWorkNs) * factor < Double(CostVector.longestWorkNs / 2) else {
      return true
    }
    switch limit {
    case .noDroppedFrames:
      return isKept(factor, atEnd: { $0.tally.droppedCount == 0 }) { $0.tally.settledCount == 0 }
    case .largestLatency(let most):
      return isKept(factor) { $0.tally.lastSlot - $0.scheduler.beginTick <= most }
    case .firstFrame(let most): return firstFrameDelay(factor) <= most
    case .largestWork(let most):
      return CostVector.scale(costs.largestWorkNs, by: factor).map { $0 <= most } ?? false
    case .largestHitchRatio(let most):
      guard let scaled = try? costs.scaled(by: factor) else { return true }
      return replay.timeline(of: scaled).hitchRatio <= most
    }
  }

  /// Shows frames in order, and returns whether one condition holds after every frame and the other
  /// one after the last.
  private func isKept(
    _ factor: Double, atEnd: (FramePresenter) -> Bool = { _ in true },
    afterEach: (FramePresenter) -> Bool
  ) -> Bool {
    var presenter = FramePresenter(
      scheduler: FrameScheduler(grid: replay.grid, settings: replay.settings))
    var pauses = costs.pauses[...]
    for frame in costs.workNs.indices {
      show(frame, factor, pauses.takeTicks(before: frame), with: &presenter)
      if !afterEach(presenter) { return false }
    }
    return atEnd(presenter)
  }

  private func show(
    _ frame: Int, _ factor: Double, _ idleTicks: Int, with presenter: inout FramePresenter
  ) {
    let awaited = presenter.scheduler.beginTick + 1
    let workNs = CostVector.scale(costs.workNs[frame], by: factor) ?? 0
    _ = presenter.scheduler.serve(idleTicks: idleTicks, workNs: workNs)
    presenter.show(awaited: awaited, idleTicks: idleTicks)
  }

  /// The number of slots from the first frame's target to the slot that shows it.
  private func firstFrameDelay(_ factor: Double) -> Int {
    var presenter = FramePresenter(
      scheduler: FrameScheduler(grid: replay.grid, settings: replay.settings))
    show(0, factor, 0, with: &presenter)
    return presenter.tally.lastSlot - presenter.scheduler.beginTick - replay.settings.depth
  }
}
