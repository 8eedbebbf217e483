import BenchmarkModel
import BenchmarkResults
import Foundation
import ReportText

/// The destination of a command's report.
enum OutputDestination: Sendable {
  case standardOutput
  case file(String)

  /// The meaning of a path on the command line: `-` and `stdout` are standard output.
  init(path: String) {
    self = ["-", "stdout", "/dev/stdout"].contains(path) ? .standardOutput : .file(path)
  }
}

extension OutputDestination {
  /// Fails when a report could not be written here, before anything is measured.
  func check() throws {
    guard case .file(let path) = self else { return }
    try translating { () throws(ResultsError) in try AtomicFile.check(URL(filePath: path)) }
  }

  /// Writes all of `data`: replaces a file as a whole, except for the step summary of GitHub
  /// Actions, to which it appends because other steps write it too.
  ///
  /// A reader may close its end early (`framegate list | head -1`). That is not an error.
  func write(_ data: Data) throws {
    switch self {
    case .standardOutput:
      guard let error = AtomicFile.write(data, to: STDOUT_FILENO), error != EPIPE else { return }
      throw OutputError.cannotWrite(to: "standard output", reason: String(cString: strerror(error)))
    case .file(let path):
      let file = URL(filePath: path)
      try translating { () throws(ResultsError) in
        if Self.isStepSummary(file) {
          try AtomicFile.append(data, to: file)
        } else {
          _ = try AtomicFile.store(data, to: file)
        }
      }
    }
  }

  private static func isStepSummary(_ file: URL) -> Bool {
    let summary = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY", default: ""]
    guard !summary.isEmpty, let identity = FileIdentity(file) else { return false }
    return identity == FileIdentity(URL(filePath: summary))
  }

  private func translating(_ write: () throws(ResultsError) -> Void) throws {
    do throws(ResultsError) {
      try write()
    } catch {
      guard case .unwritable(let path, let reason) = error else { throw error }
      throw OutputError.cannotWrite(to: "'\(path)'", reason: reason)
    }
  }
}

extension OutputDestination {
  /// Refuses destinations that would overwrite each other, or a file that the command reads.
  static func check(_ destinations: [OutputDestination], inputs: [URL]) throws {
    let read = Set(inputs.compactMap { FileIdentity($0) })
    var written: Set<FileIdentity> = []
    for case .file(let path) in destinations {
      guard let file = FileIdentity(URL(filePath: path)) else { continue }
      if read.contains(file) { throw OutputError.input(path) }
      guard written.insert(file).inserted else { throw OutputError.sameFile(path) }
    }
  }
}

/// Which file a path leads to, whatever the path looks like.
private struct FileIdentity: Hashable {
  private let folder: [UInt64]
  private let name: String

  /// Nil for devices and pipes, which can be written twice.
  init?(_ file: URL) {
    var status = stat()
    if stat(file.path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      folder = [UInt64(status.st_dev), UInt64(status.st_ino)]
      name = ""
    } else {
      guard stat(file.deletingLastPathComponent().path, &status) == 0 else { return nil }
      folder = [UInt64(status.st_dev), UInt64(status.st_ino)]
      name = file.lastPathComponent
    }
  }
}

/// The reason why a report could not be written.
enum OutputError: ToolError {
  case cannotWrite(to: String, reason: String)

  /// Two reports would go to this file.
  case sameFile(String)

  /// The command reads this file.
  case input(String)

  var exitCode: ToolExit {
    switch self {
    case .cannotWrite: .couldNotRun
    case .sameFile, .input: .wrongUsage
    }
  }

  var description: String {
    switch self {
    case .cannotWrite(let destination, let reason):
      """
      Cannot write to \(destination): \(reason.withoutFullStop). Name another file with '--path' or \
      '--also'.
      """
    case .sameFile(let path):
      "Two reports would be written to '\(path)'. Give each a file of its own."
    case .input(let path):
      "The report would replace '\(path)', which is read. Name another file with '--path' or '--also'."
    }
  }
}
