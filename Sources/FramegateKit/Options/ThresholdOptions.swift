import ArgumentParser

/// The change of a time that matters.
struct ThresholdOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Ignore changes of times below this many percent. Otherwise 1 (benchmarks), 2 (scenarios), 5 \
      (stored).
      """, valueName: "percent"))
  var threshold: Double?

  func validate() throws {
    try ValidationError.check(threshold, in: 0...1_000, "--threshold", "percent")
  }
}

extension ThresholdOptions {
  /// The threshold as a share of the time; nil for the usual one.
  var share: Double? { threshold.map { $0 / 100 } }
}
