import BenchmarkResults
import FrameTiming

extension CheckReport {
  /// The outcome in words.
  var verdict: String {
    let entries = gate.budgets.entries
    let exceeded = entries.count(where: \.isBroken)
    let missing = entries.count(where: \.judgement.isMissing)
    var sentences: [String] = []
    if !gate.failures.isEmpty {
      sentences.append("\(Words.count(gate.failures.count, "benchmark")) failed.")
    }
    if entries.isEmpty {
      sentences.append("No frame budget to check.")
    } else if exceeded + missing == 0 {
      sentences.append("All \(Words.count(entries.count, "frame budget")) kept.")
    } else {
      let parts = [("exceeded", exceeded), ("not measured", missing)].filter { $0.1 > 0 }
      sentences.append(
        "Of \(Words.count(entries.count, "frame budget")) "
          + parts.map { "\($0.1) \($0.0)" }.joined(separator: ", ") + ".")
    }
    let cleared = entries.count(where: \.isCleared)
    if cleared > 0 { sentences.append("\(cleared) exceeded at first, kept when measured again.") }
    if let comparison = gate.comparison { sentences.append(comparison.verdictText) }
    return (gate.isPassed ? "Passed. " : "Failed. ") + sentences.joined(separator: " ")
  }
}

extension Gate {
  /// Whether the gate lets pass what it saw; inconclusive does unless the command is told otherwise.
  fileprivate var isPassed: Bool {
    switch outcome {
    case .exceeded, .regressed, .missing: false
    case .inconclusive, .improved, .pass: failures.isEmpty
    }
  }

  var role: ReportStyle.Role { isPassed ? .good : .bad }
}
