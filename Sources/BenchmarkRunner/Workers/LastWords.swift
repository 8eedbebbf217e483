import Subprocess
import Synchronization

/// The end of what a worker wrote to standard error, to be quoted when it crashes.
final class LastWords: Sendable {
  private static let limit = 4_096
  private let bytes = Mutex<[UInt8]>([])

  /// Reads to the end, so that a worker which prints a lot never waits for its pipe.
  func collect(_ output: SubprocessOutputSequence) async {
    do {
      for try await buffer in output {
        let chunk = buffer.withUnsafeBytes(Array.init)
        bytes.withLock { bytes in
          bytes = Array((bytes + chunk).suffix(Self.limit))
        }
      }
    } catch {
      // Reading ends with the worker; what was read until then is what there is.
    }
  }

  /// The last line that is not empty, at most 200 characters of it.
  var text: String {
    let text = bytes.withLock { String(decoding: $0, as: UTF8.self) }
    let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    return String((line ?? "").prefix(200))
  }
}
