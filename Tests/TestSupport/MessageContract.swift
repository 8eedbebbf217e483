/// What every message about a foreign text keeps: it is one line of a moderate length, without
/// control characters, and ends with one period.
package enum MessageContract {
  private static let longest = 10_000

  /// What is wrong with a message, or nil if nothing is.
  package static func violation(of message: String) -> String? {
    if message.utf8.count >= longest {
      return "its message has \(message.utf8.count) bytes: \(start(of: message))"
    }
    if message.unicodeScalars.contains(where: isForbidden) {
      return "its message has a control character: \(start(of: message))"
    }
    guard message.hasSuffix("."), !message.hasSuffix("..") else {
      return "its message does not end with one period: \(start(of: message))"
    }
    return nil
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default:
      ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    }
  }

  private static func start(of message: String) -> String {
    message.unicodeScalars.prefix(300).reduce(into: "") { $0 += $1.escaped(asASCII: true) }
  }
}
