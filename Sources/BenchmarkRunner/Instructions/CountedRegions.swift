/// The profiles of counted regions.
package struct CountedRegions: Hashable, Sendable {
  /// The way to the work, without any: what the harness itself costs.
  package let empty: CallgrindProfile.Part

  /// The work: one region for a benchmark, one per frame for a scenario.
  package let regions: [CallgrindProfile.Part]
}

extension CountedRegions {
  /// Instructions of each region, those of the empty one taken off.
  package var instructions: [Int64] {
    regions.map { max(0, $0.total - empty.total) }
  }

  /// Each function's own instructions in all regions, those of the empty one taken off every time.
  package var selfCosts: [String: Int64] {
    var costs = regions.selfCosts
    for (function, cost) in empty.selfCosts {
      costs[function, default: 0] -= cost * Int64(regions.count)
    }
    return costs
  }
}
