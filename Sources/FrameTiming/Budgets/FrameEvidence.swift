/// What is known about a scenario when its budgets are judged.
public struct FrameEvidence: Hashable, Sendable {
  /// The work of each frame, by the rate at which the scenario was sampled.
  public var costs: [RefreshRate: CostVector]

  /// The allocations of each frame, by the rate at which the scenario was sampled.
  public var allocations: [RefreshRate: [Int]]

  /// Why there are no costs, or not at every rate; `nil` when that is not known.
  public var missingCosts: String?

  /// Why there are no allocations; `nil` when that is not known.
  public var missingAllocations: String?

  /// Creates evidence; what is left out was not measured.
  public init(
    costs: [RefreshRate: CostVector] = [:], allocations: [RefreshRate: [Int]] = [:],
    missingCosts: String? = nil, missingAllocations: String? = nil
  ) {
    (self.costs, self.allocations) = (costs, allocations)
    (self.missingCosts, self.missingAllocations) = (missingCosts, missingAllocations)
  }
}
