extension Duration {
  /// The duration in seconds: `60` or `0.5`.
  package var secondsText: String {
    components.attoseconds == 0 ? "\(components.seconds)" : "\(self / .seconds(1))"
  }
}
