/// The kind of a registered name.
public enum BenchmarkKind: String, Codable, Sendable {
  /// A closure, timed as a whole.
  case benchmark

  /// A workload that is driven frame by frame.
  case scenario
}
