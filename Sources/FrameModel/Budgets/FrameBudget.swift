/// What a scenario's frames may cost, declared with the scenario.
///
///     budget: [.noDroppedFrames(at: .hz60), .largestWork(.milliseconds(4), at: .hz120)]
///
/// As text, on a command line or in a file: `noDroppedFrames@60`, `largestWork=4ms@120`; see
/// ``description``.
public struct FrameBudget: Hashable, Sendable {
  package enum Limit: Hashable, Sendable {
    /// A limit on frames that are replayed on a display.
    case frames(FrameLimit, on: Display)

    /// No frame allocates more often than this, at any rate.
    case allocationsPerFrame(Int)

    /// No frame of a group takes more than this many times the work of the reference frame, at any
    /// rate; `warm` is the limit for frames with warm caches.
    case work(FrameGroup, timesReference: Double, warm: Double)

    /// No frame of a group allocates more often than this, at any rate.
    case allocations(FrameGroup, Int)

    /// No corner of a view jumps farther than this many points.
    case largestJump(points: Double)
  }

  package enum FrameLimit: Hashable, Sendable {
    /// The replay drops no frame.
    case noDroppedFrames

    /// No frame's work takes longer than this many nanoseconds.
    case largestWork(nanoseconds: Int64)

    /// The replay's hitch time ratio is at most this many milliseconds per second.
    case largestHitchRatio(Double)

    /// The first frame is shown at most this many slots after its target.
    case firstFrame(lateBy: Int)

    /// Every frame is shown at most this many slots after the tick at which it starts.
    case largestLatency(slots: Int)
  }

  /// The display that a budget's frames are replayed on.
  package struct Display: Hashable, Sendable {
    package let rate: RefreshRate

    /// The number of vsyncs from the tick that starts a frame to its target; 1…3.
    package let depth: Int

    /// Time reserved for the compositor, in nanoseconds; less than one period.
    package let reserveNs: Int64

    package init(rate: RefreshRate, depth: Int = 1, reserveNs: Int64 = 0) throws(FrameTimingError) {
      try VsyncGrid(rate: rate).check(depth: depth, reserveNs: reserveNs)
      self.rate = rate
      self.depth = depth
      self.reserveNs = reserveNs
    }
  }

  package let limit: Limit

  package init(_ limit: Limit) { self.limit = limit }
}

