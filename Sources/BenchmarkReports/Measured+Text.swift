import BenchmarkResults
import ReportText

extension Measured {
  /// The value as text, or `n/a` with the reason.
  func text(_ format: (Value) -> String) -> String {
    switch self {
    case .value(let value): format(value)
    case .unavailable(let reason): "n/a (\(reason))"
    }
  }
}

extension Footnotes {
  func failure(_ reason: String) -> Table.Cell { Table.Cell("failed \(number(reason))", .bad) }

  /// A cell with the value, or `n/a` with the number of the footnote that has the reason.
  func cell<Value>(_ measured: Measured<Value>, _ text: (Value) -> String) -> Table.Cell {
    switch measured {
    case .value(let value): Table.Cell(text(value))
    case .unavailable(let reason): absence(reason)
    }
  }
}
