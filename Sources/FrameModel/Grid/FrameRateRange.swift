/// The frame rates that suit an animation, and the preferred one, like `CAFrameRateRange`, which
/// is the `preferredFrameRateRange` of a display link.
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

/// Decoding checks the order of the three rates.
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
  /// The rates at which a display of this rate can show frames: its own rate divided by 1, 2, 3 and
  /// so on, as far as the result is a whole number of hertz; descending.
  var offeredRates: [RefreshRate] {
    (1...hertz).filter { hertz.isMultiple(of: $0) }.map { RefreshRate(hertz: hertz / $0) }
  }

  /// The rate that a display of this rate gives to an animation that asks for a range.
  ///
  /// The display offers its own rate and slower ones. Of those within the range, it gives the one
  /// nearest to the preferred rate, and the higher of two that are equally near. If none is within
  /// the range, it gives the lowest one above the range, or else its own rate.
  package func rate(for range: FrameRateRange) -> RefreshRate {
    let offered = offeredRates
    let suiting = offered.filter { range.minimum <= $0 && $0 <= range.maximum }
    func distance(_ rate: RefreshRate) -> Int { abs(rate.hertz - range.preferred.hertz) }
    // Of several minima, this returns the first one, which is the highest rate.
    return suiting.min { distance($0) < distance($1) }
      ?? offered.last { $0 > range.maximum } ?? self
  }
}
