import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import FrameTiming
import ReportText
import WorkerProtocol

extension Framegate {
  struct Calibrate: ToolCommand, ReportingCommand {
    static let formats = Answer.formats

    static let configuration = CommandConfiguration(
      abstract: "Measure this machine's noise floor, and the smallest change that it can detect.",
      discussion: """
        Compares this build with itself, and with itself doing more of the same work: \
        \(ArgumentHelp.number(Plan.Trials.usualSlowdown * 100)) % more, or the share that '--inject' gives. Takes a minute or two. Without \
        '--filter', measures three benchmarks and a scenario.

        Writes results/calibration.json. On this machine, 'check', 'compare', 'trend' and 'bisect' \
        then raise smaller default thresholds to the tolerance in it, which needs \(Calibration.fewestForTolerance) \
        trials; the noise floor needs \(Calibration.fewestForNoiseFloor). More: results/comparing.md

        With RESULT and '--device', measures how much slower a device is: results/README.md
        """)

    @Argument(
      help: "A result from the other device. Needs '--device'.",
      completion: .file())
    var result: String?

    @Option(
      help: .value(
        "count",
        """
        Run this many trials, each of identical and of slower code. Default: \
        \(Calibration.fewestForTolerance) to \(CalibrationMeasurement.standardTrials), as a minute \
        allows.
        """))
    var trials: Int?

    @Flag(help: "Compare frames with cold caches. Stores nothing.")
    var cold = false

    @OptionGroup var slowdown: InjectOptions
    @OptionGroup var limit: TimeOptions

    @Option(help: .value("name", "Store how much slower RESULT's device is under this name."))
    var device: Checked<ResultName>?

    @OptionGroup var threshold: ThresholdOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Scenarios") var scenarios: MeasuredScenarioOptions
    @OptionGroup(title: "Output") var output: OutputOptions<Calibrate>

    func validate() throws {
      try ValidationError.check(trials, in: 1...100_000, "--trials")
      _ = try device?.value
      guard (device == nil) == (result == nil) else {
        throw ValidationError(
          "'--device' needs a result of that device, and the result a '--device' to store it as.")
      }
      if cold, device != nil {
        throw ValidationError(
          "'--device' always compares warm and cold frames. Leave '--cold' out.")
      }
      if cold, scenarios.warm {
        throw ValidationError(
          "'--cold' and '--warm' exclude each other. Leave '--warm' out to compare cold frames.")
      }
      guard device != nil else { return }
      let unused = [
        ("--trials", trials != nil), ("--inject", slowdown.inject != nil),
        ("--time", limit.time != nil), ("--threshold", threshold.threshold != nil),
        ("--warm", scenarios.warm),
      ].filter(\.1).map(\.0)
      guard let option = unused.first else { return }
      throw ValidationError(
        """
        '--device' measures each benchmark once, warm and cold, and compares no trials. Leave \
        '\(option)' out.
        """)
    }

    func perform() async throws -> ToolExit {
      let program = try await output.resolvedProgram()
      if let name = try device?.value, let result {
        try await measure(name, from: result, with: program)
        return .pass
      }
      let store = program.store
      try output.check()
      if !cold { try store.checkCanStore(at: store.calibrationFile) }
      let outcome = try await CalibrationMeasurement(plan: try plan(of: program)).run()
      let exit = outcome.ending.severity.exit.reporting {
        try output.write(
          text: outcome.calibration.text(output.style, setsThresholds: !cold),
          json: outcome.calibration)
      }
      guard !outcome.ending.isInterrupted else { return exit }
      if !cold { try save(outcome.calibration, in: store) }
      return exit
    }

    /// Stores how much longer a device takes than this machine.
    private func measure(
      _ name: ResultName, from operand: String, with program: MeasuredProgram
    ) async throws {
      let store = program.store
      let stored = try await StoredResult(operand, of: program)
      try output.check(inputs: [stored.url])
      try store.checkCanStore(at: store.deviceFile(name))
      let factors = try await DeviceFactors(
        measuring: name, device: stored.file, try plan(of: program, as: stored.file))
      try output.write(text: factors.text(output.style), json: factors)
      try store.store(factors, at: store.deviceFile(name))
      output.say("Saved \(store.deviceFile(name).relativeToWorkingFolder).")
    }

    /// Stores a calibration, unless it has no tolerance and would replace a usable one.
    private func save(_ calibration: Calibration, in store: ResultStore) throws {
      let place = store.calibrationFile.relativeToWorkingFolder
      if let reason = calibration.tolerance.reason,
        store.usableCalibration(of: calibration.machine).calibration != nil
      {
        Terminal.say("Not saved, because a tolerance \(reason): \(place) stays.\n")
        return
      }
      try store.store(calibration, at: store.calibrationFile)
      output.say("Saved \(place).")
    }
  }
}
