import BenchmarkHarness
import BenchmarkResults
import BenchmarkRunner
import Foundation
import ReportText

/// Collects results and saves them while others are measured, so that a kill loses at most those of
/// the last seconds.
///
/// Every save writes the whole file. Done after each of a hundred short benchmarks, it would take a
/// tenth of the run.
final class RunRecorder: BenchmarkRun.Observer {
  /// Where a run is saved.
  struct Place {
    let store: ResultStore

    /// Its file, or why there is none.
    let file: Result<URL, ResultsError>
  }

  private var file: ResultFile
  private let place: Place?
  private let watch = MachineWatch()
  private let progress: ProgressBar
  private let problems: [RegistrationProblem]
  private let division: ShardDivision
  private let sourceRoot: String
  private var saved: Result<URL, ResultsError>?

  /// When the file was last written; nil before the first benchmark has finished.
  private var lastSave: ContinuousClock.Instant?

  /// The least time between two saves while others are still to be measured.
  private static let saveInterval = Duration.seconds(2)

  init(
    file: ResultFile, place: Place?, progress: ProgressBar, problems: [RegistrationProblem],
    division: ShardDivision, sourceRoot: String
  ) {
    self.division = division
    self.sourceRoot = sourceRoot
    self.file = file
    self.place = place
    self.progress = progress
    self.problems = problems
    saved = place?.file
  }

  func begins(_ name: String, index: Int, count: Int) {
    progress.begins(name, index: index, count: count)
  }

  func fillsMemory(_ name: String, bytes: Int) {
    progress.clear()
    let size = NumberText.format(Double(bytes) / 1_073_741_824)
    Terminal.say(
      """
      '\(name)' takes \(size) GiB, which each of its processes fills anew, one after the other. Let it \
      use less memory to measure it faster.\n
      """)
  }

  func finished(_ result: BenchmarkResult) {
    var result = result.storable
    result.location = result.location?.relative(to: sourceRoot)
    file.benchmarks.append(result)
    if let lastSave, lastSave.duration(to: .now) < Self.saveInterval { return }
    save()
  }

  func finish(isInterrupted: Bool) -> SessionOutcome {
    progress.clear()
    file.environment.loadAtEnd = MachineProbe.load
    save()
    return SessionOutcome(
      file: file, saved: saved, isInterrupted: isInterrupted, problems: problems,
      division: division)
  }

  /// A full disk does not end the run, because the numbers can still be shown and judged.
  private func save() {
    file.environment.machineUse = watch.use
    defer { lastSave = .now }
    guard let place, case .success(let url) = place.file else { return }
    do throws(ResultsError) {
      try place.store.save(file, to: url)
      saved = .success(url)
      rememberSaved(url)
    } catch { saved = .failure(error) }
  }

  private func rememberSaved(_ url: URL) {
    let count = file.benchmarks.count
    guard count > 0 else { return }
    let benchmarks = count == 1 ? "1 finished benchmark is" : "\(count) finished benchmarks are"
    Interruption.remember(saved: "\(benchmarks) saved in \(url.relativeToWorkingFolder).")
  }
}
