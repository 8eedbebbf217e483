import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import ReportText

/// A report on what the instructions of a benchmark's operation or a scenario's frame are for.
package enum WorkShareReport {
  /// A table of the kinds of work.
  ///
  /// - Parameters:
  ///   - benchmark: The name of the benchmark.
  ///   - found: The shares, or why they are not known.
  ///   - names: The names of functions, by symbol; other functions are shown by their symbol.
  /// - Returns: A section with the total and the table.
  package static func section(
    _ benchmark: String, _ found: Measured<WorkShares>, names: [String: String] = [:]
  ) -> ExplainedSection {
    switch found {
    case .value(let shares):
      ExplainedSection(head: head(benchmark, shares), table: table(shares, names), rest: [])
    case .unavailable(let reason):
      ExplainedSection(
        head: "\(benchmark): what its instructions are spent on is not known: \(reason)",
        table: nil, rest: [])
    }
  }

  private static func head(_ benchmark: String, _ shares: WorkShares) -> String {
    let count = NumberText.count(shares.perUnit.rounded())
    guard let rate = shares.rate, let first = shares.first else {
      return "\(benchmark) executes \(count) instructions per \(shares.unit.rawValue)"
    }
    return """
      \(benchmark) at \(rate) executes \(NumberText.count(first)) instructions in the first frame, \
      \(count) in a later one
      """
  }

  private static func table(_ shares: WorkShares, _ names: [String: String]) -> Table {
    var columns = TableColumns<WorkShares.Share>()
    columns.text("spent on") { $0.kind.description }
    if let first = shares.first {
      columns.number("first frame") { share($0.first ?? 0, of: first) }
      columns.number("later frames") { share($0.perUnit, of: shares.perUnit) }
    } else {
      columns.number("share") { share($0.perUnit, of: shares.perUnit) }
    }
    columns.number("per \(shares.unit.rawValue)") { NumberText.count($0.perUnit.rounded()) }
    columns.text("most of it in") { share in
      share.functions.map { short(names[$0] ?? $0) }.joined(separator: "; ")
    }
    return columns.table(shares.shares)
  }

  /// The name without the compiler's prefixes (`closure #1 in`) and, for a C++ function, without
  /// the parameters.
  private static func short(_ name: String) -> String {
    var name = name[...]
    let derivations = /^(specialized |closure #\d+ in |partial apply for |merged )/
    while let match = name.prefixMatch(of: derivations) { name = name[match.range.upperBound...] }
    guard name.contains("::"), let end = name.firstIndex(of: "(") else { return String(name) }
    return String(name[..<end])
  }

  private static func share(_ part: Double, of whole: Double) -> String {
    guard whole > 0 else { return "n/a" }
    return "\(NumberText.format(100 * part / whole, decimals: 1)) %"
  }
}
