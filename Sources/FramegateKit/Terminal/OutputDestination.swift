import Foundation

/// Where a command writes its data.
enum OutputDestination: Sendable {
  case standardOutput
  case file(String)

  /// What a path of the command line means: `-` and `stdout` are standard output.
  init(path: String) {
    self = path == "-" || path == "stdout" ? .standardOutput : .file(path)
  }

  /// Writes all of `data`.
  ///
  /// A reader that has closed its end (`framegate list | head -1`) has seen what it wanted: that is
  /// no error.
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

/// Why data could not be written.
enum OutputError: Error, CustomStringConvertible {
  case cannotWrite(to: String, reason: String)

  var description: String {
    switch self {
    case .cannotWrite(let destination, let reason):
      "Cannot write to \(destination): \(reason). Name another file with '--path'."
    }
  }
}
