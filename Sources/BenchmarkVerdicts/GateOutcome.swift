package import BenchmarkModel

/// What a judgement means for the gate, the most severe first; the words are those of JSON.
package enum GateOutcome: String, Hashable, Codable, Sendable, CaseIterable {
  /// A signal ended the measurement early.
  case interrupted

  /// A benchmark crashed, hung or gave up.
  case failed

  case exceeded

  /// A side computes something else than the other one.
  case differs

  /// Something got slower or allocates more than in the baseline.
  case regressed

  /// Something is missing that had to be measured.
  case missing

  case inconclusive

  case improved

  /// All limits are kept and nothing changed.
  case pass
}

extension GateOutcome: Comparable {
  /// Whether the left outcome is the more severe one.
  package static func < (left: GateOutcome, right: GateOutcome) -> Bool { left.rank < right.rank }

  private static let order = allCases

  private var rank: Int { Self.order.firstIndex(of: self) ?? 0 }
}

package struct GatePolicy: Hashable, Sendable {
  /// Whether what is missing on one side, or was not measured, passes.
  package var allowsMissing: Bool

  /// What fails besides that which always does: inconclusive and improved.
  package var failing: Set<GateOutcome>

  package init(allowsMissing: Bool = false, failing: Set<GateOutcome> = []) {
    self.allowsMissing = allowsMissing
    self.failing = failing
  }

  /// How a command ends whose most severe outcome this is.
  package func exit(for outcome: GateOutcome) -> ToolExit {
    switch outcome {
    case .interrupted: .interrupted
    case .failed: .benchmarkFailed
    case .exceeded, .differs, .regressed: .regression
    case .missing: allowsMissing ? .pass : .regression
    case .inconclusive: failing.contains(outcome) ? .inconclusive : .pass
    case .improved: failing.contains(outcome) ? .improvement : .pass
    case .pass: .pass
    }
  }
}
