import Subprocess
import Synchronization

/// The end of what a worker wrote to standard error, to be quoted when it crashes.
final class LastWords: Sendable {
  private static let limit = 4_096
  private let end = Mutex(End())

  private struct End {
    var bytes: [UInt8] = []

    /// How many there were in all.
    var count = 0
  }

  /// Reads to the end, so that a worker which prints a lot never waits for its pipe.
  func collect(_ output: SubprocessOutputSequence) async {
    do {
      for try await buffer in output {
        let chunk = buffer.withUnsafeBytes(Array.init)
        end.withLock { end in
          end.bytes = Array((end.bytes + chunk).suffix(Self.limit))
          end.count += chunk.count
        }
      }
    } catch {
      // Reading ends with the worker; what was read until then is what there is.
    }
  }

  /// Where they have come to.
  var mark: Int { end.withLock { $0.count } }

  /// Of what came after a mark the last line that is not empty, at most 200 characters of it.
  ///
  /// Swift's "Fatal error: …" is preferred: debug builds let a stack trace follow it.
  func text(after mark: Int = 0) -> String {
    let text = end.withLock { end in
      String(decoding: end.bytes.suffix(end.count - mark), as: UTF8.self)
    }
    let lines = text.split(whereSeparator: \.isNewline)
    let line =
      lines.last { $0.contains("Fatal error: ") } ?? lines.last { !$0.allSatisfy(\.isWhitespace) }
    return String((line ?? "").prefix(200))
  }
}
