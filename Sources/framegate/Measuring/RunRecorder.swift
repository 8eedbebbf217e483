import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import WorkerProtocol

/// Collects results and saves them while others are measured, so that killing the tool loses at
/// most the results of two seconds.
///
/// Every save writes the whole file. If that were done after each of a hundred short benchmarks, it
/// would take a tenth of the run.
final class RunRecorder: BenchmarkRun.Observer {
  private var result: MeasuredResult
  private let store: ResultStore

  /// The file that every save replaces, even after a failed save; nil if the run has no file.
  private let place: URL?
  private let watch = MachineWatch()
  private let progress: ProgressBar
  private let sourceRoot: String

  /// When the file was last written, or nil before the first benchmark has finished.
  private var lastSave: ContinuousClock.Instant?

  /// The minimum time between two saves while others are still to be measured.
  private static let saveInterval = Duration.seconds(2)

  init(
    _ result: MeasuredResult, in store: ResultStore, progress: ProgressBar, sourceRoot: String
  ) {
    self.result = result
    self.store = store
    place = try? result.saved?.get()
    self.progress = progress
    self.sourceRoot = sourceRoot
  }

  func begins(_ name: String, index: Int, count: Int) {
    progress.begins(name, index: index, count: count)
  }

  func fillsMemory(_ name: String, bytes: Int) {
    let size = NumberText.format(Double(bytes) / 1_073_741_824)
    progress.advise(
      """
      '\(name)' takes \(size) GiB, which each of its processes fills anew, one after the other. Let it \
      use less memory to measure it faster.\n
      """)
  }

  func finished(_ benchmark: BenchmarkResult) {
    var measured = benchmark.storable
    measured.location = measured.location?.relative(to: sourceRoot)
    result.run.result.benchmarks.append(measured)
    if let lastSave, lastSave.duration(to: .now) < Self.saveInterval { return }
    save()
  }

  func finish() -> MeasuredResult {
    progress.clear()
    result.run.result.environment.loadAtEnd = MachineProbe.load
    save()
    return result
  }

  /// A full disk does not end the run, because the numbers can still be shown and judged.
  private func save() {
    result.run.result.environment.machineUse = watch.use
    defer { lastSave = .now }
    guard let place else { return }
    do throws(ResultsError) {
      try store.save(result.run.result, to: place)
      result.saved = .success(place)
      rememberSaved(place)
    } catch { result.saved = .failure(error) }
  }

  private func rememberSaved(_ url: URL) {
    let count = result.run.result.benchmarks.count
    guard count > 0 else { return }
    let benchmarks = "\(Words.count(count, "finished benchmark")) \(count == 1 ? "is" : "are")"
    Interruption.remember(saved: "\(benchmarks) saved in \(url.relativeToWorkingFolder).")
  }
}
