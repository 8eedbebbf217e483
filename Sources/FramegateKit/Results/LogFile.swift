import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import Foundation
import FrameLogs
import FrameTiming

/// A frame log that a command reads.
struct LogFile {
  /// The file, or standard input.
  let url: URL

  /// What messages and reports call it.
  let name: String
  private let format: LogFormat?
  private let stream: String?

  /// Names a log.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - format: Its format; nil for the one that its content tells.
  ///   - stream: Which of its streams is looked at; nil for the only one.
  init(path: String, format: LogFormat? = nil, stream: String? = nil) {
    url = InputFile.named(path)
    name = path == "-" ? "standard input" : path
    self.format = format
    self.stream = stream
  }

  /// Reads the log.
  func content() throws -> LogContent {
    try translating {
      let recording = try FrameRecording(reading: LogText(InputFile.pieces(of: url)), as: format)
      return LogContent(name: name, recording: recording, stream: try recording.stream(stream))
    }
  }

  /// Whether the file is a frame log and no result, replay object or name of a stored result.
  func isRecognized() throws -> Bool {
    guard format == nil, stream == nil else { return true }
    // Pipes can be read once, so what is read of them here is read again.
    let isPipe = InputFile.isReadOnce(url)
    guard isPipe || InputFile.isRegular(url) else { return false }
    return try translating {
      let next = try InputFile.pieces(of: url)
      var seen: [UInt8] = []
      defer { if isPipe { InputFile.unread(seen, of: url) } }
      let text = LogText {
        let piece = try next()
        seen += piece
        return piece
      }
      return try text.isFrameLog()
    }
  }

  /// Names the file in errors of the log.
  func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as FrameTimingError {
      throw ResultsError.unusableLog(file: name, error)
    } catch let error as LogError { throw UnusableLog(file: name, error: error) }
  }
}

/// Why a log of another tool cannot be used.
private struct UnusableLog: ToolError {
  let file: String
  let error: LogError

  var description: String { "'\(file)' cannot be judged. \(error)" }
  var exitCode: ToolExit { error.exitCode }
}
