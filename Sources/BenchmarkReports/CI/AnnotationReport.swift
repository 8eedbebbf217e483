import BenchmarkModel
import BenchmarkResults
import ReportText

/// The findings of a gate as workflow commands of GitHub Actions, which become annotations.
///
/// The verdict comes first, then the most severe findings: GitHub shows ten errors, ten warnings
/// and ten notices per step and drops the rest.
struct AnnotationReport {
  let tool: ToolName
  let verdict: String
  let isPassed: Bool
  let cases: [GateCase]

  let warnings: [MeasuringWarning]

  /// One command per line.
  var text: CommandText {
    let findings = cases.compactMap(Self.command)
    let lines =
      [Self.line(isPassed ? .notice : .error, title: tool.name, verdict)]
      + Level.allCases.flatMap { level in
        findings.filter { $0.level == level }.map(\.line)
      } + warnings.map { Self.line(.warning, title: tool.name, $0.text(tool)) }
    return lines.map { "\($0)\n" as CommandText }.joined()
  }

  private static func command(_ gateCase: GateCase) -> (level: Level, line: CommandText)? {
    func command(_ level: Level, _ message: String) -> (level: Level, line: CommandText) {
      (
        level,
        line(
          level, title: gateCase.benchmark, "\(gateCase.name): \(message)", at: gateCase.location)
      )
    }
    switch gateCase.status {
    case .passed: return nil
    case .improved(let message): return command(.notice, message)
    case .failed(let message), .errored(let message): return command(.error, message)
    case .undecided(let message): return command(.warning, message)
    }
  }

  /// How GitHub shows a command, the most severe first.
  private enum Level: String, CaseIterable {
    case error, warning, notice
  }

  private static func line(
    _ level: Level, title: String, _ message: String, at place: SourceLocation? = nil
  ) -> CommandText {
    let place: CommandText =
      place.map { "file=\(CommandText.property($0.file)),line=\($0.line)," } ?? ""
    return "::\(level.rawValue) \(place)title=\(CommandText.property(title))::\(message)"
  }
}
