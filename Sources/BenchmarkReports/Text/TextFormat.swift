/// A format that texts are written in.
package protocol TextFormat: Sendable {
  /// Foreign text as this format shows it: one line that gives no orders.
  static func escape(_ text: String) -> String
}

/// Lines for a terminal or a log.
package typealias TerminalText = Formatted<TerminalFormat>

/// Text alone: control characters are shown as `\n` or `\u{1B}`.
package enum TerminalFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(text) { _, _, _ in nil }
  }
}

/// Markdown as GitHub reads it.
package typealias MarkdownText = Formatted<MarkdownFormat>

/// Nothing is markup, and nobody is mentioned.
package enum MarkdownFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(
      text.replacing("\r\n", with: " "),
      obeyed: { $0 == ":" || $0 == "#" ? "&#\($0.value);" : "\\" + ForeignText.visible($0) }
    ) { previous, scalar, next in
      switch scalar {
      case "|", "*", "`", "\\", "_", "[", "]": "\\\(scalar)"
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "@" where !(previous?.isWord ?? false) && (next?.isWord ?? false),
        "#" where next?.properties.numericType != nil:
        // GitHub looks for mentions after it has read the markup: only a space of no width helps.
        "\(scalar)&#8203;"
      case _ where Character(scalar).isNewline: " "
      default: nil
      }
    }
  }
}

/// Workflow commands of GitHub Actions.
package typealias CommandText = Formatted<CommandFormat>

/// The message of a workflow command.
package enum CommandFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(text) { _, scalar, _ in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }
}

extension CommandText {
  /// Foreign text as a property of a workflow command.
  static func property(_ text: String) -> CommandText {
    let escaped = CommandText(foreign: text).content
    return CommandText(
      escaped: escaped.replacing(":", with: "%3A").replacing(",", with: "%2C"))
  }
}

/// XML.
package typealias XMLText = Formatted<XMLFormat>

/// The value of an attribute; characters that XML 1.0 cannot hold, even escaped, become U+FFFD.
package enum XMLFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(
      text, obeyed: { $0 == ":" || $0 == "#" ? "&#\($0.value);" : ForeignText.visible($0) }
    ) { _, scalar, _ in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is part of a word for GitHub: a mention does not follow it.
  fileprivate var isWord: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil || self == "_")
  }
}

extension MarkdownText {
  /// Markdown that is collapsed until its summary is clicked.
  static func folded(_ summary: String, _ content: MarkdownText) -> MarkdownText {
    "<details><summary>\(summary)</summary>\n\n\(content)\n</details>\n"
  }
}
