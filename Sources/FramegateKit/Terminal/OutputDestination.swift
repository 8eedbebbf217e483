import BenchmarkModel
import Foundation

/// The destination of a command's report.
enum OutputDestination: Sendable {
  case standardOutput
  case file(String)

  /// The meaning of a path on the command line: `-` and `stdout` are standard output.
  init(path: String) {
    self = path == "-" || path == "stdout" ? .standardOutput : .file(path)
  }

  /// Writes all of `data`.
  ///
  /// A reader may close its end early (`framegate list | head -1`). That is not an error.
  func write(_ data: Data) throws {
    switch self {
    case .standardOutput:
      do {
        try FileHandle.standardOutput.write(contentsOf: data)
      } catch  where errno == EPIPE {
        return
      } catch {
        throw OutputError.cannotWrite(to: "standard output", reason: reason(error))
      }
    case .file(let path):
      do {
        try data.write(to: URL(filePath: path))
      } catch {
        throw OutputError.cannotWrite(to: "'\(path)'", reason: reason(error))
      }
    }
  }

  private func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let code = (underlying as? POSIXError)?.code ?? (error as? POSIXError)?.code
    return code.map { String(cString: strerror($0.rawValue)) } ?? error.localizedDescription
  }
}

/// The reason why a report could not be written.
enum OutputError: ToolError {
  case cannotWrite(to: String, reason: String)

  var exitCode: ToolExit { .couldNotRun }

  var description: String {
    switch self {
    case .cannotWrite(let destination, let reason):
      "Cannot write to \(destination): \(reason). Name another file with '--path'."
    }
  }
}