extension FrameBudget {
  /// The replay drops no frame.
  ///
  /// - Precondition: `depth` is 1, 2 or 3; `reserve` is at least 0 and less than one period.
  public static func noDroppedFrames(
    at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget { FrameBudget(.frames(.noDroppedFrames, on: display(rate, depth, reserve))) }

  /// No frame's work takes longer than `work`; exactly `work` is within the budget.
  ///
  /// Depth and reserve say which display the budget is reported for; they do not change the limit.
  ///
  /// - Precondition: `work` is not negative; `depth` is 1, 2 or 3; `reserve` is at least 0 and less
  ///   than one period.
  public static func largestWork(
    _ work: Duration, at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    precondition(work >= .zero, "Work must not be negative, got \(work)")
    return FrameBudget(
      .frames(.largestWork(nanoseconds: work.wholeNanoseconds), on: display(rate, depth, reserve)))
  }

  /// The replay's hitch time ratio is at most `ratio`, in milliseconds per second.
  ///
  /// - Precondition: `ratio` is finite and not negative; `depth` is 1, 2 or 3; `reserve` is at
  ///   least 0 and less than one period.
  public static func largestHitchRatio(
    _ ratio: Double, at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    precondition(ratio >= 0 && ratio.isFinite, "A hitch ratio must be 0 or more, got \(ratio)")
    return FrameBudget(.frames(.largestHitchRatio(ratio), on: display(rate, depth, reserve)))
  }

  /// The first frame is shown at most `slots` slots after its target slot.
  ///
  /// A late first frame drops nothing, however late it is: the display only shows the old picture
  /// for longer. So this is the budget that limits how long the response to a tap takes.
  ///
  /// - Precondition: `slots` is not negative; `depth` is 1, 2 or 3; `reserve` is at least 0 and
  ///   less than one period.
  public static func firstFrame(
    lateBy slots: Int, at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    precondition(slots >= 0, "A number of slots must be 0 or more, got \(slots)")
    return FrameBudget(.frames(.firstFrame(lateBy: slots), on: display(rate, depth, reserve)))
  }

  /// Every frame is shown at most `slots` slots after the tick at which it began.
  ///
  /// If every frame is late by one slot, none is dropped, but the animation lags behind the finger;
  /// this budget finds that. A frame that is on time has a latency of `depth` slots.
  ///
  /// - Precondition: `slots` is not negative; `depth` is 1, 2 or 3; `reserve` is at least 0 and
  ///   less than one period.
  public static func largestLatency(
    slots: Int, at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    precondition(slots >= 0, "A number of slots must be 0 or more, got \(slots)")
    return FrameBudget(.frames(.largestLatency(slots: slots), on: display(rate, depth, reserve)))
  }

  /// No frame allocates more often than `count` times, at any rate.
  ///
  /// - Precondition: `count` is not negative.
  public static func allocationsPerFrame(_ count: Int) -> FrameBudget {
    precondition(count >= 0, "A number of allocations must be 0 or more, got \(count)")
    return FrameBudget(.allocationsPerFrame(count))
  }

  /// The first frame takes at most `factor` times the work of the reference frame, at any rate.
  ///
  /// The reference frame is fixed work that the tool measures next to the scenario, with equally
  /// warm or cold caches. So the limit means the same on a faster and on a slower machine. It
  /// applies to optimized builds. Warm caches do not speed up every frame as much as the reference
  /// frame, so warm work can have a limit of its own.
  ///
  /// - Parameters:
  ///   - factor: The limit with cold caches.
  ///   - warm: The limit with `--warm`, and where frames cannot be made cold; nil for `factor`.
  /// - Returns: The budget.
  /// - Precondition: Both are finite and not negative.
  public static func firstFrameWork(
    timesReference factor: Double, warm: Double? = nil
  ) -> FrameBudget { work(.first, timesReference: factor, warm: warm) }

  /// No frame after the first takes more than `factor` times the work of the reference frame, at
  /// any rate; see ``firstFrameWork(timesReference:warm:)``.
  ///
  /// - Precondition: Both are finite and not negative.
  public static func laterFrameWork(
    timesReference factor: Double, warm: Double? = nil
  ) -> FrameBudget { work(.later, timesReference: factor, warm: warm) }

  /// At least half of the frames take at most `factor` times the work of the reference frame, at
  /// any rate; see ``firstFrameWork(timesReference:warm:)``.
  ///
  /// This limits the work that every frame does, whether or not single frames are slow.
  ///
  /// - Precondition: Both are finite and not negative.
  public static func medianFrameWork(
    timesReference factor: Double, warm: Double? = nil
  ) -> FrameBudget { work(.median, timesReference: factor, warm: warm) }

  /// The first frame allocates at most `count` times, at any rate.
  ///
  /// - Precondition: `count` is not negative.
  public static func firstFrameAllocations(_ count: Int) -> FrameBudget {
    allocations(.first, count)
  }

  /// No frame after the first allocates more often than `count` times, at any rate.
  ///
  /// - Precondition: `count` is not negative.
  public static func laterFrameAllocations(_ count: Int) -> FrameBudget {
    allocations(.later, count)
  }

  /// At least half of the frames allocate at most `count` times, at any rate.
  ///
  /// - Precondition: `count` is not negative.
  public static func medianFrameAllocations(_ count: Int) -> FrameBudget {
    allocations(.median, count)
  }

  /// No corner of a view jumps by more than `points`: between two frames at 60 Hz, it may move at
  /// most that much farther than in the steps before and after.
  ///
  /// A view that is put back without an animation jumps; one that starts, reverses or ends at full
  /// speed does not. Needs a scenario with `inspect:`; `inspect` shows the largest jump.
  ///
  /// - Precondition: `points` is finite and not negative.
  public static func largestJump(points: Double) -> FrameBudget {
    precondition(points >= 0 && points.isFinite, "A distance must be 0 or more, got \(points)")
    return FrameBudget(.largestJump(points: points))
  }

  private static func work(
    _ group: FrameGroup, timesReference factor: Double, warm: Double?
  ) -> FrameBudget {
    for factor in [factor, warm ?? 0] {
      precondition(factor >= 0 && factor.isFinite, "A factor must be 0 or more, got \(factor)")
    }
    return FrameBudget(.work(group, timesReference: factor, warm: warm ?? factor))
  }

  private static func allocations(_ group: FrameGroup, _ count: Int) -> FrameBudget {
    precondition(count >= 0, "A number of allocations must be 0 or more, got \(count)")
    return FrameBudget(.allocations(group, count))
  }

  private static func display(
    _ rate: RefreshRate, _ depth: Int, _ reserve: Duration
  ) -> Display {
    do {
      return try Display(rate: rate, depth: depth, reserveNs: reserve.wholeNanoseconds)
    } catch { preconditionFailure(error.description) }
  }
}

extension FrameBudget {
  /// The display that the budget applies to, or nil for a limit that applies to every display.
  package var display: Display? {
    switch limit {
    case .frames(_, let display): display
    case .allocationsPerFrame, .work, .allocations, .largestJump: nil
    }
  }
}
