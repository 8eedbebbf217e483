import ArgumentParser
import FrameLogs

/// The log of a real display.
struct LogOptions: ParsableArguments {
  @Option(help: .value("file", "Read this frame log. See results/logs.md"), completion: .file())
  var log: String?

  @OptionGroup var format: LogFormatOptions

  var file: LogFile? { get throws { try log.map(format.file) } }
}

/// How a log is read.
struct LogFormatOptions: ParsableArguments {
  @Option(help: .value("format", "Read the log as this format, not by its content."))
  var logFormat: Checked<LogFormat>?

  @Option(help: .value("name", "Judge only this process, window or display."))
  var stream: String?

  @Option(
    help: .value(
      "seconds", "State the length of the recording, for logs that contain only hitches.",
      isHidden: true))
  var elapsed: Double?

  /// Whether none of these options is given.
  var isEmpty: Bool { logFormat == nil && stream == nil && elapsed == nil }

  func validate() throws {
    _ = try logFormat?.value
    try ValidationError.check(elapsed, in: 0.001...31_622_400, "--elapsed", "seconds")
  }

  func file(_ path: String) throws -> LogFile {
    LogFile(path: path, format: try logFormat?.value, stream: stream, elapsedSeconds: elapsed)
  }
}

extension LogFormat: ArgumentText {}
