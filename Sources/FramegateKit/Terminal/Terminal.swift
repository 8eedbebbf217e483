import Foundation

/// What standard error can show.
enum Terminal {
  /// Whether a person watches standard error.
  static var isInteractive: Bool {
    isatty(STDERR_FILENO) == 1
  }

  /// Whether standard output may carry colour: a terminal, and nobody asked for none.
  static var showsColor: Bool {
    isatty(STDOUT_FILENO) == 1
      && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
  }

  /// Columns of standard error; 80 if it does not say.
  static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      ? Int(size.ws_col) : 80
  }

  /// Writes to standard error; what cannot be written there has nowhere else to go.
  static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
