import BenchmarkResults
import BenchmarkRunner
import Foundation

/// Collects results as they are finished and saves each at once, so that a kill loses at most one.
final class RunRecorder: BenchmarkRun.Observer {
  private var file: ResultFile
  private let store: ResultStore
  private let url: URL
  private let progress: ProgressBar
  private var saveError: ResultsError?

  init(file: ResultFile, store: ResultStore, url: URL, progress: ProgressBar) {
    (self.file, self.store, self.url, self.progress) = (file, store, url, progress)
  }

  func begins(_ name: String, index: Int, count: Int) {
    progress.show(name, index: index, count: count)
  }

  func finished(_ result: BenchmarkResult) {
    file.benchmarks.append(result)
    save()
  }

  func finish(isInterrupted: Bool) -> SessionOutcome {
    progress.clear()
    file.environment.loadAtEnd = EnvironmentProbe.load
    save()
    return SessionOutcome(
      file: file, url: url, isInterrupted: isInterrupted, saveError: saveError)
  }

  /// A full disk does not end the run: the numbers can still be shown.
  private func save() {
    do throws(ResultsError) {
      try store.save(file, to: url)
      saveError = nil
    } catch {
      saveError = error
    }
  }
}
