package import BenchmarkResults
import SampleStatistics

/// What this machine can tell apart, for people.
package struct CalibrationReport {
  private let calibration: Calibration

  package init(_ calibration: Calibration) {
    self.calibration = calibration
  }
}

extension CalibrationReport {
  /// Rates with their intervals, and the tolerance.
  ///
  /// - Parameter style: Plain, or with colours for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> String {
    var table = Table(["<trials", "count", "rate", "<95 % interval"])
    func add(_ name: String, _ proportion: Proportion) {
      guard proportion.trials > 0 else { return }
      let interval = proportion.interval
      table.add([
        Table.Cell(name), Table.Cell("\(proportion.count) of \(proportion.trials)"),
        Table.Cell(percent(proportion.fraction ?? 0)),
        Table.Cell("\(percent(interval.low)) … \(percent(interval.high))"),
      ])
    }
    add("identical code called a change", calibration.falseAlarmRate)
    add("identical code called unchanged", calibration.unchangedRate)
    add("+\(percent(calibration.inject)) of work called regressed", calibration.detectionRate)
    let windows = calibration.resampled
    add("windows of identical code called regressed", windows.regressedRate)
    add("windows of identical code called improved", windows.improvedRate)
    let names = calibration.benchmarks.joined(separator: ", ")
    return """
      \(calibration.machine.summary), load \(load(calibration.loadAtStart)) → \
      \(load(calibration.loadAtEnd)); \(names)

      \(table.text(style))
      Noise floor \(percent(calibration.noiseFloor)): the middle of what identical code differed by.
      Tolerance \(percent(calibration.tolerance)): a threshold that identical code keeps, 19 times \
      of 20. 'check' and 'compare' raise lower defaults to it.
      \(layouts)A comparison took \(NumberText.format(calibration.secondsPerComparison)) s and \
      \(calibration.pairsPerComparison) pairs.

      """
  }

  private var layouts: String {
    guard let layouts = calibration.layouts else { return "" }
    return """
      Layout \(percent(layouts.median)): the middle of what the same code linked in another order \
      differed by, noise included; the largest of \(layouts.comparisons) was \
      \(percent(layouts.largest)). A change elsewhere may move a time by as much.

      """
  }

  private func percent(_ share: Double) -> String { "\(NumberText.format(share * 100)) %" }

  private func load(_ load: Recorded<Double>) -> String {
    load.value.map { NumberText.format($0) } ?? "unknown"
  }
}
