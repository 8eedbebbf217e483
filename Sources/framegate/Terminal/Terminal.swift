import Foundation
import ReportText

/// What the terminal can show.
enum Terminal {
  /// Whether standard error is a terminal.
  static var isInteractive: Bool { isatty(STDERR_FILENO) == 1 }

  /// Whether standard output may contain color: it is a terminal, and NO_COLOR is not set.
  static var showsColor: Bool {
    isatty(STDOUT_FILENO) == 1
      && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  /// Columns of standard output, or nil if it is not a terminal.
  static var outputWidth: Int? {
    isatty(STDOUT_FILENO) == 1 ? columns(of: STDOUT_FILENO) : nil
  }

  /// Columns of standard error; 80 if unknown.
  static var width: Int { columns(of: STDERR_FILENO) }

  private static func columns(of descriptor: Int32) -> Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes to standard error; ignores errors, because there is nowhere else to report them.
  static func say(_ text: TerminalText) {
    try? FileHandle.standardError.write(contentsOf: text.data)
  }

  /// Replaces the progress line on standard error, or removes it if `text` is empty.
  static func showProgress(_ text: TerminalText) {
    say("\r\u{1B}[K\(String(text.content.prefix(width - 1)))")
  }
}
