/// The frame rates that suit an animation, and the preferred one: what a display link calls its
/// preferred frame rate range.
public struct FrameRateRange: Hashable, Sendable {
  public let minimum, maximum, preferred: RefreshRate

  /// Creates a range.
  ///
  /// - Parameters:
  ///   - minimum: The lowest rate at which the animation still looks right, in hertz.
  ///   - maximum: The highest rate that it can make use of, in hertz.
  ///   - preferred: The preferred rate, in hertz; nil for `maximum`.
  /// - Precondition: 1 ≤ `minimum` ≤ `preferred` ≤ `maximum` ≤ 1000.
  public init(minimum: Int, maximum: Int, preferred: Int? = nil) {
    let preferred = preferred ?? maximum
    precondition(
      minimum <= preferred && preferred <= maximum,
      "A frame rate range must ascend, got \(minimum), \(preferred) and \(maximum) Hz")
    self.minimum = RefreshRate(hertz: minimum)
    self.maximum = RefreshRate(hertz: maximum)
    self.preferred = RefreshRate(hertz: preferred)
  }
}

extension FrameRateRange: CustomStringConvertible {
  public var description: String {
    "\(minimum.hertz)…\(maximum.hertz) Hz, preferably \(preferred.hertz)"
  }
}

/// Decoding checks the order.
extension FrameRateRange: Codable {
  private enum CodingKeys: String, CodingKey { case minimum, maximum, preferred }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    minimum = try values.decode(RefreshRate.self, forKey: .minimum)
    maximum = try values.decode(RefreshRate.self, forKey: .maximum)
    preferred = try values.decode(RefreshRate.self, forKey: .preferred)
    guard minimum <= preferred, preferred <= maximum else {
      throw DecodingError.dataCorruptedError(
        forKey: .preferred, in: values, debugDescription: "\(self) do not ascend")
    }
  }
}

extension RefreshRate {
  /// The rates that a display of this rate can show frames at: those whose period is a whole
  /// multiple of its own, and that are whole numbers of hertz; descending, this rate first.
  var offeredRates: [RefreshRate] {
    (1...hertz).filter { hertz.isMultiple(of: $0) }.map { RefreshRate(hertz: hertz / $0) }
  }

  /// The rate that a display of this rate gives to an animation that asks for a range.
  ///
  /// Of the rates within the range, the one nearest to the preferred one; of two that are equally
  /// near, the higher. If the display has none within the range, the lowest one above it, and if
  /// there is none above it either, its own.
  package func rate(for range: FrameRateRange) -> RefreshRate {
    let offered = offeredRates
    let suiting = offered.filter { range.minimum <= $0 && $0 <= range.maximum }
    func distance(_ rate: RefreshRate) -> Int { abs(rate.hertz - range.preferred.hertz) }
    // The first of several is the highest.
    return suiting.min { distance($0) < distance($1) }
      ?? offered.last { $0 > range.maximum } ?? self
  }
}
