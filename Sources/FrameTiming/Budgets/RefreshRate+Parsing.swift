public import FrameModel

extension RefreshRate {
  /// Creates a rate from a text of only digits, such as `60`.
  ///
  /// - Parameter text: Refreshes per second.
  /// - Throws: ``FrameTimingError/rateOutOfRange(given:)`` unless it is a whole number from 1 to
  ///   1000.
  public init(parsing text: some StringProtocol) throws(FrameTimingError) {
    guard let hertz = Int(digits: text), Self.range.contains(hertz) else {
      throw .rateOutOfRange(given: String(text))
    }
    self.init(hertz: hertz)
  }
}
