/// What a page fault and an allocation cost on a machine, to turn their numbers into times.
public struct CauseCosts: Hashable, Codable, Sendable {
  /// Time to touch a page for the first time, in nanoseconds.
  public let faultNs: Double

  /// Time to allocate and release a small block, in nanoseconds.
  public let allocationNs: Double

  /// Creates costs.
  public init(faultNs: Double, allocationNs: Double) {
    self.faultNs = faultNs
    self.allocationNs = allocationNs
  }
}
