import BenchmarkModel

/// The handling of foreign text that all formats share.
package enum ForeignText {
  /// The maximum number of characters of one text, enough for a list of several hundred names.
  package static let longest = 4_000

  /// The maximum number of lines of an error.
  static let mostLines = 60

  /// Escapes a text character by character.
  ///
  /// Runners of continuous integration obey `::command` at the start of a line, after spaces too,
  /// and `##[command]` and `##vso[command]` anywhere. A piece of text may be printed where a line
  /// starts, so a leading `:` is escaped, and `#` before `#` or `[`.
  ///
  /// - Parameters:
  ///   - text: Foreign text.
  ///   - obeyed: Returns what to write for a character that would be obeyed.
  ///   - escape: Returns what the format writes for the character at an index, or nil if it stays.
  /// - Returns: One line, unless `escape` lets a newline through.
  static func escape(
    _ text: String, obeyed: (Unicode.Scalar) -> String = Self.visible,
    escape: (_ text: [Unicode.Scalar], _ index: Int) -> String?
  ) -> String {
    if isPlain(text) { return text }
    let scalars = Array(text.unicodeScalars)
    let start = scalars.firstIndex { !$0.properties.isWhitespace && !$0.isControl }
    var result = ""
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      if let own = escape(scalars, index) {
        result += own
      } else if scalar.isControl || (scalar == ":" && index == start)
        || (scalar == "#" && (next == "#" || next == "["))
      {
        result += obeyed(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether no format escapes any character of a text, as is true of most names.
  private static func isPlain(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: " "), UInt8(ascii: "/"):
        break
      // `www.` would be a link in Markdown.
      case UInt8(ascii: ".") where previous != UInt8(ascii: "w") && previous != UInt8(ascii: "W"):
        break
      default: return false
      }
      previous = byte
    }
    return true
  }

  /// A visible form of a control character: `\n`, `\t`, `\u{1B}`.
  static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}

extension String {
  /// The text or, if it has more characters than `count`, its start and end with `…` in between.
  ///
  /// The end is kept because a message ends with what to do.
  package func cut(to count: Int) -> String {
    guard utf8.count > count, unicodeScalars.count > count else { return self }
    let end = min(count / 4, 300)
    return String(unicodeScalars.prefix(count - end - 1)) + "…" + String(unicodeScalars.suffix(end))
  }
}
