import BenchmarkVerdicts
import ReportText
import SampleStatistics

/// The words for steps and culprits.
enum StepText {
  /// `+4.02 % (+3.10 % … +4.90 %)`.
  static func size(_ ratio: Double?, _ interval: Interval?) -> String {
    guard let ratio else { return "from 0" }
    let range = interval.map { $0.width == 0 ? "" : " (\(Self.interval($0)))" } ?? ""
    return NumberText.change(ratio) + range
  }

  /// `+3.10 % … +4.90 %`, or `exact` for a single number.
  static func interval(_ interval: Interval) -> String {
    interval.width == 0
      ? "exact" : "\(NumberText.change(interval.low)) … \(NumberText.change(interval.high))"
  }

  /// `0f30e0051d16 (Read names lazily)`, or only the hash if the subject is not known.
  static func commit(_ hash: String, _ subject: String) -> String {
    subject.isEmpty ? "\(hash.prefix(12))" : "\(hash.prefix(12)) (\(subject))"
  }

  /// `: +266 instructions per operation in work(_:)`; empty without an explanation.
  static func functions(_ explanation: Explanation?) -> String {
    guard let explanation, let most = explanation.families.first else { return "" }
    return """
      : \(ExplanationReport.signed(most.change.rounded())) instructions per \
      \(explanation.unit.rawValue) in \(most.name)
      """
  }
}
