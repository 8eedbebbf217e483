package import BenchmarkModel

/// An error that a user can cause.
///
/// Its description says what is wrong and ends with what to do next. The command prints it and
/// exits with ``exitCode``.
package protocol ToolError: Error, CustomStringConvertible {
  /// The code that a command exits with when it ends with this error.
  var exitCode: ToolExit { get }
}

extension ToolError {
  /// The maximum length of a message in characters, more than any advice needs.
  private static var longestMessage: Int { 2_000 }

  /// The description as one line: foreign texts in it can neither start a line nor control a
  /// terminal, and a long one loses its middle.
  package var message: String {
    var line = ""
    for scalar in description.unicodeScalars {
      if scalar.isControl {
        line += scalar.escaped(asASCII: true)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    // Counted in scalars, because a character can consist of any number of scalars.
    let scalars = line.unicodeScalars
    guard scalars.count > Self.longestMessage else { return line }
    let half = Self.longestMessage / 2
    return String(String.UnicodeScalarView(scalars.prefix(half))) + " … "
      + String(String.UnicodeScalarView(scalars.suffix(half)))
  }
}

extension Unicode.Scalar {
  /// Whether it changes how text is shown: control characters (including the C1 range), and marks
  /// that reverse, hide or break text.
  ///
  /// The joiners inside emoji and in Arabic script are not included.
  package var isControl: Bool {
    if (0x20..<0x7F).contains(value) { return false }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: self != "\u{200C}" && self != "\u{200D}"
    default: false
    }
  }
}

// Declared here because BenchmarkModel does not know ``ToolError``.

/// The wrong size comes from an option or a file.
extension ScreenSizeError: ToolError { package var exitCode: ToolExit { .wrongUsage } }

extension ToolCacheError: ToolError { package var exitCode: ToolExit { .couldNotRun } }
