/// Pieces of Markdown that several reports use.
enum Markdown {
  /// Lines behind a disclosure triangle.
  static func details(_ summary: String, _ lines: [String]) -> String {
    folded(summary, lines.map { "- \($0)\n" }.joined())
  }

  /// Any Markdown behind a disclosure triangle.
  static func folded(_ summary: String, _ content: String) -> String {
    "<details><summary>\(summary.markdownEscaped)</summary>\n\n\(content)\n</details>\n"
  }
}
