package import FrameTiming

/// Why slots of a paced run showed no new frame.
package struct PacedCauses: Hashable, Sendable {
  /// The first drops, at most ``PacedRun/storedFrameLimit``, after a late first frame.
  package let drops: [DropCause]

  /// How many slots each cause dropped, in the whole run.
  package let droppedSlots: [FrameCause: Int]

  /// What a page fault and an allocation cost, which decides how much of a frame's time they
  /// explain.
  package let costs: CauseCosts

  package init(_ drops: [DropCause], costs: CauseCosts) {
    self.drops = Array(drops.prefix(PacedRun.storedFrameLimit))
    droppedSlots = drops.reduce(into: [:]) { sums, drop in
      if drop.slots > 0 { sums[drop.cause, default: 0] += drop.slots }
    }
    self.costs = costs
  }

  package var slotsOfCode: Int { sum(\.isOfCode) }

  package var slotsOfMachine: Int { sum { !$0.isOfCode } }

  private func sum(_ isCounted: (FrameCause) -> Bool) -> Int {
    droppedSlots.reduce(0) { isCounted($1.key) ? $0 + $1.value : $0 }
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    for (index, drop) in drops.enumerated() {
      let check = check.object("drops", index)
      try check.count(drop.frame, "frame")
      try check.count(drop.origin, "origin")
      try check.slots(drop.slots, "slots")
      try check.count(
        drop.overrunNs, from: -Int(CostVector.longestWorkNs), to: Int(CostVector.longestWorkNs),
        "overrunNs")
    }
    for (cause, slots) in droppedSlots { try check.slots(slots, "droppedSlots.\(cause.rawValue)") }
    try check.object("costs").quantity(costs.faultNs, "faultNs")
    try check.object("costs").quantity(costs.allocationNs, "allocationNs")
  }
}

extension FrameCause: CodingKeyRepresentable {}

/// Causes are keys of an object in a file.
extension PacedCauses: Codable {
  private enum CodingKeys: String, CodingKey { case drops, droppedSlots, costs }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    drops = try values.decode([DropCause].self, forKey: .drops)
    costs = try values.decode(CauseCosts.self, forKey: .costs)
    let sums = try values.decode([String: Int].self, forKey: .droppedSlots)
    droppedSlots = try Dictionary(
      uniqueKeysWithValues: sums.map { name, slots in
        guard let cause = FrameCause(rawValue: name) else {
          throw DecodingError.dataCorruptedError(
            forKey: .droppedSlots, in: values, debugDescription: "there is no cause '\(name)'")
        }
        return (cause, slots)
      })
  }
}
