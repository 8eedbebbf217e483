import BenchmarkModel
package import BenchmarkResults
import FrameTiming
package import ReportText
import SampleStatistics

/// Which causes were named for frames that were made late on purpose, as text.
package struct CauseReport {
  private let trials: CauseTrials
  private let conditions: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - trials: What was named.
  ///   - conditions: The machine and how busy it was.
  package init(_ trials: CauseTrials, conditions: String) {
    self.trials = trials
    self.conditions = conditions
  }
}

extension CauseReport {
  /// A row per injected cause, a column per named one, and how many were right.
  ///
  /// - Parameter style: Plain, or with colors for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var notes = Footnotes()
    let columns = [CauseTrials.none] + FrameCause.allCases.map(\.rawValue)
    var table = Table(
      [.text("injected")] + columns.map { .number(FrameCause(rawValue: $0)?.words ?? $0) }
        + [.number("named correctly")])
    for row in trials.rows {
      let name = row.injected?.words ?? "nothing"
      switch row.named {
      case .unavailable(let reason):
        table.add(
          [Table.Cell(name), Table.Cell(notes.mark(reason), .quiet)]
            + columns.map { _ in Table.Cell("") })
      case .value(let named):
        table.add(
          [Table.Cell(name)] + columns.map { Table.Cell("\(named[$0] ?? 0)") }
            + [Table.Cell(row.correct.map(share) ?? "")])
      }
    }
    var blocks: [TerminalText] = ["\(conditions)\n", table.text(style)]
    if !notes.lines.isEmpty { blocks.append(notes.lines.lines()) }
    blocks.append("\(verdict)\n")
    return blocks.joined(separator: "\n")
  }

  private var verdict: String {
    guard let correct = trials.correct else { return "No cause could be injected." }
    let interval = correct.interval
    return """
      Of \(correct.trials) late frames, \(share(correct)) are named by their cause \
      (95 % interval \(percent(interval.low)) … \(percent(interval.high))).
      """
  }

  private func share(_ proportion: Proportion) -> String {
    "\(proportion.count) of \(proportion.trials)"
  }

  private func percent(_ share: Double) -> String { "\(NumberText.format(share * 100)) %" }
}
