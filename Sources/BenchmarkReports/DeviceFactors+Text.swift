import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
package import ReportText

extension DeviceFactors {
  /// A table of how much longer the device takes than this machine: both machines, and the factors
  /// with their ranges.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let notes = Footnotes()
    typealias Row = (name: String, factor: Measured<Factor>)
    let rows: [Row] = [("warm", .value(warm)), ("cold", cold)]
    var columns = TableColumns<Row>()
    columns.text("work") { $0.name }
    columns.number("factor") { $0.factor.value.map { "×\(NumberText.format($0.median))" } }
    columns.number("smallest") { $0.factor.value.map { "×\(NumberText.format($0.smallest))" } }
    columns.number("largest") { $0.factor.value.map { "×\(NumberText.format($0.largest))" } }
    columns.number("count") { $0.factor.value.map { "\($0.count)" } }
    let table = columns.table(rows) { $0.factor.reason.map(notes.absence) }
    return [
      "\(name): \(device.summary), beside \(machine.summary)\n", table.text(style),
      notes.lines.lines(), "'--device \(name)' of 'run' and 'check' uses these factors.\n",
    ].blocks()
  }
}
