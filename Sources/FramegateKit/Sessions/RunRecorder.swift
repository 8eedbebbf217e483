import BenchmarkHarness
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// Collects results and saves each as soon as it is finished, so that a kill loses at most one.
final class RunRecorder: BenchmarkRun.Observer {
  private var file: ResultFile
  private let store: ResultStore
  private let url: URL
  private let isKept: Bool
  private let watch = MachineWatch()
  private let progress: ProgressBar
  private let problems: [RegistrationProblem]
  private var saveError: ResultsError?

  /// - Parameters:
  ///   - file: The run, without benchmarks.
  ///   - store: Where it is saved.
  ///   - url: Its file.
  ///   - isKept: Whether the file stays after the command.
  ///   - progress: Is told about every benchmark.
  ///   - problems: Registrations that were refused.
  init(
    file: ResultFile, store: ResultStore, url: URL, isKept: Bool, progress: ProgressBar,
    problems: [RegistrationProblem]
  ) {
    self.file = file
    self.store = store
    self.url = url
    self.isKept = isKept
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
    file.environment.machineUse = watch.use
    do throws(ResultsError) {
      try store.save(file, to: url)
      saveError = nil
      rememberSaved()
    } catch {
      saveError = error
    }
  }

  private func rememberSaved() {
    let count = file.benchmarks.count
    guard isKept, count > 0 else { return }
    let benchmarks = count == 1 ? "1 finished benchmark is" : "\(count) finished benchmarks are"
    Interruption.remember(saved: "\(benchmarks) saved in \(url.relativeToWorkingFolder).")
  }
}
