/// A range of frame rates that an animation asks for from a point in time on.
public struct FrameRateRequest: Hashable, Codable, Sendable {
  /// When the request begins, from the animation's start.
  ///
  /// A time, not a frame number, because frame numbers depend on the display.
  public let start: Duration

  /// The frame rates that the animation asks for until the next request.
  public let range: FrameRateRange

  /// Creates a request.
  public init(from start: Duration, _ range: FrameRateRange) {
    self.start = start
    self.range = range
  }

  /// A request from `start` on, for rates in hertz; `preferred` defaults to `maximum`.
  ///
  /// - Precondition: 1 ≤ `minimum` ≤ `preferred` ≤ `maximum` ≤ 1000.
  public static func from(
    _ start: Duration, minimum: Int, maximum: Int, preferred: Int? = nil
  ) -> FrameRateRequest {
    FrameRateRequest(
      from: start, FrameRateRange(minimum: minimum, maximum: maximum, preferred: preferred))
  }
}

/// The frame rates that an animation asks for over its time.
///
/// The schedule is known before the animation runs, so that every measurement has the same
/// frames.
package struct FrameRateSchedule: Hashable, Sendable {
  /// The requests, by time; before the first one, the animation runs at the display's rate.
  package let requests: [FrameRateRequest]

  /// An animation that runs at the display's rate.
  package static let displayRate = FrameRateSchedule(requests: [])
}

extension FrameRateSchedule {
  /// Creates the schedule of an animation from its requests, in any order.
  ///
  /// - Throws: ``FrameTimingError`` for a request outside of the animation, and for two at one
  ///   time.
  package init(
    _ requests: [FrameRateRequest], lasting duration: Duration
  ) throws(FrameTimingError) {
    let ascending = requests.sorted { $0.start < $1.start }
    for request in ascending {
      guard request.start >= .zero, request.start < duration,
        request.start <= .nanoseconds(FrameLimits.longestWorkNs)
      else { throw .frameRateOutsideAnimation(start: request.start) }
    }
    for (first, second) in zip(ascending, ascending.dropFirst()) where first.start == second.start {
      throw .frameRatesAtOneTime(start: first.start)
    }
    self.init(requests: ascending)
  }
}

extension FrameRateSchedule {
  /// The rates on a display, each with the number of frames that start at it: one per vsync before
  /// the animation's end.
  ///
  /// A request takes effect at the first vsync, at the rate until then, at or after its time.
  /// Rounding differs between rates, so after *n* changes, a vsync up to *n* ns before counts, too.
  /// Adjacent segments have different rates, and each has at least one frame.
  ///
  /// - Precondition: `duration` is above 0.
  package func segments(
    on display: RefreshRate, lasting duration: Duration
  ) -> [VsyncGrid.Segment] {
    var stretches = [Stretch(rate: display, baseNs: 0)]
    for request in requests {
      let rate = display.rate(for: request.range)
      let last = stretches[stretches.count - 1]
      let startNs = request.start.wholeNanosecondsUp - last.baseNs - Int64(stretches.count - 1)
      let tick = startNs > 0 ? last.rate.firstVsync(notBefore: startNs) : 0
      // No frame starts at the last rate if the next one takes effect at the same vsync.
      if tick == 0 { stretches.removeLast() }
      guard rate != stretches.last?.rate else { continue }
      stretches.append(Stretch(rate: rate, baseNs: last.baseNs + last.rate.vsyncNs(tick)))
    }
    return stretches.indices.compactMap { index in
      let stretch = stretches[index]
      let rest = duration - .nanoseconds(stretch.baseNs) - .nanoseconds(index)
      guard rest > .zero else { return nil }
      var count = stretch.rate.tickCount(within: rest)
      if index + 1 < stretches.count {
        let length = stretches[index + 1].baseNs - stretch.baseNs
        count = min(count, stretch.rate.firstVsync(notBefore: length))
      }
      return VsyncGrid.Segment(rate: stretch.rate, ticks: count)
    }
  }

  /// A rate and the time of the vsync from which it applies.
  private struct Stretch {
    let rate: RefreshRate
    let baseNs: Int64
  }
}

/// In a file, a schedule is the array of its requests; decoding checks that their times ascend.
extension FrameRateSchedule: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    requests = try container.decode([FrameRateRequest].self)
    let times: [Duration] = requests.map(\.start)
    let longest = Duration.nanoseconds(FrameLimits.longestWorkNs)
    guard times.allSatisfy({ (.zero...longest).contains($0) }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the times of frame rates do not ascend")
    }
  }

  package func encode(to encoder: any Encoder) throws { try requests.encode(to: encoder) }
}

extension RefreshRate {
  /// The first vsync at or after `time`, in nanoseconds since vsync 0.
  fileprivate func firstVsync(notBefore time: Int64) -> Int {
    let last = lastVsync(notAfter: time)
    return vsyncNs(last) == time ? last : last + 1
  }

  /// The number of vsyncs within a duration that starts at a vsync: ⌈duration · rate⌉.
  fileprivate func tickCount(within duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    let whole = seconds * Int64(hertz)
    let fraction = attoseconds.multipliedFullWidth(by: Int64(hertz))
    let (quotient, remainder) = Int64(1_000_000_000_000_000_000).dividingFullWidth(fraction)
    return Int(whole + quotient + (remainder > 0 ? 1 : 0))
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded up.
  fileprivate var wholeNanosecondsUp: Int64 {
    let down = wholeNanoseconds
    return .nanoseconds(down) < self ? down + 1 : down
  }
}
