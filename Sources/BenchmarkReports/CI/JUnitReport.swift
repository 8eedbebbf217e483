import BenchmarkModel
import BenchmarkVerdicts
import ReportText

/// The findings of a gate as JUnit XML, which most continuous integration systems show.
///
/// A test suite per kind of check, a test case per budget or metric. An exceeded budget or a
/// regression is a failure, a failed benchmark is an error, and a check without a verdict is
/// skipped. Warnings are skipped test cases, because these systems show the reason.
struct JUnitReport {
  let tool: ToolName
  let findings: [Finding]
  let explanations: ExplanationReport?
  let remarks: [String]

  /// The XML, which ends with a newline.
  var text: XMLText {
    var lines: [XMLText] = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="\#(tool.name)" \#(counts(findings, remarks))>"#,
    ]
    for kind in Finding.Kind.allCases {
      let suite = findings.filter { $0.kind == kind }
      if suite.isEmpty { continue }
      lines.append(#"  <testsuite name="\#(kind.suite)" \#(counts(suite, []))>"#)
      lines += suite.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    if !remarks.isEmpty {
      lines.append(#"  <testsuite name="warnings" \#(counts([], remarks))>"#)
      for (index, remark) in remarks.enumerated() {
        lines += [
          #"    <testcase classname="\#(tool.name)" name="warning \#(index + 1)">"#,
          #"      <skipped message="\#(remark)"/>"#, "    </testcase>",
        ]
      }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).map { "\($0)\n" as XMLText }.joined()
  }

  private func counts(_ findings: [Finding], _ remarks: [String]) -> XMLText {
    func count(_ element: Element) -> Int { findings.count { Self.element($0) == element } }
    return """
      tests="\(findings.count + remarks.count)" failures="\(count(.failure))" errors="\(count(.error))" \
      skipped="\(count(.skipped) + remarks.count)"
      """
  }

  private func lines(of finding: Finding) -> [XMLText] {
    let place: XMLText = finding.location.map { #" file="\#($0.file)" line="\#($0.line)""# } ?? ""
    let head: XMLText =
      #"    <testcase classname="\#(finding.benchmark)" name="\#(finding.name)"\#(place)"#
    guard let element = Self.element(finding) else { return [head + "/>"] }
    let message = finding.message(explanations)
    return [
      head + ">", #"      <\#(element.rawValue) message="\#(message)"/>"#, "    </testcase>",
    ]
  }

  /// The element inside a test case that does not pass.
  private enum Element: String { case error, failure, skipped }

  private static func element(_ finding: Finding) -> Element? {
    if finding.isError { return .error }
    if !finding.isPassed { return .failure }
    return finding.isDoubtful ? .skipped : nil
  }
}
