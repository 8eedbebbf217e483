import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import ReportText
import SampleStatistics

extension Calibration {
  /// What this machine can detect: rates with their intervals, and the tolerance.
  ///
  /// With `setsThresholds`, it also says that commands now use the tolerance.
  package func text(
    _ style: ReportStyle = .plain, setsThresholds: Bool = true
  ) -> TerminalText {
    let rates: [(name: String, rate: Proportion)] = [
      ("identical code called a change", falseAlarmRate),
      ("identical code called unchanged", unchangedRate),
      ("+\(percent(inject)) of work called regressed", detectionRate),
    ].filter { $0.rate.trials > 0 }
    var columns = TableColumns<(name: String, rate: Proportion)>()
    columns.text("trials") { $0.name }
    columns.number("count") { "\($0.rate.count) of \($0.rate.trials)" }
    columns.number("rate") { percent($0.rate.fraction ?? 0) }
    columns.text("95 % interval") {
      "\(percent($0.rate.interval.low)) … \(percent($0.rate.interval.high))"
    }
    let names = benchmarks.joined(separator: ", ")
    return """
      \(conditionsText), load \(load(loadAtStart)) → \
      \(load(loadAtEnd)); \(names.isEmpty ? "nothing was compared" : names)

      \(columns.table(rates).text(style))
      \(noiseFloorText)
      \(toleranceText(setsThresholds))
      \(coldnessText)\(durationText)
      \(busyText)
      """
  }

  private var conditionsText: String {
    MachineConditions(machine: machine, use: machineUse).description
  }

  private var busyText: TerminalText {
    guard let warning = machineUse.warning(cores: machine.cores) else {
      return ""
    }
    return "Warning: \(warning.text(.current))\n"
  }

  private var noiseFloorText: String {
    switch noiseFloor {
    case .value(let share):
      "Noise floor \(percent(share)): the median difference between identical code."
    case .unavailable(let reason):
      "Noise floor n/a: it \(reason). Use '--trials', or more '--time'."
    }
  }

  private func toleranceText(_ setsThresholds: Bool) -> String {
    switch tolerance {
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

  private var durationText: String {
    switch (secondsPerComparison, pairsPerComparison) {
    case (.value(let seconds), .value(let pairs)):
      "A comparison took \(NumberText.format(seconds)) s and \(pairs) pairs."
    case (.value(let seconds), .unavailable(let reason)):
      "A comparison took \(NumberText.format(seconds)) s; pairs n/a: \(reason)."
    case (.unavailable(let reason), _): "The duration of a comparison is n/a: \(reason)."
    }
  }

  private var coldnessText: TerminalText {
    switch coldness {
    case .unavailable(let reason): "Cold frames n/a: \(reason).\n"
    case .value(let frames):
      """
      A frame of \(frames.scenario) takes \(TimeUnit.text(frames.warmNs)) warm, \
      \(TimeUnit.text(frames.coldNs)) cold, and \
      \(TimeUnit.text(frames.pacedNs)) after a real wait for vsync: cold is \
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
