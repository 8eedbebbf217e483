package import BenchmarkModel

/// How bad a finding is, the worst first, in the words of JSON.
package enum Severity: String, Hashable, Codable, Sendable, CaseIterable {
  /// A signal ended the measurement early.
  case interrupted

  /// A benchmark crashed, hung or gave up.
  case failed

  case exceeded

  /// The two sides compute different results.
  case differs

  /// Something got slower or allocates more than in the baseline.
  case regressed

  /// Something is missing that had to be measured.
  case missing

  /// The requested base cannot be compared.
  case noBase

  case inconclusive

  case improved

  /// All limits are kept and nothing changed.
  case pass

  /// The exit code if this is the worst severity, unless a policy lets it pass.
  package var exit: ToolExit {
    switch self {
    case .interrupted: .interrupted
    case .failed: .benchmarkFailed
    case .exceeded, .differs, .regressed, .missing: .regression
    case .noBase: .couldNotRun
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
