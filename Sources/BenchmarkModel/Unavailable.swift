/// The reason why a benchmark, or one of its metrics, cannot be measured on this machine.
///
/// Thrown by a setup closure, it makes the benchmark unavailable, with this reason, instead of
/// failed.
public struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why, as a sentence fragment: "AVX2 is not available on this machine".
  public let reason: String

  /// Creates a reason.
  ///
  /// - Parameter reason: A sentence fragment, without a period.
  public init(_ reason: String) { self.reason = reason }

  public var description: String { reason }
}
