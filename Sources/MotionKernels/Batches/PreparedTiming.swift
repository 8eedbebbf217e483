/// A timing function as batches take it, its table built once.
public struct PreparedTiming: Sendable {
  let timing: BatchTiming

  /// Prepares a function: up to 2 000 exact evaluations, well below a millisecond.
  public init(_ function: TimingFunction) {
    timing = BatchTiming(function)
  }

  /// Whether the function is evaluated by table, not exactly one lane after the other.
  public var hasTable: Bool { timing.table != nil }
}
