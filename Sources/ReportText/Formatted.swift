package import Foundation

/// Text that is ready to be written in one format: a terminal, Markdown, XML or workflow commands.
///
/// Only literals are taken as they are. Whatever is interpolated is foreign (a name or a reason in
/// a result file, an answer of a worker, a path, a message of git) and is escaped for the format,
/// so it cannot start a line, color a terminal or control a continuous integration system. There
/// is no other way to turn a `String` into formatted text.
///
///     let line: MarkdownText = "**\(benchmark.name)**\n"
package struct Formatted<Format: TextFormat>: Hashable, Sendable {
  package private(set) var content: String

  /// Escapes foreign text; a text with more characters than `limit` loses its middle.
  package init(foreign text: String, limit: Int = ForeignText.longest) {
    content = Format.escape(text.cut(to: limit))
  }

  /// Takes text whose parts are already escaped; only for the formats of this module.
  init(escaped content: String) { self.content = content }
}

extension Formatted {
  package var data: Data { Data(content.utf8) }

  package var isEmpty: Bool { content.isEmpty }

  package static func + (left: Formatted, right: Formatted) -> Formatted {
    Formatted(escaped: left.content + right.content)
  }
}

extension [String] {
  /// Foreign texts, one per line.
  package func lines<Format>() -> Formatted<Format> {
    map { "\($0)\n" as Formatted<Format> }.joined()
  }

  /// Foreign texts as the items of a list.
  package func items() -> MarkdownText { map { "- \($0)\n" as MarkdownText }.joined() }
}

extension Sequence {
  package func joined<Format>(separator: Formatted<Format> = "") -> Formatted<Format>
  where Element == Formatted<Format> {
    Formatted(escaped: map(\.content).joined(separator: separator.content))
  }

  /// The texts with an empty line between them, without empty texts; each must end with a newline.
  package func blocks<Format>() -> Formatted<Format> where Element == Formatted<Format> {
    filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

extension Formatted: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var content = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      content.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) { content += literal }

    package mutating func appendInterpolation(_ text: String) {
      content += Formatted(foreign: text).content
    }

    /// Adds the description of a value, which may contain foreign text.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      content += Formatted(foreign: value.description).content
    }

    package mutating func appendInterpolation(_ text: Formatted) { content += text.content }

    /// Adds foreign text that may have several lines, such as the output of a compiler.
    package mutating func appendInterpolation(lines text: String) {
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let shown = lines.prefix(ForeignText.mostLines).map { Formatted(foreign: String($0)).content }
      content += (lines.count > shown.count ? shown + ["…"] : shown).joined(separator: "\n")
    }
  }

  package init(stringLiteral content: String) { self.init(escaped: content) }

  package init(stringInterpolation: StringInterpolation) {
    self.init(escaped: stringInterpolation.content)
  }
}
