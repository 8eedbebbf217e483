import BenchmarkHarness
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameTiming

/// Injects every cause of late frames, and counts which causes are named.
struct CauseSession {
  /// How often each cause is injected unless told otherwise.
  static let standardTrials = 100

  private static let rate = RefreshRate.hz120
  private static let causes: [FrameCause?] = [nil, .wake, .host, .fault, .allocation, .work]

  let measuring: MeasuringSettings

  /// How often to inject each cause.
  let trials: Int
  let isQuiet: Bool

  /// Takes about half a minute for a hundred trials of each cause.
  ///
  /// - Returns: What was named, and how busy the machine was.
  /// - Throws: `WorkerFailure`, ``SessionError``, `CancellationError`.
  func run() async throws -> (trials: CauseTrials, conditions: String) {
    let workers = RunningTool.workers(measuring)
    let bar = ProgressBar(isShown: !isQuiet && Terminal.isInteractive)
    defer { bar.clear() }
    let watch = MachineWatch()
    var rows: [CauseTrials.Row] = []
    for (index, cause) in Self.causes.enumerated() {
      bar.begins(cause?.rawValue ?? "nothing", index: index, count: Self.causes.count)
      rows.append(try await row(of: cause, workers))
    }
    let conditions = MachineConditions(machine: EnvironmentProbe.machine, use: watch.use)
    return (CauseTrials(rows), conditions.description)
  }

  private func row(of cause: FrameCause?, _ workers: WorkerSource) async throws -> CauseTrials.Row {
    do {
      return try await workers.withWorker { worker in
        guard !worker.hello.isDebugBuild else { throw SessionError.debugBuild }
        let runs = try await worker.injectCause(cause, at: Self.rate, count: trials)
        return CauseTrials.Row(
          injected: cause, in: runs.recordings, frame: runs.frame, costs: runs.costs,
          allocations: runs.allocations)
      }
    } catch let absence as Unavailable {
      return CauseTrials.Row(injected: cause, named: .unavailable(absence.reason))
    }
  }
}
