/// How a text report is shown: with or without colors, and how wide.
package struct ReportStyle: Hashable, Sendable {
  /// Whether the text goes to a terminal that shows colors.
  package let isColored: Bool

  /// The maximum width of a line, or nil for files and pipes, which have no limit.
  package let width: Int?

  package init(isColored: Bool, width: Int? = nil) {
    self.isColored = isColored
    self.width = width
  }

  /// Plain text, for files, pipes and `NO_COLOR`.
  package static let plain = ReportStyle(isColored: false)

  /// ANSI escape sequences, for terminals.
  package static let colored = ReportStyle(isColored: true)
}

extension ReportStyle {
  package enum Role: Hashable, Sendable { case heading, good, bad, doubtful, quiet }

  package func paint(_ text: String, as role: Role?) -> TerminalText {
    paint(TerminalText(foreign: text), as: role)
  }

  package func paint(_ text: TerminalText, as role: Role?) -> TerminalText {
    guard isColored, let role else { return text }
    let code =
      switch role {
      case .heading: "1"
      case .good: "32"
      case .bad: "31"
      case .doubtful: "33"
      case .quiet: "2"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
