import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import Foundation
import Revisions
import WorkerProtocol

/// One run from the first worker to the last save, for `run`, `check`, `compare` and
/// `calibrate --device`.
struct MeasuringSession {
  var selection: Selection
  var settings: RunSettings
  let allowsDebugBuild: Bool
  let isQuiet: Bool

  /// The names to keep of what is selected, or nil for all.
  var only: Set<String>?

  /// The part of the selection to measure, or nil for all of it.
  var shard: ShardPlan?

  /// What becomes of the run.
  var storage = Storage.required

  /// Whether a run is saved.
  enum Storage {
    /// It is. Without a place for it, nothing is measured.
    case required

    /// It is, if there is a place for it. Without one it is measured and judged all the same.
    case wanted

    /// It is not.
    case none
  }

  /// Measures.
  ///
  /// - Throws: Before anything is measured: ``SelectionError`` and `ResultsError`. After that,
  ///   finished results are in the outcome.
  func measure() async throws -> SessionOutcome {
    let executable = try await MeasuredProgram.executable()
    let probe = try await WorkerProbe(of: MeasuredProgram.workers(settings.measuring))
    probe.listing.reportProblems()
    try probe.listing.check(settings.measuring)
    var settings = settings
    settings.measuring = settings.measuring.settingVariables(of: probe.listing)
    let workers = try await MeasuredProgram.workers(settings.measuring)
    var benchmarks = try selection.select(from: probe.listing.benchmarks)
      .filter { only?.contains($0.name) ?? true }
    let division = shard.division(of: benchmarks.map(\.name))
    benchmarks = division.positions.map { benchmarks[$0] }
    if probe.hello.isDebugBuild, !allowsDebugBuild { throw CommandError.debugBuild }

    let root = ResultsFolder.packageRoot.path
    let repository: Result<Repository, any Error>
    do { repository = .success(try await Repository(folder: root)) } catch {
      repository = .failure(error)
    }
    var environment = MeasuringEnvironment(
      of: probe.hello, executable: executable, variables: settings.measuring.recordedVariables)
    await environment.add(repository)
    try Task.checkCancellation()
    let file = ResultFile(
      tool: MeasuredProgram.tool,
      time: Date(), environment: environment, harness: probe.cost)
    let recorder = RunRecorder(
      SessionOutcome(
        file: file, division: division, saved: try place(of: file),
        problems: probe.listing.problems),
      progress: ProgressBar(isQuiet: isQuiet), sourceRoot: (try? repository.get())?.top ?? root)
    let run = BenchmarkRun(settings, workers: workers, clockCostNs: probe.clockCostNs)
    do {
      try await run.measure(benchmarks, observer: recorder)
    } catch {
      let outcome = recorder.finish(isInterrupted: true)
      guard error is CancellationError else { throw error }
      return outcome
    }
    return recorder.finish(isInterrupted: false)
  }

  /// Creates the file of a run, or says why there is none, or nil where none is needed.
  private func place(of file: ResultFile) throws -> Result<URL, ResultsError>? {
    guard storage != .none else { return nil }
    do throws(ResultsError) { return .success(try ResultsFolder.store.createRun(file)) } catch {
      guard storage == .wanted else { throw error }
      return .failure(error)
    }
  }

  /// Measures the times of some scenarios again, without keeping a file.
  func measureAgain(_ names: Set<String>) async throws -> ResultFile {
    var session = self
    session.only = names
    session.shard = nil
    session.storage = .none
    session.settings.measuring.chosenMetrics = [.cpuTotal]
    let outcome = try await session.measure()
    guard !outcome.isInterrupted else { throw CancellationError() }
    return outcome.file
  }
}

extension MeasuringEnvironment {
  /// Adds the state of the sources in a repository, or why there is none.
  fileprivate mutating func add(_ repository: Result<Repository, any Error>) async {
    var reason = "not in a git repository with a commit"
    do {
      if let state = try await repository.get().state() {
        commit = .value(state.commit)
        dirty = Measured(state.isDirty, orUnavailable: "git status failed")
        branch = Measured(state.branch, orUnavailable: "no branch is checked out")
        return
      }
    } catch RevisionError.notARepository {
      // The same as one without a commit.
    } catch { reason = "\(error)" }
    commit = .unavailable(reason)
    dirty = .unavailable(reason)
    branch = .unavailable(reason)
  }
}
