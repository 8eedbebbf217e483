/// What a gate checked as JUnit XML, which most continuous integration systems show.
///
/// A test suite per kind of check, a test case per budget or metric. An exceeded budget or a
/// regression is a failure, a failed benchmark is an error, and a check without a verdict is
/// skipped.
struct JUnitReport {
  let cases: [GateCase]

  /// XML that ends in a newline.
  var text: String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuites name="framegate" \#(counts(cases))>"#,
    ]
    for group in groups {
      let cases = cases.filter { $0.group == group }
      lines.append(#"  <testsuite name="\#(group.xmlEscaped)" \#(counts(cases))>"#)
      lines += cases.flatMap(lines(of:))
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>"]).map { $0 + "\n" }.joined()
  }

  private var groups: [String] {
    cases.map(\.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func counts(_ cases: [GateCase]) -> String {
    func count(_ element: String) -> Int { cases.count { $0.status.element?.name == element } }
    return """
      tests="\(cases.count)" failures="\(count("failure"))" errors="\(count("error"))" \
      skipped="\(count("skipped"))"
      """
  }

  private func lines(of gateCase: GateCase) -> [String] {
    let benchmark = gateCase.benchmark.xmlEscaped
    let name = gateCase.name.xmlEscaped
    let head = #"    <testcase classname="\#(benchmark)" name="\#(name)""#
    guard let (element, message) = gateCase.status.element else { return [head + "/>"] }
    return [
      head + ">", #"      <\#(element) message="\#(message.xmlEscaped)"/>"#, "    </testcase>",
    ]
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

extension String {
  /// The text as the value of an XML attribute.
  ///
  /// Characters that XML 1.0 cannot hold, even escaped, become U+FFFD.
  var xmlEscaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&apos;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
