package import BenchmarkModel

/// How bad a finding is, the worst first, in the words of JSON.
package enum Severity: String, Hashable, Codable, Sendable, CaseIterable {
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

  /// How a command ends whose worst finding is this bad, unless a policy lets it pass.
  package var exit: ToolExit {
    switch self {
    case .interrupted: .interrupted
    case .failed: .benchmarkFailed
    case .exceeded, .differs, .regressed, .missing: .regression
    case .inconclusive: .inconclusive
    case .improved: .improvement
    case .pass: .pass
    }
  }
}

extension Severity: Comparable {
  /// Whether the left one is worse.
  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private static let order = allCases

  private var rank: Int { Self.order.firstIndex(of: self) ?? 0 }
}

/// Which findings pass although they are none of the best.
package struct GatePolicy: Hashable, Codable, Sendable {
  private let passing: Set<Severity>

  /// - Parameters:
  ///   - allowsMissing: Whether what is missing on one side, or was not measured, passes.
  ///   - failing: What fails besides that which always does: inconclusive and improved.
  package init(allowsMissing: Bool = false, failing: Set<Severity> = []) {
    passing = Set([.pass, .inconclusive, .improved]).subtracting(failing)
      .union(allowsMissing ? [.missing] : [])
  }

  package func passes(_ severity: Severity) -> Bool { passing.contains(severity) }

  /// How a command ends whose worst finding is this bad.
  package func exit(for severity: Severity) -> ToolExit { passes(severity) ? .pass : severity.exit }
}

extension GatePolicy {
  package init(from decoder: any Decoder) throws {
    passing = try Set([Severity](from: decoder))
  }

  /// Writes the words in order, so that equal policies are the same text.
  package func encode(to encoder: any Encoder) throws { try passing.sorted().encode(to: encoder) }
}
