import BenchmarkModel
import BenchmarkVerdicts
import ReportText

/// The findings of a gate as workflow commands of GitHub Actions, which become annotations.
///
/// The verdict comes first, then the most severe findings: GitHub shows ten errors, ten warnings
/// and ten notices per step and drops the rest. Remarks are warnings after all findings, so they
/// are dropped first.
struct AnnotationReport {
  let tool: ToolName
  let headline: String
  let isPassed: Bool
  let findings: [Finding]
  let explanations: ExplanationReport?
  let remarks: [String]

  /// One command per line.
  var text: CommandText {
    let findings = findings.compactMap { finding in
      Self.command(finding).map { command in
        (
          command,
          Self.line(
            command, title: finding.benchmark,
            "\(finding.name): \(finding.message(explanations))", at: finding.location)
        )
      }
    }
    let lines =
      [Self.line(isPassed ? .notice : .error, title: tool.name, headline)]
      + Command.allCases.flatMap { command in findings.filter { $0.0 == command }.map(\.1) }
      + remarks.map { Self.line(.warning, title: tool.name, $0) }
    return lines.map { "\($0)\n" as CommandText }.joined()
  }

  /// How GitHub shows a finding, the most severe first.
  private enum Command: String, CaseIterable { case error, warning, notice }

  private static func command(_ finding: Finding) -> Command? {
    if !finding.isPassed { return .error }
    if finding.isDoubtful { return .warning }
    return finding.severity == .improved ? .notice : nil
  }

  private static func line(
    _ command: Command, title: String, _ message: String, at place: SourceLocation? = nil
  ) -> CommandText {
    let place: CommandText =
      place.map { "file=\(CommandText.property($0.file)),line=\($0.line)," } ?? ""
    return "::\(command.rawValue) \(place)title=\(CommandText.property(title))::\(message)"
  }
}
