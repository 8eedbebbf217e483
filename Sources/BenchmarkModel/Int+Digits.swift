extension Int {
  /// Reads ASCII digits alone: no sign, no space; nil for anything else, and for what is too large.
  package init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(text)
  }
}
