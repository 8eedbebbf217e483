import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import ReportText
import SampleStatistics

/// What this machine can detect, as text.
package struct CalibrationReport {
  private let calibration: Calibration

  /// Whether commands use the tolerance from now on.
  private let setsThresholds: Bool

  package init(_ calibration: Calibration, setsThresholds: Bool = true) {
    self.calibration = calibration
    self.setsThresholds = setsThresholds
  }
}

extension CalibrationReport {
  /// Rates with their intervals, and the tolerance.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let rates: [(name: String, rate: Proportion)] = [
      ("identical code called a change", calibration.falseAlarmRate),
      ("identical code called unchanged", calibration.unchangedRate),
      ("+\(percent(calibration.inject)) of work called regressed", calibration.detectionRate),
    ].filter { $0.rate.trials > 0 }
    var columns = TableColumns<(name: String, rate: Proportion)>()
    columns.text("trials") { $0.name }
    columns.number("count") { "\($0.rate.count) of \($0.rate.trials)" }
    columns.number("rate") { percent($0.rate.fraction ?? 0) }
    columns.text("95 % interval") {
      "\(percent($0.rate.interval.low)) … \(percent($0.rate.interval.high))"
    }
    let names = calibration.benchmarks.joined(separator: ", ")
    return """
      \(conditions), load \(load(calibration.loadAtStart)) → \
      \(load(calibration.loadAtEnd)); \(names.isEmpty ? "nothing was compared" : names)

      \(columns.table(rates).text(style))
      \(noiseFloor)
      \(tolerance)
      \(coldness)\(duration)
      \(busy)
      """
  }

  private var conditions: String {
    MachineConditions(machine: calibration.machine, use: calibration.machineUse).description
  }

  private var busy: TerminalText {
    guard let warning = calibration.machineUse.warning(cores: calibration.machine.cores) else {
      return ""
    }
    return "Warning: \(warning.text(.current))\n"
  }

  private var noiseFloor: String {
    switch calibration.noiseFloor {
    case .value(let share):
      "Noise floor \(percent(share)): the median difference between identical code."
    case .unavailable(let reason):
      "Noise floor n/a: it \(reason). Use '--trials', or more '--time'."
    }
  }

  private var tolerance: String {
    switch calibration.tolerance {
    case .value(let share):
      """
      Tolerance \(percent(share)): identical code stays within this threshold 19 times out of 20.\
      \(setsThresholds ? " 'check' and 'compare' raise lower default thresholds to it." : "")
      """
    case .unavailable(let reason):
      """
      Tolerance n/a: it \(reason).\
      \(setsThresholds ? " 'check' and 'compare' keep their default thresholds." : "") Use \
      '--trials', or more '--time'.
      """
    }
  }

  private var duration: String {
    switch (calibration.secondsPerComparison, calibration.pairsPerComparison) {
    case (.value(let seconds), .value(let pairs)):
      "A comparison took \(NumberText.format(seconds)) s and \(pairs) pairs."
    case (.value(let seconds), .unavailable(let reason)):
      "A comparison took \(NumberText.format(seconds)) s; pairs n/a: \(reason)."
    case (.unavailable(let reason), _): "The duration of a comparison is n/a: \(reason)."
    }
  }

  private var coldness: TerminalText {
    switch calibration.coldness {
    case .unavailable(let reason): "Cold frames n/a: \(reason).\n"
    case .value(let frames):
      """
      A frame of \(frames.scenario) takes \(TimeUnit.printWithUnit(frames.warmNs)) warm, \
      \(TimeUnit.printWithUnit(frames.coldNs)) cold, and \
      \(TimeUnit.printWithUnit(frames.pacedNs)) after a real wait for vsync: cold is \
      \(percent(frames.coldNs / frames.pacedNs)) of that, warm \
      \(percent(frames.warmNs / frames.pacedNs)).

      """
    }
  }

  private func percent(_ share: Double) -> String { "\(NumberText.format(share * 100)) %" }

  private func load(_ load: Measured<Double>) -> String {
    load.value.map { NumberText.format($0) } ?? "unknown"
  }
}
