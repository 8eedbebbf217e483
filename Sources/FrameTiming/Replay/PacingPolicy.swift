/// How an animation chooses its frame rate when frames take too long.
///
/// A policy only chooses among the whole fractions of the display's rate, such as 60, 30 and 20 Hz
/// of 60 Hz. The animation follows the clock: at 30 Hz, every second frame is never made.
public enum PacingPolicy: String, CaseIterable, Hashable, Codable, Sendable {
  /// The display's rate, whatever frames take.
  case fixed

  /// Half the rate after a late frame; twice the rate again after half a second in which every
  /// frame would have been on time at that rate.
  case halving

  /// The highest rate whose interval is as long as the mean work of the last eight frames, plus the
  /// reserve.
  case average
}

extension PacingPolicy {
  /// How many frames ``average`` looks back on.
  static let framesOfAverage = 8

  /// How long frames must be on time before ``halving`` doubles the rate again, in nanoseconds.
  static let recoveryNs: Int64 = 500_000_000
}

extension FrameReplay {
  /// What the display shows of an animation whose rate a policy chooses.
  ///
  /// Entry *i* of the costs is the work of the frame for tick *i* at the display's rate. A frame is
  /// made for its own tick, so entries whose tick is skipped are never made. A new rate holds from
  /// the next begin tick on, and slots are those of the rate in use.
  ///
  /// - Parameters:
  ///   - costs: The work of every frame at the display's rate.
  ///   - policy: How the rate is chosen.
  /// - Returns: The frames that were made.
  /// - Throws: ``FrameTimingError/policyNeedsOneRate(count:)`` when the grid changes its rate
  ///   itself, ``FrameTimingError/gridTooLong(index:)`` when a change is later than 73 years.
  /// - Complexity: O(frames · log changes).
  public func timeline(
    of costs: CostVector, pacedBy policy: PacingPolicy
  ) throws(FrameTimingError) -> FrameTimeline {
    guard grid.segments.count == 1 else { throw .policyNeedsOneRate(count: grid.segments.count) }
    let display = grid.segments[0].rate
    var scheduler = FrameScheduler(grid: grid, settings: settings)
    var pacer = Pacer(policy, display: display, settings: settings)
    var clock = AnimationClock(costs, rate: display)
    var made = MadeFrames()
    while let due = clock.nextDueNs {
      let first = scheduler.beginTick + 1
      let awaited = max(first, scheduler.grid.firstVsync(notBefore: due))
      let startNs = scheduler.begin(awaiting: awaited)
      let tick = scheduler.beginTick
      // The rate that was chosen after the last frame holds from here on.
      if tick > 0 { try scheduler.grid.change(to: pacer.rate, at: tick) }
      let workNs = clock.takeWork(at: scheduler.grid.vsync(tick))
      scheduler.endNs = startNs + workNs
      made.append(
        tick: tick, startNs: startNs, endNs: scheduler.endNs, idleTicks: awaited - first)
      pacer.note(workNs: workNs, endNs: scheduler.endNs, tick: tick, on: scheduler.grid)
    }
    return FrameTimeline(
      grid: scheduler.grid, settings: settings, pauses: made.pauses, replayedWorkNs: nil,
      beginTick: made.beginTick, startNs: made.startNs, endNs: made.endNs)
  }
}

/// The frames that a policy made.
private struct MadeFrames {
  var beginTick: [Int] = []
  var startNs: [Int64] = []
  var endNs: [Int64] = []
  var pauses: [CostVector.Pause] = []

  mutating func append(tick: Int, startNs: Int64, endNs: Int64, idleTicks: Int) {
    if idleTicks > 0, !beginTick.isEmpty {
      pauses.append(CostVector.Pause(frame: beginTick.count, ticks: idleTicks))
    }
    beginTick.append(tick)
    self.startNs.append(startNs)
    self.endNs.append(endNs)
  }
}

/// Which frame of an animation belongs to which time.
private struct AnimationClock {
  private let costs: CostVector
  private let rate: RefreshRate
  private var pauses: ArraySlice<CostVector.Pause>

  /// The next entry that may be made, and the tick of the display's rate that it belongs to; the
  /// tick is the number of entries and idle ticks before it.
  private var entry = 0
  private var tick = 0

  init(_ costs: CostVector, rate: RefreshRate) {
    self.costs = costs
    self.rate = rate
    pauses = costs.pauses[...]
  }

  /// When the next entry is due, in nanoseconds; nil after the last one.
  var nextDueNs: Int64? {
    // Rates round their vsyncs apart, by a nanosecond at most.
    entry < costs.frameCount ? max(0, rate.vsyncNs(tick) - 1) : nil
  }

  /// The work of the newest entry that is due, after which the next one follows.
  mutating func takeWork(at time: Int64) -> Int64 {
    var work = costs.workNs[entry]
    repeat {
      work = costs.workNs[entry]
      entry += 1
      tick += 1 + pauses.takeTicks(before: entry)
    } while entry < costs.frameCount && rate.vsyncNs(tick) <= time + 1
    return work
  }
}

/// Chooses the rate by what frames took.
private struct Pacer {
  private let policy: PacingPolicy
  private let settings: ReplaySettings

  /// The rates to choose from, descending; the first is the display's.
  private let rates: [RefreshRate]
  private var level = 0

  /// The work of the last frames, and the sum of it.
  private var recentNs: [Int64] = []
  private var sumNs: Int64 = 0
  private var next = 0

  /// How long all frames would have been on time at the next higher rate.
  private var calmNs: Int64 = 0

  init(_ policy: PacingPolicy, display: RefreshRate, settings: ReplaySettings) {
    self.policy = policy
    self.settings = settings
    let fractions = display.offeredRates
    rates =
      switch policy {
      case .fixed: [display]
      case .average: fractions
      case .halving:
        fractions.dropFirst().reduce(into: [display]) { rates, rate in
          if 2 * rate.hertz <= rates[rates.count - 1].hertz { rates.append(rate) }
        }
      }
  }

  /// The rate from the next frame on.
  var rate: RefreshRate { rates[level] }

  /// Takes the frame that was made at a tick into account.
  mutating func note(workNs: Int64, endNs: Int64, tick: Int, on grid: VsyncGrid) {
    switch policy {
    case .fixed: break
    case .halving: halve(endNs: endNs, tick: tick, on: grid)
    case .average: follow(workNs)
    }
  }

  private mutating func halve(endNs: Int64, tick: Int, on grid: VsyncGrid) {
    if endNs > grid.vsync(tick + settings.depth) - settings.reserveNs {
      level = min(level + 1, rates.count - 1)
      calmNs = 0
    } else if level > 0 {
      let higher = rates[level - 1].vsyncNs(settings.depth) - settings.reserveNs
      let isCalm = endNs - grid.vsync(tick) <= higher
      calmNs = isCalm ? calmNs + grid.period(tick) : 0
      guard calmNs >= PacingPolicy.recoveryNs else { return }
      level -= 1
      calmNs = 0
    }
  }

  private mutating func follow(_ workNs: Int64) {
    if recentNs.count < PacingPolicy.framesOfAverage {
      recentNs.append(workNs)
    } else {
      sumNs -= recentNs[next]
      recentNs[next] = workNs
      next = (next + 1) % recentNs.count
    }
    sumNs += workNs
    let needed = sumNs / Int64(recentNs.count) + settings.reserveNs
    level = rates.firstIndex { $0.vsyncNs(1) >= needed } ?? rates.count - 1
  }
}
