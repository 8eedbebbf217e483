/// A format that can show any foreign text without obeying commands in it.
package protocol TextFormat: Sendable {
  /// Foreign text as one line in this format, without anything that would be obeyed.
  static func escape(_ text: String) -> String
}

/// Lines for a terminal or a log.
package typealias TerminalText = Formatted<TerminalFormat>

/// Plain text: control characters are shown as `\n` or `\u{1B}`.
package enum TerminalFormat: TextFormat {
  package static func escape(_ text: String) -> String { ForeignText.escape(text) { _, _ in nil } }
}

/// Markdown as GitHub reads it.
package typealias MarkdownText = Formatted<MarkdownFormat>

/// Escapes markup, mentions of people, URLs, and references to issues and commits.
package enum MarkdownFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(
      text.replacing("\r\n", with: " "),
      obeyed: { $0 == ":" || $0 == "#" ? "&#\($0.value);" : "\\" + ForeignText.visible($0) }
    ) { text, index in
      let scalar = text[index]
      return switch scalar {
      case "|", "*", "`", "\\", "_", "[", "]": "\\\(scalar)"
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      // GitHub looks for references after it has parsed the markup: only a zero-width space helps.
      case _ where isReference(text, index): "\(scalar)&#8203;"
      case _ where Character(scalar).isNewline: " "
      default: nil
      }
    }
  }
}

extension MarkdownFormat {
  /// The minimum number of digits of a commit hash that GitHub links.
  private static let shortestCommit = 7

  /// Whether this character and the next ones belong to a reference that GitHub would link:
  /// `@user`, `owner/repo@4c89d0d`, `#12`, `owner/repo#12`, `GH-12`, `https://…`, `www.…`.
  private static func isReference(_ text: [Unicode.Scalar], _ index: Int) -> Bool {
    let rest = text[(index + 1)...]
    switch text[index] {
    case "@":
      let isInWord = index > 0 && text[index - 1].isWord
      return isInWord
        ? rest.prefix { $0.properties.isASCIIHexDigit }.count >= shortestCommit
        : rest.first?.isWord ?? false
    case "#": return rest.first?.properties.numericType != nil
    case ":": return index > 0 && text[index - 1].isWord && rest.starts(with: ["/", "/"])
    case "." where index >= 3:
      let isPrefix = text[index - 3..<index].allSatisfy { $0 == "w" || $0 == "W" }
      let isInWord = index >= 4 && text[index - 4].isWord
      return isPrefix && !isInWord && rest.first?.isWord ?? false
    case "-" where index >= 2:
      let isPrefix =
        (text[index - 2] == "G" || text[index - 2] == "g")
        && (text[index - 1] == "H" || text[index - 1] == "h")
      let isInWord = index >= 3 && text[index - 3].isWord
      return isPrefix && !isInWord && rest.first?.properties.numericType != nil
    default: return false
    }
  }
}

/// Workflow commands of GitHub Actions.
package typealias CommandText = Formatted<CommandFormat>

/// The message of a workflow command.
package enum CommandFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(text) { text, index in
      switch text[index] {
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
  package static func property(_ text: String) -> CommandText {
    let escaped = CommandText(foreign: text).content
    return CommandText(escaped: escaped.replacing(":", with: "%3A").replacing(",", with: "%2C"))
  }
}

package typealias XMLText = Formatted<XMLFormat>

/// The value of an attribute; characters that XML 1.0 cannot hold, even escaped, become U+FFFD.
package enum XMLFormat: TextFormat {
  package static func escape(_ text: String) -> String {
    ForeignText.escape(
      text, obeyed: { $0 == ":" || $0 == "#" ? "&#\($0.value);" : ForeignText.visible($0) }
    ) { text, index in
      let scalar = text[index]
      return switch scalar {
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
  /// Whether it is part of a word for GitHub, so that no mention can follow it.
  fileprivate var isWord: Bool {
    isASCII && (properties.isAlphabetic || properties.numericType != nil || self == "_")
  }
}

extension MarkdownText {
  /// Markdown that is collapsed until its summary is clicked.
  package static func folded(_ summary: String, _ content: MarkdownText) -> MarkdownText {
    "<details><summary>\(summary)</summary>\n\n\(content)\n</details>\n"
  }
}
