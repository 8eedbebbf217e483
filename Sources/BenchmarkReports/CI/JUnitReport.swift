import BenchmarkModel
import ReportText

/// What a gate checked as JUnit XML, which most continuous integration systems show.
///
/// A test suite per kind of check, a test case per budget or metric. An exceeded budget or a
/// regression is a failure, a failed benchmark is an error, and a check without a verdict is
/// skipped.
struct JUnitReport {
  let tool: ToolName
  let cases: [GateCase]

  /// XML that ends in a newline.
  var text: XMLText {
    var lines: [XMLText] = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="\#(tool.name)" \#(counts(cases))>"#,
    ]
    for group in groups {
      let cases = cases.filter { $0.group == group }
      lines.append(#"  <testsuite name="\#(group)" \#(counts(cases))>"#)
      lines += cases.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).map { "\($0)\n" as XMLText }.joined()
  }

  private var groups: [String] {
    cases.map(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func counts(_ cases: [GateCase]) -> XMLText {
    func count(_ element: String) -> Int { cases.count { $0.status.element?.name == element } }
    return """
      tests="\(cases.count)" failures="\(count("failure"))" errors="\(count("error"))" \
      skipped="\(count("skipped"))"
      """
  }

  private func lines(of gateCase: GateCase) -> [XMLText] {
    let place: XMLText =
      gateCase.location.map { #" file="\#($0.file)" line="\#($0.line)""# } ?? ""
    let head: XMLText =
      #"    <testcase classname="\#(gateCase.benchmark)" name="\#(gateCase.name)"\#(place)"#
    guard let (element, message) = gateCase.status.element else { return [head + "/>"] }
    return [head + ">", #"      <\#(element) message="\#(message)"/>"#, "    </testcase>"]
  }
}

extension GateCase.Status {
  /// The element inside a test case; none for one that passed.
  fileprivate var element: (name: String, message: String)? {
    switch self {
    case .passed, .improved: nil
    case .failed(let message): ("failure", message)
    case .errored(let message): ("error", message)
    case .undecided(let message): ("skipped", message)
    }
  }
}
