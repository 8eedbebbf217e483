/// Whether the code dropped frames while a real timer drove it.
package struct PacedCheck: Hashable, Sendable {
  /// The share of the expected slots up to which drops by the machine leave a run conclusive.
  package static let largestShareOfMachine = 0.1

  /// One scenario at one rate.
  package struct Entry: Hashable, Sendable {
    /// What a run says.
    package enum Status: Hashable, Sendable {
      case kept

      /// The code dropped frames: by its work, by page faults or by allocations.
      case exceeded

      /// The machine dropped too many frames for a verdict on the code.
      case inconclusive
    }

    package let scenario: String
    package let run: PacedRun
    package let causes: PacedCauses

    /// The same in a second run; nil without one.
    package fileprivate(set) var again: PacedCauses?

    package var status: Status {
      if causes.slotsOfCode > 0, again.map({ $0.slotsOfCode > 0 }) ?? true { return .exceeded }
      let share = Double(causes.slotsOfMachine) / Double(max(1, run.timeline.expectedSlotCount))
      return share > PacedCheck.largestShareOfMachine ? .inconclusive : .kept
    }
  }

  package private(set) var entries: [Entry]

  /// Judges every paced run of a result.
  package init(_ file: ResultFile) {
    entries = file.benchmarks.flatMap { result in
      (result.scenario?.paced ?? []).map {
        Entry(scenario: result.name, run: $0, causes: $0.causes)
      }
    }
  }
}

extension PacedCheck {
  /// Exceeded, inconclusive or pass.
  package var outcome: GateOutcome {
    if entries.contains(where: { $0.status == .exceeded }) { return .exceeded }
    return entries.contains { $0.status == .inconclusive } ? .inconclusive : .pass
  }

  /// The scenarios to run again before their drops fail anything.
  package var unconfirmed: Set<String> {
    Set(entries.filter { $0.status == .exceeded && $0.again == nil }.map(\.scenario))
  }

  /// The same check with a second run of the ``unconfirmed`` scenarios.
  package func confirmed(by second: PacedCheck) -> PacedCheck {
    var result = self
    for index in entries.indices where unconfirmed.contains(entries[index].scenario) {
      result.entries[index].again =
        second.entries.first {
          $0.scenario == entries[index].scenario && $0.run.rate == entries[index].run.rate
        }?.causes
    }
    return result
  }
}
