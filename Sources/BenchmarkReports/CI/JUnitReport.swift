import BenchmarkModel
import BenchmarkVerdicts
import ReportText

/// What a gate checked as JUnit XML, which most continuous integration systems show.
///
/// A test suite per kind of check, a test case per budget or metric. An exceeded budget or a
/// regression is a failure, a failed benchmark is an error, and a check without a verdict is
/// skipped. Warnings are skipped test cases, because these systems show the reason.
struct JUnitReport {
  let tool: ToolName
  let findings: [Finding]
  let explanations: ExplanationReport?
  let warnings: [MeasuringWarning]

  /// XML that ends in a newline.
  var text: XMLText {
    var lines: [XMLText] = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="\#(tool.name)" \#(counts(findings, warnings))>"#,
    ]
    for kind in Finding.Kind.allCases {
      let suite = findings.filter { $0.kind == kind }
      if suite.isEmpty { continue }
      lines.append(#"  <testsuite name="\#(kind.suite)" \#(counts(suite, []))>"#)
      lines += suite.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    if !warnings.isEmpty {
      lines.append(#"  <testsuite name="warnings" \#(counts([], warnings))>"#)
      for (index, warning) in warnings.enumerated() {
        lines += [
          #"    <testcase classname="\#(tool.name)" name="warning \#(index + 1)">"#,
          #"      <skipped message="\#(warning.text(tool))"/>"#, "    </testcase>",
        ]
      }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).map { "\($0)\n" as XMLText }.joined()
  }

  private func counts(_ findings: [Finding], _ warnings: [MeasuringWarning]) -> XMLText {
    let levels = Dictionary(grouping: findings, by: \.level)
    func count(_ level: Finding.Level) -> Int { levels[level]?.count ?? 0 }
    return """
      tests="\(findings.count + warnings.count)" failures="\(count(.failure))" errors="\(count(.error))" \
      skipped="\(count(.doubt) + warnings.count)"
      """
  }

  private func lines(of finding: Finding) -> [XMLText] {
    let place: XMLText = finding.location.map { #" file="\#($0.file)" line="\#($0.line)""# } ?? ""
    let head: XMLText =
      #"    <testcase classname="\#(finding.benchmark)" name="\#(finding.name)"\#(place)"#
    let element: String
    switch finding.level {
    case .error: element = "error"
    case .failure: element = "failure"
    case .doubt: element = "skipped"
    case .gain, .fine: return [head + "/>"]
    }
    let message = finding.message(explanations)
    return [head + ">", #"      <\#(element) message="\#(message)"/>"#, "    </testcase>"]
  }
}
