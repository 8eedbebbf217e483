/// Markdown that several reports use.
enum Markdown {
  /// A list that is collapsed until its summary is clicked.
  static func details(_ summary: String, _ lines: [String]) -> String {
    folded(summary, lines.map { "- \($0)\n" }.joined())
  }

  /// Markdown that is collapsed until its summary is clicked.
  static func folded(_ summary: String, _ content: String) -> String {
    "<details><summary>\(summary.markdownEscaped)</summary>\n\n\(content)\n</details>\n"
  }
}

extension String {
  /// The text with the characters escaped that Markdown or HTML would read as markup.
  var markdownEscaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "|", "*", "`", "\\", "_", "[", "]": text += "\\\(character)"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case _ where character.isNewline: text += " "
      default: text.append(character)
      }
    }
  }
}
