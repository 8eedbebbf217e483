import BenchmarkModel
import BenchmarkVerdicts
import ReportText

/// What a gate checked as JUnit XML, which most continuous integration systems show.
///
/// A test suite per kind of check, a test case per budget or metric. An exceeded budget or a
/// regression is a failure, a failed benchmark is an error, and a check without a verdict is
/// skipped.
struct JUnitReport {
  let tool: ToolName
  let judgements: [Judgement]
  let explanations: ExplanationReport?

  /// XML that ends in a newline.
  var text: XMLText {
    var lines: [XMLText] = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="\#(tool.name)" \#(counts(judgements))>"#,
    ]
    for kind in Judgement.Kind.allCases {
      let suite = judgements.filter { $0.kind == kind }
      if suite.isEmpty { continue }
      lines.append(#"  <testsuite name="\#(kind.suite)" \#(counts(suite))>"#)
      lines += suite.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).map { "\($0)\n" as XMLText }.joined()
  }

  private func counts(_ judgements: [Judgement]) -> XMLText {
    let levels = Dictionary(grouping: judgements, by: \.level)
    func count(_ level: Judgement.Level) -> Int { levels[level]?.count ?? 0 }
    return """
      tests="\(judgements.count)" failures="\(count(.failure))" errors="\(count(.error))" \
      skipped="\(count(.doubt))"
      """
  }

  private func lines(of judgement: Judgement) -> [XMLText] {
    let place: XMLText = judgement.location.map { #" file="\#($0.file)" line="\#($0.line)""# } ?? ""
    let head: XMLText =
      #"    <testcase classname="\#(judgement.benchmark)" name="\#(judgement.name)"\#(place)"#
    let element: String
    switch judgement.level {
    case .error: element = "error"
    case .failure: element = "failure"
    case .doubt: element = "skipped"
    case .gain, .fine: return [head + "/>"]
    }
    let message = judgement.message(explanations)
    return [head + ">", #"      <\#(element) message="\#(message)"/>"#, "    </testcase>"]
  }
}
