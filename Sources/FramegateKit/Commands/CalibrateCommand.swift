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
        Compares this build with itself, and with itself doing more of the same work, the way \
        'compare' compares two revisions. Takes about a minute, on a noisy machine two, unless \
        '--trials' or '--layouts' asks for more. Without '--filter', measures three benchmarks and a scenario.

        Writes results/calibration.json. On this machine, 'check' and 'compare' then raise smaller \
        default thresholds to the tolerance in it, which needs \(Calibration.fewestForTolerance) \
        trials; the noise floor needs \(Calibration.fewestForNoiseFloor). Also shows how near cold frames \
        of the scenario come to those after a real wait for vsync.
        """)

    @Option(
      help: ArgumentHelp("How much slower to make one side, as a share.", valueName: "share"))
    var inject = 0.05

    @Option(
      help: ArgumentHelp(
        """
        Trials of each kind, identical code and slower code; without this option as many as a minute \
        allows, at least \(Calibration.fewestForTolerance) and at most 40.
        """, valueName: "count"))
    var trials: Int?

    @Option(
      help: ArgumentHelp(
        "Longest time for each comparison; 5 seconds unless given, 10 with --cold.",
        valueName: "seconds"))
    var time: Double?

    @Option(
      help: ArgumentHelp(
        "Windows of the recorded pairs to judge again, per benchmark.", valueName: "count"))
    var windows = 200

    @Option(
      help: ArgumentHelp(
        """
        Relink this package in N other orders to see how much code layout alone changes the times: \
        builds the working tree, then takes up to '--time' for each order and benchmark (Linux).
        """, valueName: "count"))
    var layouts = 0

    @Flag(
      help: """
        Instead make frames of a real timer late by each cause, and show which causes are named; \
        '--trials' says how often, 100 times unless given. Stores nothing.
        """)
    var causes = false

    @Flag(
      help: """
        Compare the frames of scenarios with cold caches, as 'compare' does too. Stores nothing, because \
        the tolerance is that of warm work.
        """)
    var cold = false

    @Option(
      help: ArgumentHelp(
        """
        Instead store how much longer this device takes than this machine, for '--device' of 'run' and \
        'check'; '--from' names its result.
        """, valueName: "name"))
    var device: Checked<DeviceName>?

    @Option(
      help: ArgumentHelp(
        "Result of this suite on the device; what it has is measured here.", valueName: "result"),
      completion: .file())
    var from: String?

    @Option(
      help: ArgumentHelp(
        "Smallest relative change of a time that matters, in percent.", valueName: "percent"))
    var threshold: Double?

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Scenarios") var scenarios: ScenarioOptions
    @OptionGroup(title: "Output") var output: OutputOptions<DataFormat>

    func validate() throws {
      guard inject.isFinite, inject > 0, inject <= 10 else {
        throw ValidationError("'--inject' must be above 0 and at most 10, got \(inject).")
      }
      guard (1...100_000).contains(trials ?? 1), (0...1_000_000).contains(windows) else {
        throw ValidationError("'--trials' and '--windows' must be 1 to 100000.")
      }
      guard (0...8).contains(layouts) else {
        throw ValidationError("'--layouts' must be between 0 and 8, got \(layouts).")
      }
      _ = try device?.value
      guard (device == nil) == (from == nil) else {
        throw ValidationError(
          "'--device' needs '--from' with a result of that device, and '--from' a name.")
      }
      guard device == nil || !causes else {
        throw ValidationError("'--causes' and '--device' are different calibrations. Give one.")
      }
      guard !cold || !scenarios.warm else {
        throw ValidationError("'--cold' and '--warm' exclude each other. Give one.")
      }
      guard !cold || (device == nil && !causes && layouts == 0) else {
        throw ValidationError(
          "'--cold' compares frames of this build. Leave out '--layouts', '--causes' and '--device'."
        )
      }
      #if os(macOS)
        guard layouts == 0 else {
          throw ValidationError("'--layouts' needs a linker that shuffles. Use it on Linux.")
        }
      #endif
      try ValidationError.check(time, in: 0.1...3_600, "--time", "seconds")
      try ValidationError.check(threshold, in: 0...1_000, "--threshold", "percent")
    }

    func run() async throws {
      if causes { return try await injectCauses() }
      if let device, let from { return try await measure(try device.value.name, from: from) }
      let store = ResultsFolder.store
      try output.check()
      if !cold { try store.checkCanSaveCalibration() }
      var measuring = try scenarios.settings()
      measuring.chosenRates = [.hz60]
      let session = CalibrationSession(
        selection: try selection.selection(), measuring: measuring, inject: inject, trials: trials,
        time: .seconds(time ?? (cold ? LockstepOptions.coldSeconds : LockstepOptions.seconds)),
        windows: windows, layouts: layouts,
        comparison: ComparisonSettings(threshold: threshold.map { $0 / 100 }),
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

    /// Shows which causes are named.
    private func injectCauses() async throws {
      try output.check()
      let session = CauseSession(
        measuring: try scenarios.settings(), trials: trials ?? CauseSession.standardTrials,
        isQuiet: output.quiet)
      let (trials, conditions) = try await session.run()
      switch output.format {
      case .text:
        try output.write(CauseReport(trials, conditions: conditions).text(output.style))
      case .json: try output.write(PrettyJSON.encode(trials))
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
