import BenchmarkModel
import BenchmarkResults

extension CompareReport {
  /// The outcome in words.
  var verdict: String { comparison.verdictText }
}

extension Comparison {
  /// The outcome in words, with the counts behind it.
  var verdictText: String {
    guard !entries.isEmpty else { return "Nothing to compare: neither side has a metric." }
    let counts = [
      ("regressed", count(of: .regressed)), ("missing", count(of: nil)),
      ("inconclusive", count(of: .inconclusive)), ("improved", count(of: .improved)),
      ("unchanged", count(of: .unchanged)),
    ]
    let list = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    let head =
      switch outcome {
      case .regressed: "Regressed"
      case .missing: "Incomplete"
      case .inconclusive: "Inconclusive"
      case .improved: "Improved"
      case .pass: "Unchanged"
      }
    return "\(head): of \(Words.count(entries.count, "comparison")) \(list)."
  }

  var role: ReportStyle.Role {
    switch outcome {
    case .regressed, .missing: .bad
    case .inconclusive: .doubtful
    case .improved, .pass: .good
    }
  }
}
