import BenchmarkHarness
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// Collects results and saves each as soon as it is finished, so that a kill loses at most one.
final class RunRecorder: BenchmarkRun.Observer {
  private var file: ResultFile
  private let store: ResultStore
  private let url: URL
  private let progress: ProgressBar
  private let problems: [RegistrationProblem]
  private var saveError: ResultsError?

  init(
    file: ResultFile, store: ResultStore, url: URL, progress: ProgressBar,
    problems: [RegistrationProblem]
  ) {
    self.file = file
    self.store = store
    self.url = url
    self.progress = progress
    self.problems = problems
  }

  func begins(_ name: String, index: Int, count: Int) {
    progress.begins(name, index: index, count: count)
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
      file: file, url: url, isInterrupted: isInterrupted, saveError: saveError,
      problems: problems)
  }

  /// A full disk does not end the run, because the numbers can still be shown.
  private func save() {
    do throws(ResultsError) {
      try store.save(file, to: url)
      saveError = nil
    } catch {
      saveError = error
    }
  }
}
