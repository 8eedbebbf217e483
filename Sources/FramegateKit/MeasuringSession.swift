import BenchmarkHarness
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// One run from the first worker to the last save: what `run` and `check` share.
struct MeasuringSession {
  let selection: SelectionOptions
  let scenarios: ScenarioOptions
  var measuring: MeasuringOptions
  var pacedSeconds: Double?
  var findsCapacity = false
  let isQuiet: Bool

  /// The names to keep of what is selected; nil for all.
  var only: Set<String>?

  /// Where the run is saved.
  var store = ResultsFolder.store

  /// Measures and saves after every benchmark.
  ///
  /// - Throws: Before anything is measured: ``SessionError`` and `ResultsError`. Later only what
  ///   makes going on useless; what was finished until then is in the outcome.
  func measure() async throws -> SessionOutcome {
    let registry = Registration.current.makeRegistry()
    let entries = try selection.select(from: registry).filter { only?.contains($0.name) ?? true }
    let executable = EnvironmentProbe.executablePath
    let run = BenchmarkRun(registry: registry, settings: settings, executable: executable)
    let probe = try await run.probe()
    if probe.hello.isDebugBuild, !measuring.allowDebugBuild { throw SessionError.debugBuild }

    let git = await GitState(folder: ResultsFolder.workingFolder.path)
    let file = ResultFile(
      tool: ToolIdentity(name: toolName, version: ToolVersion.current), time: Date(),
      environment: EnvironmentProbe.environment(
        executable: executable, git: git, worker: probe.hello),
      harness: .value(probe.cost))
    let recorder = RunRecorder(
      file: file, store: store, url: try store.createRun(file),
      progress: ProgressBar(isShown: showsProgress))
    do {
      try await run.measure(entries, clockCostNs: probe.clockCostNs, observer: recorder)
    } catch is CancellationError {
      return recorder.finish(isInterrupted: true)
    }
    return recorder.finish(isInterrupted: false)
  }

  private var showsProgress: Bool {
    !isQuiet && !measuring.noProgress && Terminal.isInteractive
  }

  private var toolName: String {
    URL(filePath: CommandLine.arguments[0]).lastPathComponent
  }

  private var settings: RunSettings {
    RunSettings(
      effort: measuring.quick ? .quick : .normal,
      rates: measuring.rate.rates,
      layers: scenarios.layers,
      screen: scenarios.screen,
      variant: scenarios.variant,
      metrics: measuring.metric.metrics,
      pacedSeconds: pacedSeconds,
      findsCapacity: findsCapacity,
      timeout: .seconds(measuring.timeout),
      isInProcess: measuring.inProcess,
      instructionSet: measuring.isa?.rawValue)
  }
}

/// What a session brought home.
struct SessionOutcome: Sendable {
  let file: ResultFile

  /// Where it is saved.
  let url: URL

  /// Whether a signal ended it early.
  let isInterrupted: Bool

  /// Why the last state could not be saved, if it could not.
  let saveError: ResultsError?

  var hasFailures: Bool { file.benchmarks.contains { $0.failure != nil } }
}

/// Why nothing was measured.
enum SessionError: Error, CustomStringConvertible {
  case debugBuild

  var description: String {
    switch self {
    case .debugBuild:
      """
      This is a debug build, whose times say nothing. \
      Build with 'swift build -c release', or pass '--allow-debug-build'.
      """
    }
  }
}
