/// How often a display refreshes.
public struct RefreshRate: Hashable, Sendable {
  /// The valid rates, in hertz.
  package static let range = 1...1_000

  /// Refreshes per second; 1…1000.
  public let hertz: Int

  /// Creates a rate.
  ///
  /// - Precondition: `hertz` is between 1 and 1000.
  public init(hertz: Int) {
    precondition(Self.range.contains(hertz), "A refresh rate must be 1…1000 Hz, got \(hertz) Hz")
    self.hertz = hertz
  }

  /// Creates a rate from an untrusted number.
  ///
  /// - Throws: ``FrameTimingError/rateOutOfRange(given:)`` outside 1…1000.
  package init(validating hertz: Int64) throws(FrameTimingError) {
    guard let hertz = Int(exactly: hertz), Self.range.contains(hertz) else {
      throw .rateOutOfRange(given: "\(hertz)")
    }
    self.hertz = hertz
  }
}

extension RefreshRate {
  public static let hz60 = RefreshRate(hertz: 60)
  public static let hz120 = RefreshRate(hertz: 120)

  /// The time of a vsync, counted from vsync 0.
  ///
  /// Computed from the index, not by adding up intervals: 1/120 s is not a whole number of
  /// nanoseconds, so rounded intervals would drift by 40 ns every second. Half nanoseconds round
  /// up.
  ///
  /// - Precondition: `index >= 0`.
  public func vsync(_ index: Int) -> Duration {
    precondition(index >= 0, "Vsyncs are numbered from 0, got \(index)")
    return .nanoseconds(vsyncNs(index))
  }

  /// The nanoseconds from vsync 0 to vsync `index`; does not overflow if the result fits.
  ///
  /// There is a vsync at every whole second, so splitting off the seconds keeps the product small.
  @inlinable @inline(__always)
  func vsyncNs(_ index: Int) -> Int64 {
    let (seconds, ticks) = index.quotientAndRemainder(dividingBy: hertz)
    return Int64(seconds) * 1_000_000_000 + Int64((2 * ticks * 1_000_000_000 + hertz) / (2 * hertz))
  }

  /// The last vsync at or before `time`, in nanoseconds since vsync 0.
  ///
  /// `V(k) <= t` holds exactly when `2·k·10⁹ < (2t + 1)·f`.
  @inlinable @inline(__always)
  func lastVsync(notAfter time: Int64) -> Int {
    let (seconds, rest) = Int(time).quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds * hertz + ((2 * rest + 1) * hertz - 1) / 2_000_000_000
  }

  /// Whether `nanoseconds` is less than one period, compared exactly.
  func periodExceeds(_ nanoseconds: Int64) -> Bool {
    let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: Int64(hertz))
    return !overflow && product < 1_000_000_000
  }
}

extension RefreshRate: Comparable {
  public static func < (left: RefreshRate, right: RefreshRate) -> Bool { left.hertz < right.hertz }
}

extension RefreshRate: CustomStringConvertible { public var description: String { "\(hertz) Hz" } }

/// In a file, a rate is one number, which is checked like one on the command line.
extension RefreshRate: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(validating: container.decode(Int64.self))
    } catch let error as FrameTimingError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  public func encode(to encoder: any Encoder) throws { try hertz.encode(to: encoder) }
}
