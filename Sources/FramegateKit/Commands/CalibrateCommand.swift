import ArgumentParser
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner

extension Framegate {
  /// Finds out what this machine can tell apart.
  struct Calibrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure this machine's noise floor, and the tolerance that it needs.",
      discussion: """
        Compares this build with itself, and with itself doing more of the same work, as 'compare' \
        does with two revisions. Takes at most a minute unless '--trials' or '--layouts' asks for \
        more. Without '--filter' three benchmarks and a scenario take turns.

        Writes results/calibration.json; 'check' and 'compare' raise default thresholds below the \
        tolerance to it, on this machine only.
        """)

    @Option(
      help: ArgumentHelp("How much more work the slower side does, as a share.", valueName: "share")
    )
    var inject = 0.05

    @Option(
      help: ArgumentHelp(
        """
        Trials of each kind: identical code, and more work (default: as many as a minute allows, at \
        most 40).
        """, valueName: "count"))
    var trials: Int?

    @Option(
      help: ArgumentHelp("Longest time for each comparison.", valueName: "seconds"))
    var time = 5.0

    @Option(
      help: ArgumentHelp(
        "Windows of the recorded pairs to judge again, per benchmark.", valueName: "count"))
    var windows = 200

    @Option(
      help: ArgumentHelp(
        """
        Other orders to link this package in, to see what the layout of code alone changes: builds \
        what is on disk, then takes up to '--time' for each order and benchmark (Linux).
        """, valueName: "count"))
    var layouts = 0

    @Option(
      help: ArgumentHelp(
        "Relative change of a time that matters, in percent.", valueName: "percent"))
    var threshold: Double?

    @OptionGroup var selection: SelectionOptions
    @OptionGroup var scenarios: ScenarioOptions
    @OptionGroup var output: OutputOptions<DataFormat>

    func validate() throws {
      guard inject.isFinite, inject > 0, inject <= 10 else {
        throw ValidationError("'--inject' must lie above 0 and up to 10, got \(inject).")
      }
      guard (1...100_000).contains(trials ?? 1), (0...1_000_000).contains(windows) else {
        throw ValidationError("'--trials' and '--windows' must be 1 to 100000.")
      }
      guard (0...8).contains(layouts) else {
        throw ValidationError("'--layouts' must lie between 0 and 8, got \(layouts).")
      }
      #if os(macOS)
        guard layouts == 0 else {
          throw ValidationError("'--layouts' needs a linker that shuffles: use it on Linux.")
        }
      #endif
      guard time.isFinite, (0.1...3_600).contains(time) else {
        throw ValidationError("'--time' must lie between 0.1 and 3600 seconds, got \(time).")
      }
      if let threshold, !(threshold.isFinite && (0...1_000).contains(threshold)) {
        throw ValidationError(
          "'--threshold' must lie between 0 and 1000 percent, got \(threshold).")
      }
    }

    func run() async throws {
      let session = CalibrationSession(
        inject: inject, trials: trials, time: time, windows: windows, layouts: layouts,
        threshold: threshold,
        selection: selection, scenarios: scenarios, isQuiet: output.quiet)
      let outcome = try await Interruption.cancelling { try await session.run() }
      switch output.format {
      case .text: try output.write(CalibrationReport(outcome.calibration).text(output.style))
      case .json: try output.write(PrettyJSON.encode(outcome.calibration))
      }
      guard !outcome.isInterrupted else { throw ExitCode.interrupted }
      try ResultsFolder.store.save(outcome.calibration)
      if !output.quiet {
        Terminal.say("Saved \(ResultsFolder.store.calibrationFile.relativeToWorkingFolder).\n")
      }
    }
  }
}
