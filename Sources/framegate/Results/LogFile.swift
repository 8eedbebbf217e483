import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameLogs
import FrameTiming
import ReportText

/// A frame log that a command reads.
struct LogFile {
  let url: URL

  /// What messages and reports call it.
  let name: String
  private let format: LogFormat?
  private let stream: String?
  private let elapsedSeconds: Double?

  /// Names a log.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - format: Its format; nil to recognize it by the content.
  ///   - stream: The name of the stream to use; nil if the log has only one.
  ///   - elapsedSeconds: How long the recording was, for a log that does not contain it.
  init(
    path: String, format: LogFormat? = nil, stream: String? = nil, elapsedSeconds: Double? = nil
  ) {
    url = InputFile.named(path)
    name = path == "-" ? "standard input" : path
    self.format = format
    self.stream = stream
    self.elapsedSeconds = elapsedSeconds
  }

  func content() throws -> LogContent {
    let file = try attached()
    return try translating {
      var recording = try FrameRecording(reading: LogText(InputFile.pieces(of: file)), as: format)
      if let elapsedSeconds {
        recording = try recording.stating(elapsedNs: Int64((elapsedSeconds * 1e9).rounded()))
      }
      return LogContent(name: name, recording: recording, stream: try recording.stream(stream))
    }
  }

  /// The file itself or, for a folder that `xcresulttool export attachments` wrote, its only log.
  private func attached() throws -> URL {
    struct Test: Decodable {
      struct Attachment: Decodable { let exportedFileName: String }
      let attachments: [Attachment]
    }
    let manifest = url.appending(path: "manifest.json")
    guard InputFile.isRegular(manifest) else { return url }
    let content = try InputFile.content(of: manifest)
    guard let tests = try? JSONDecoder().decode([Test].self, fromForeign: content) else {
      return url
    }
    let files = Set(tests.flatMap(\.attachments).map(\.exportedFileName)).sorted()
      // Nothing outside of the folder that was named.
      .filter { !$0.contains("/") }.map { url.appending(path: $0) }
    var logs: [URL] = []
    var problem: (any Error)?
    for file in files {
      do {
        if try LogFile(path: file.path).isRecognized() { logs.append(file) }
      } catch { problem = problem ?? error }
    }
    guard let log = logs.first else {
      // The file that cannot be read may be the log.
      if let problem { throw problem }
      throw LogFileError.noAttachment(folder: name)
    }
    guard logs.count == 1 else {
      throw LogFileError.severalLogs(folder: name, logs.map(\.path))
    }
    return log
  }

  /// Whether the file is a frame log, and not a result, a replay object or the name of a stored
  /// result.
  func isRecognized() throws -> Bool {
    guard format == nil, stream == nil, elapsedSeconds == nil else { return true }
    // A pipe can be read only once, so what is read here is put back.
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

  /// Runs `body`, and names the file in errors about the log.
  func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as LogError {
      throw LogFileError.notJudged(name, reason: "\(error)", error.exitCode)
    } catch let error where error is FrameTimingError || error is TextError {
      throw LogFileError.notJudged(name, reason: "\(error)", .couldNotRun)
    }
  }
}

extension LogFile {
  /// What a report calls it, with the time of its file.
  func label() -> ResultLabel {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return ResultLabel(name, commit: nil, time: attributes?[.modificationDate] as? Date ?? Date())
  }
}

/// The reason why there is no frame log in a file.
enum LogFileError: ToolError {
  case noAttachment(folder: String)
  case severalLogs(folder: String, [String])

  /// Its content is not a log, or says too little; the reason ends with what to do.
  case notJudged(String, reason: String, ToolExit)

  var exitCode: ToolExit {
    switch self {
    case .noAttachment: .notFound
    case .severalLogs: .wrongUsage
    case .notJudged(_, _, let exit): exit
    }
  }

  var description: String {
    switch self {
    case .noAttachment(let folder):
      "No attachment in '\(folder)' is a frame log. Attach 'FrameLog.csv' in the test."
    case .severalLogs(let folder, let files):
      "'\(folder)' has several logs. Name one of them: \(files.joined(separator: ", "))."
    case .notJudged(let name, let reason, _): "'\(name)' cannot be judged. \(reason)"
    }
  }
}
