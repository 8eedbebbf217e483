/// What callgrind counted in each region of one benchmark, by function.
package struct CountedRegions: Hashable, Sendable {
  /// A region without work: the cost of the harness itself.
  package let empty: CallgrindProfile.Part

  /// The work: one region for a benchmark, one per frame for a scenario.
  package let regions: [CallgrindProfile.Part]
}

extension CountedRegions {
  /// Instructions of each region, minus the empty region's.
  package var instructions: [Int64] { regions.map { max(0, $0.total - empty.total) } }

  /// Each function's own instructions in all regions, minus the empty region's for each.
  package var selfCosts: [String: Int64] {
    var costs = regions.selfCosts
    for (function, cost) in empty.selfCosts {
      costs[function, default: 0] -= cost * Int64(regions.count)
    }
    return costs
  }

  /// Each function's own instructions in each region, minus the empty region's.
  package var selfCostsByRegion: [[String: Int64]] {
    regions.map { region in
      region.selfCosts.merging(empty.selfCosts.mapValues { -$0 }, uniquingKeysWith: +)
    }
  }
}
