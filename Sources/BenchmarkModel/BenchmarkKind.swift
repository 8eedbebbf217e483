/// What a registered name stands for.
public enum BenchmarkKind: String, Codable, Sendable {
  /// A closure, timed as a whole.
  case benchmark

  /// A workload that is driven frame by frame.
  case scenario
}
