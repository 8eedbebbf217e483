/// Why a benchmark, or one of its metrics, cannot be measured on this machine.
///
/// If a setup closure throws it, reports say that the benchmark is unavailable and why, instead
/// of that it failed.
public struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason as a clause without a period: "AVX2 is not available on this machine".
  public let reason: String

  /// Creates a reason.
  ///
  /// - Parameter reason: A clause without a period.
  public init(_ reason: String) { self.reason = reason }

  public var description: String { reason }
}
