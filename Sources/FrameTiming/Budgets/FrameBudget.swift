/// What a scenario's frames may cost, declared beside the scenario.
///
///     budget: [.noDroppedFrames(at: .hz60), .largestWork(.milliseconds(4), at: .hz120)]
///
/// As text, on a command line or in a file: `noDroppedFrames@60`, `largestWork=4ms@120`; see
/// ``init(parsing:)``.
public struct FrameBudget: Hashable, Sendable {
  /// What is limited.
  public enum Limit: Hashable, Sendable {
    /// The replay drops no frame.
    case noDroppedFrames

    /// No frame's work exceeds this many nanoseconds.
    case largestWork(nanoseconds: Int64)

    /// The replay's hitch time ratio does not exceed this many milliseconds per second.
    case largestHitchRatio(Double)

    /// No frame allocates more often than this.
    case allocationsPerFrame(Int)
  }

  /// The display that a budget's frames are replayed on.
  public struct Display: Hashable, Sendable {
    public let rate: RefreshRate

    /// Vsyncs from begin tick to target slot; 1…3.
    public let depth: Int

    /// Time that belongs to the compositor, in nanoseconds; less than one period.
    public let reserveNs: Int64

    /// The replay on this display.
    public let replay: FrameReplay

    /// Creates a display.
    ///
    /// - Parameters:
    ///   - rate: How often it refreshes.
    ///   - depth: Vsyncs from begin tick to target slot, 1…3.
    ///   - reserveNs: Time that belongs to the compositor, in nanoseconds.
    /// - Throws: ``FrameTimingError`` when depth or reserve are out of range.
    public init(rate: RefreshRate, depth: Int = 1, reserveNs: Int64 = 0) throws(FrameTimingError) {
      let settings = try ReplaySettings(depth: depth, reserveNs: reserveNs)
      replay = try FrameReplay(grid: VsyncGrid(rate: rate), settings: settings)
      (self.rate, self.depth, self.reserveNs) = (rate, depth, reserveNs)
    }
  }

  public let limit: Limit

  /// The display that it holds on; `nil` when it holds on every display.
  public let display: Display?

  init(_ limit: Limit, on display: Display?) {
    (self.limit, self.display) = (limit, display)
  }
}

extension FrameBudget {
  /// The replay drops no frame.
  ///
  /// - Precondition: `depth` lies in 1…3, `reserve` in 0 up to, not including, one period.
  public static func noDroppedFrames(
    at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    FrameBudget(.noDroppedFrames, on: display(rate, depth, reserve))
  }

  /// No frame's work exceeds `work`; exactly `work` is kept.
  ///
  /// Depth and reserve say which display the budget is reported for; they do not change the limit.
  ///
  /// - Precondition: `work` is not negative; `depth` lies in 1…3, `reserve` in 0 up to, not
  ///   including, one period.
  public static func largestWork(
    _ work: Duration, at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    precondition(work >= .zero, "Work is not negative, got \(work)")
    return FrameBudget(
      .largestWork(nanoseconds: work.wholeNanoseconds), on: display(rate, depth, reserve))
  }

  /// The replay's hitch time ratio does not exceed `ratio`, in milliseconds per second.
  ///
  /// - Precondition: `ratio` is finite and not negative; `depth` lies in 1…3, `reserve` in 0 up to,
  ///   not including, one period.
  public static func largestHitchRatio(
    _ ratio: Double, at rate: RefreshRate, depth: Int = 1, reserve: Duration = .zero
  ) -> FrameBudget {
    precondition(ratio >= 0 && ratio.isFinite, "A hitch ratio is 0 or more, got \(ratio)")
    return FrameBudget(.largestHitchRatio(ratio), on: display(rate, depth, reserve))
  }

  /// No frame allocates more often than `count` times, at any rate.
  ///
  /// - Precondition: `count` is not negative.
  public static func allocationsPerFrame(_ count: Int) -> FrameBudget {
    precondition(count >= 0, "Allocations are 0 or more, got \(count)")
    return FrameBudget(.allocationsPerFrame(count), on: nil)
  }

  private static func display(
    _ rate: RefreshRate, _ depth: Int, _ reserve: Duration
  ) -> Display {
    do {
      return try Display(rate: rate, depth: depth, reserveNs: reserve.wholeNanoseconds)
    } catch {
      preconditionFailure(error.description)
    }
  }
}
