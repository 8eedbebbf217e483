extension FixedWidthInteger {
  /// Reads ASCII digits, without a sign or spaces.
  ///
  /// Nil for any other text, and for a number that is too large.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }
}
