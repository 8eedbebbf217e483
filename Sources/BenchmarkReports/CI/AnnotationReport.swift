import BenchmarkResults

/// The findings of a gate as workflow commands of GitHub Actions, which become annotations.
///
/// The verdict comes first, then the most severe findings: GitHub shows ten errors, ten warnings
/// and ten notices per step and drops the rest.
struct AnnotationReport {
  let verdict: String
  let isPassed: Bool
  let cases: [GateCase]

  let warnings: [MeasuringWarning]

  /// One command per line.
  var text: String {
    let findings = cases.compactMap(Self.command)
    let lines =
      [Self.line(isPassed ? "notice" : "error", title: "framegate", verdict)]
      + ["error", "warning", "notice"].flatMap { level in
        findings.filter { $0.level == level }.map(\.line)
      } + warnings.map { Self.line("warning", title: "framegate", $0.text) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func command(_ gateCase: GateCase) -> (level: String, line: String)? {
    func command(_ level: String, _ message: String) -> (level: String, line: String) {
      (level, line(level, title: gateCase.benchmark, "\(gateCase.name): \(message)"))
    }
    switch gateCase.status {
    case .passed: return nil
    case .improved(let message): return command("notice", message)
    case .failed(let message), .errored(let message): return command("error", message)
    case .undecided(let message): return command("warning", message)
    }
  }

  private static func line(_ level: String, title: String, _ message: String) -> String {
    "::\(level) title=\(title.commandPropertyEscaped)::\(message.commandEscaped)"
  }
}

extension String {
  /// The text as the message of a workflow command.
  var commandEscaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "%": text += "%25"
      case "\r": text += "%0D"
      case "\n": text += "%0A"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text as a property of a workflow command.
  var commandPropertyEscaped: String {
    commandEscaped.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
