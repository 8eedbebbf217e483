import TestSupport
import WorkerClient

@testable import BenchmarkRunner

/// An observer that keeps what it is told.
final class Silent: RevisionBuilder.Observer {
  private let said = Locked<[String]>([])

  var steps: [String] { said.withLock(\.self) }

  func begins(_ step: String) {
    said.withLock { $0.append(step) }
  }

  func progress(_ line: String) {}

  func fails(with diagnostics: String) {}
}
