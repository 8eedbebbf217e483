import Subprocess
import Synchronization

/// Ends a worker that keeps silent for too long, which ends the reading of its answer.
final class Watchdog: Sendable {
  private let fired = Atomic(false)
  private let task = Mutex<Task<Void, any Error>?>(nil)

  init(_ process: WorkerPipes.Process, timeout: Duration) {
    task.withLock { task in
      task = Task { [weak self] in
        try await Task.sleep(for: timeout)
        self?.fired.store(true, ordering: .sequentiallyConsistent)
        try process.send(signal: .kill)
      }
    }
  }

  /// The answer is there.
  func cancel() {
    task.withLock { $0?.cancel() }
  }

  /// Whether it has ended the worker.
  var hasFired: Bool { fired.load(ordering: .sequentiallyConsistent) }
}
