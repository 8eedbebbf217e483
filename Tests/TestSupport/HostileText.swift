import BenchmarkModel
import ReportText

/// Texts that would give orders if they were printed as they are, in every format that the tool
/// writes.
package enum HostileText {
  package static let all = [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}", "bell\u{7}", "back\u{8}\u{8}\u{8}",
    "nul\u{0}end", "tab\tend", "line\nend", "line\r\nend", "return\rend", "\u{B}\u{C}\u{1C}\u{1F}",
    "del\u{7F}", "\u{85}next line", "\u{9B}31mC1", "\u{80}\u{9D}0;x\u{9C}",
    "\u{2028}line\u{2029}paragraph", "\u{202E}desrever", "\u{202A}\u{202B}\u{202C}\u{202D}",
    "\u{2066}\u{2067}\u{2068}\u{2069}", "\u{200E}\u{200F}\u{61C}", "\u{FEFF}mark", "\u{AD}soft",
    "\u{E0041}\u{E0042}tags",
    "::error::x", "  ::stop-commands::token", "\u{A0}::error::x", "a\n::error::x", "a\r::error::x",
    ":", "::", "##[error]x", "##vso[task.complete]", "#[group]", "a ##[add-mask]b", "###[x",
    "@user", "(@team/name)", "see #123", "owner/repo#12", "| a | b |", "**bold** _it_ `code`",
    "<script>alert(1)</script>", "<!-- comment", "[link](http://example.org)",
    "![image](http://example.org/x.png)", "&amp;", "]]>", "\"quoted\" 'single'", "a,b;c:d%e",
    "=1+1", "=HYPERLINK(\"http://example.org\")", "@SUM(A1)", "+1", "-1+2", "\t=1", "|cmd",
    "a,\"b\"",
    "</script><script>alert(1)</script>", "<svg onload=alert(1)>", "' onmouseover='alert(1)",
    "javascript:alert(1)", "</style>", "{{x}}", "# EOF", "a\"} 1\nb", "Benchmark/x 1 1 ns/op", "-8",
    "%0A::error::x", "%1B[31m", "\\", "", " ", String(repeating: "long ", count: 900),
    String(repeating: "\u{202E}", count: 300), String(repeating: "\n", count: 300),
  ]

  /// What of a text a terminal or a runner of continuous integration would obey: control
  /// characters, and whole lines.
  package static func orders(in text: String) -> [String] {
    let lines = text.split(separator: "\n").filter { line in
      let start = line.unicodeScalars.drop { $0.properties.isWhitespace || $0.isObeyed }
      return String(start).hasPrefix("::") || line.contains("##[") || line.contains("##vso[")
    }
    return controls(in: text) + lines.map(String.init)
  }

  /// What of a text a terminal would obey, newlines apart.
  package static func controls(in text: String) -> [String] {
    text.unicodeScalars.filter { $0 != "\n" && $0.isObeyed }.map { "\($0)" }
  }
}
