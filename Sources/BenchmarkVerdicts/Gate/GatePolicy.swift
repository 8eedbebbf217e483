package import BenchmarkModel

/// Which severities pass.
package struct GatePolicy: Hashable, Codable, Sendable {
  private let passing: Set<Severity>

  /// - Parameters:
  ///   - allowsMissing: Whether what is missing on one side, or was not measured, passes.
  ///   - failing: Which of `noBase`, `inconclusive` and `improved` also fail.
  package init(allowsMissing: Bool = false, failing: Set<Severity> = []) {
    passing = Set([.pass, .noBase, .inconclusive, .improved]).subtracting(failing)
      .union(allowsMissing ? [.missing] : [])
  }

  package func passes(_ severity: Severity) -> Bool { passing.contains(severity) }

  /// The exit code if this is the worst severity.
  package func exit(for severity: Severity) -> ToolExit {
    passes(severity) ? .pass : severity.exit
  }
}

extension GatePolicy {
  package init(from decoder: any Decoder) throws {
    passing = try Set([Severity](from: decoder))
  }

  /// Writes the words in order, so that equal policies are the same text.
  package func encode(to encoder: any Encoder) throws {
    try passing.sorted().encode(to: encoder)
  }
}
