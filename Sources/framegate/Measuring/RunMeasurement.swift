import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText
import WorkerClient
import WorkerProtocol

/// One run of the program, from the first worker to the last save.
struct RunMeasurement {
  let plan: Plan

  init(_ plan: Plan) { self.plan = plan }

  /// Builds the program, and measures the selected benchmarks one after the other.
  ///
  /// - Throws: Before anything is measured: ``SelectionError`` and `ResultsError`. After that,
  ///   finished results are in the outcome.
  func measure() async throws -> MeasuredResult {
    let executable = try await plan.program.executable()
    let probe = try await WorkerProbe(of: plan.program.workers(plan.workload))
    try probe.listing.require(plan.workload)
    let workload = plan.workload.setting(probe.listing.variables)
    let workers = try await plan.program.workers(workload)
    var benchmarks = try plan.selection.select(from: probe.listing.benchmarks)
    let division = plan.shard.division(of: benchmarks.map(\.name))
    benchmarks = division.positions.map { benchmarks[$0] }
    if probe.hello.isDebugBuild, !plan.allowsDebugBuild { throw CommandError.debugBuild }

    let root = plan.program.packageRoot.path
    let repository: Result<Repository, any Error>
    do { repository = .success(try await Repository(folder: root)) } catch {
      repository = .failure(error)
    }
    var environment = MeasuringEnvironment(
      of: probe.hello, executable: executable, variables: workload.recordedVariables)
    await environment.add(repository)
    try Task.checkCancellation()
    let file = ResultFile(
      tool: plan.program.tool,
      time: Date(), environment: environment, harness: probe.cost)
    let recorder = RunRecorder(
      MeasuredResult(
        run: .init(division: division, result: file), saved: try place(of: file),
        ending: probe.listing.ending),
      in: plan.program.store, progress: ProgressBar(isQuiet: plan.isQuiet),
      sourceRoot: (try? repository.get())?.top ?? root
    )
    let run = BenchmarkRun(
      workload, plan.effort, workers: workers, clockCostNs: probe.clockCostNs)
    do {
      try await run.measure(benchmarks, observer: recorder)
    } catch {
      var outcome = recorder.finish()
      guard error is CancellationError || !outcome.file.benchmarks.isEmpty else { throw error }
      outcome.ending.end(early: error, without: .restOfRun)
      return outcome
    }
    return recorder.finish()
  }

  /// The stored result or, without one, a new run; says where that is saved.
  func result(_ stored: StoredResult?) async throws -> MeasuredResult {
    if let stored { return MeasuredResult(stored) }
    let result = try await measure()
    if let place = result.place, !plan.isQuiet { Terminal.say("Saved \(place).\n") }
    return result
  }

  /// Creates the file of a run; returns the reason if that fails, and nil if no file is needed.
  private func place(of file: ResultFile) throws -> Result<URL, ResultsError>? {
    guard plan.storage != .none else { return nil }
    do throws(ResultsError) { return .success(try plan.program.store.createRun(file)) } catch {
      guard plan.storage == .wanted else { throw error }
      return .failure(error)
    }
  }

  /// Measures the times of some scenarios again, without keeping a file.
  func measureAgain(_ names: Set<String>) async throws -> ResultFile {
    let result = try await RunMeasurement(plan.again(names)).measure()
    guard !result.ending.isInterrupted else { throw CancellationError() }
    return result.file
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
      // Treated like a repository without a commit.
    } catch { reason = "\(error)" }
    commit = .unavailable(reason)
    dirty = .unavailable(reason)
    branch = .unavailable(reason)
  }
}
