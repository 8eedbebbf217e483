import BenchmarkModel
import WorkerClient

/// The end of a worker's standard error, to quote when it crashes.
final class LastWords: Sendable {
  private static let limit = 4_096
  private let end = Locked(End())

  private struct End {
    var bytes: [UInt8] = []

    /// The number of all bytes so far.
    var count = 0
  }

  func append(_ chunk: UnsafeRawBufferPointer) {
    end.withLock { end in
      end.bytes = Array((end.bytes + chunk).suffix(Self.limit))
      end.count += chunk.count
    }
  }

  var mark: Int { end.withLock { $0.count } }

  /// The last line that is not empty and comes after a mark, at most 200 characters of it.
  ///
  /// Prefers Swift's "Fatal error: …", because debug builds print a stack trace after it.
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
