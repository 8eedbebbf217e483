import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameTiming
import ReportText

extension Framegate {
  /// Finds the smallest change that this machine can detect.
  struct Calibrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure this machine's noise floor, and the smallest change that it can detect.",
      discussion: """
        Compares this build with itself, and with itself doing more of the same work. Takes a minute \
        or two. Without '--filter', measures three benchmarks and a scenario.

        Writes results/calibration.json. On this machine, 'check' and 'compare' then raise smaller \
        default thresholds to the tolerance in it, which needs \(Calibration.fewestForTolerance) \
        trials; the noise floor needs \(Calibration.fewestForNoiseFloor). More: results/comparing.md
        """)

    @Option(
      help: ArgumentHelp("Make one side this much slower, as a share.", valueName: "share"))
    var inject = 0.05

    @Option(
      help: ArgumentHelp(
        """
        Compare this often, once identical and once slower code. Otherwise \
        \(Calibration.fewestForTolerance) to 40 times, as a minute allows.
        """, valueName: "count"))
    var trials: Int?

    @Option(
      help: ArgumentHelp(
        "Give each comparison more time, or less. Otherwise 5 seconds, 10 with '--cold'.",
        valueName: "seconds"))
    var time: Double?

    @Flag(help: "Compare frames with cold caches. Stores nothing.")
    var cold = false

    @Option(
      help: ArgumentHelp(
        "Store how much slower this device is, for 'run' and 'check'. Needs '--from'.",
        valueName: "name"))
    var device: Checked<DeviceName>?

    @Option(
      help: ArgumentHelp(
        "Compare with this result of the device.", valueName: "result"),
      completion: .file())
    var from: String?

    @OptionGroup var threshold: ThresholdOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions
    @OptionGroup(title: "Output") var output: OutputOptions<DataFormat>

    func validate() throws {
      guard inject.isFinite, inject > 0, inject <= 10 else {
        throw ValidationError("'--inject' must be above 0 and at most 10, got \(inject).")
      }
      try ValidationError.check(trials, in: 1...100_000, "--trials")
      _ = try device?.value
      guard (device == nil) == (from == nil) else {
        throw ValidationError(
          "'--device' needs '--from' with a result of that device, and '--from' a name.")
      }
      try ValidationError.check(time, in: 0.1...3_600, "--time", "seconds")
    }

    func run() async throws {
      if let device, let from { return try await measure(try device.value.name, from: from) }
      let store = ResultsFolder.store
      try output.check()
      if !cold { try store.checkCanSaveCalibration() }
      var measuring = try scenarios.settings()
      measuring.chosenRates = [.hz60]
      let session = CalibrationSession(
        selection: try selection.selection(), measuring: measuring, inject: inject, trials: trials,
        time: .seconds(time ?? (cold ? LockstepOptions.coldSeconds : LockstepOptions.seconds)),
        comparison: ComparisonSettings(threshold: threshold.share),
        state: cold ? .cold : .warm, isQuiet: output.quiet)
      let outcome = try await session.run()
      let exit: ToolExit = outcome.isInterrupted ? .interrupted : .pass
      let isShown = exit.reporting {
        switch output.format {
        case .text:
          try output.write(
            CalibrationReport(outcome.calibration, setsThresholds: !cold).text(output.style))
        case .json: try output.write(PrettyJSON.encode(outcome.calibration))
        }
      }
      guard !outcome.isInterrupted else { throw exit.code }
      if !cold { try save(outcome.calibration, in: store) }
      if isShown != .pass { throw isShown.code }
    }

    /// Stores how much longer a device takes than this machine.
    private func measure(_ name: ResultName, from operand: String) async throws {
      let store = ResultsFolder.store
      let stored = try await StoredResult(operand)
      try output.check(inputs: [stored.url])
      try store.checkCanSaveDevice(name)
      let factors = try await DeviceSession(
        name: name, device: stored.content, selection: try selection.selection(),
        measuring: try scenarios.settings(), isQuiet: output.quiet
      ).run()
      switch output.format {
      case .text: try output.write(DeviceReport(factors).text(output.style))
      case .json: try output.write(PrettyJSON.encode(factors))
      }
      try store.save(factors, as: name)
      if !output.quiet {
        Terminal.say("Saved \(store.deviceFile(name).relativeToWorkingFolder).\n")
      }
    }

    /// Stores a calibration, unless that would replace a usable one by one without a tolerance.
    private func save(_ calibration: Calibration, in store: ResultStore) throws {
      let place = store.calibrationFile.relativeToWorkingFolder
      if let reason = calibration.tolerance.reason,
        store.usableCalibration(of: calibration.machine).calibration != nil
      {
        Terminal.say("Not saved, because a tolerance \(reason): \(place) stays.\n")
        return
      }
      try store.save(calibration)
      if !output.quiet { Terminal.say("Saved \(place).\n") }
    }
  }
}
