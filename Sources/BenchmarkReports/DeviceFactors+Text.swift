import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import ReportText

extension DeviceFactors {
  /// How much longer the device takes than this machine: both machines, and the factors with their
  /// ranges.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var notes = Footnotes()
    var table = Table([
      .text("work"), .number("factor"), .number("smallest"), .number("largest"), .number("count"),
    ])
    for (name, factor) in [("warm", Measured.value(warm)), ("cold", cold)] {
      switch factor {
      case .value(let factor):
        let numbers = [factor.median, factor.smallest, factor.largest]
        table.add(
          [Table.Cell(name)] + numbers.map { Table.Cell("×\(NumberText.format($0))") }
            + [Table.Cell("\(factor.count)")])
      case .unavailable(let reason):
        table.add(
          [Table.Cell(name), Table.Cell(notes.mark(reason), .quiet)]
            + ["", "", ""].map { Table.Cell($0) })
      }
    }
    var blocks: [TerminalText] = [
      "\(name): \(device.summary), beside \(machine.summary)\n",
      table.text(style),
    ]
    if !notes.lines.isEmpty { blocks.append(notes.lines.lines()) }
    blocks.append("'--device \(name)' of 'run' and 'check' uses these factors.\n")
    return blocks.joined(separator: "\n")
  }
}
