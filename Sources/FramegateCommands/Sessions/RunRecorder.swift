import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import ReportText
import WorkerProtocol

/// Collects results and saves them while others are measured, so that a kill loses at most results
/// that took two seconds to measure.
///
/// Every save writes the whole file. Done after each of a hundred short benchmarks, it would take a
/// tenth of the run.
final class RunRecorder: BenchmarkRun.Observer {
  private var outcome: SessionOutcome

  /// Where every save goes, also after one that failed, or nil where there is no place.
  private let place: URL?
  private let watch = MachineWatch()
  private let progress: ProgressBar
  private let sourceRoot: String

  /// When the file was last written, or nil before the first benchmark has finished.
  private var lastSave: ContinuousClock.Instant?

  /// The least time between two saves while others are still to be measured.
  private static let saveInterval = Duration.seconds(2)

  init(_ outcome: SessionOutcome, progress: ProgressBar, sourceRoot: String) {
    self.outcome = outcome
    place = try? outcome.saved?.get()
    self.progress = progress
    self.sourceRoot = sourceRoot
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
    outcome.file.benchmarks.append(result)
    if let lastSave, lastSave.duration(to: .now) < Self.saveInterval { return }
    save()
  }

  func finish(isInterrupted: Bool) -> SessionOutcome {
    progress.clear()
    outcome.file.environment.loadAtEnd = MachineProbe.load
    outcome.isInterrupted = isInterrupted
    save()
    return outcome
  }

  /// A full disk does not end the run, because the numbers can still be shown and judged.
  private func save() {
    outcome.file.environment.machineUse = watch.use
    defer { lastSave = .now }
    guard let place else { return }
    do throws(ResultsError) {
      try ResultsFolder.store.save(outcome.file, to: place)
      outcome.saved = .success(place)
      rememberSaved(place)
    } catch { outcome.saved = .failure(error) }
  }

  private func rememberSaved(_ url: URL) {
    let count = outcome.file.benchmarks.count
    guard count > 0 else { return }
    let benchmarks = count == 1 ? "1 finished benchmark is" : "\(count) finished benchmarks are"
    Interruption.remember(saved: "\(benchmarks) saved in \(url.relativeToWorkingFolder).")
  }
}
