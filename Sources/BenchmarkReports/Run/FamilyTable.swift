import BenchmarkModel
package import BenchmarkResults
import Foundation
import ReportText

/// Tables of how the time of each family of benchmarks grows with its parameter.
package struct FamilyTable {
  /// The times of one family, by ascending value of its parameter.
  package struct Family: Hashable {
    package let name: String
    package let parameter: String
    package let values: [Int]
    package let timesNs: [Double]

    /// The exponent of the power law that fits best: 1 is proportional, 2 quadratic.
    ///
    /// The slope of the least-squares line through the logarithms. Nil with fewer than two values,
    /// and if a time is 0.
    package var exponent: Double? {
      guard values.count > 1, timesNs.allSatisfy({ $0 > 0 }) else { return nil }
      let x = values.map { log(Double($0)) }
      let y = timesNs.map { log($0) }
      let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
      let spread = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
      guard spread > 0 else { return nil }
      return zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) } / spread
    }

    /// How the time grows: `n^1.02`, or nil without an exponent.
    package var growth: String? { exponent.map { "\(parameter)^\(NumberText.format($0))" } }
  }

  /// The families with at least two measured values, in the order of the result.
  package let families: [Family]

  package init(_ file: ResultFile) {
    var names: [String] = []
    var points: [String: [(parameter: BenchmarkParameter, timeNs: Double)]] = [:]
    for benchmark in file.benchmarks {
      guard let family = benchmark.timed?.family, let time = benchmark.time?.median else {
        continue
      }
      if points[family.name] == nil { names.append(family.name) }
      points[family.name, default: []].append((family.parameter, time))
    }
    families = names.compactMap { name in
      let sorted = (points[name] ?? []).sorted { $0.parameter.value < $1.parameter.value }
      guard sorted.count > 1 else { return nil }
      return Family(
        name: name, parameter: sorted[0].parameter.name, values: sorted.map(\.parameter.value),
        timesNs: sorted.map(\.timeNs))
    }
  }

  func table() -> Table {
    let times = TimeColumn(for: families.flatMap(\.timesNs))
    var columns = TableColumns<Family>()
    columns.text("family") { $0.name }
    columns.text("parameter") { $0.parameter }
    columns.number("from") { "\($0.values[0])" }
    columns.number("to") { "\($0.values[$0.values.count - 1])" }
    columns.number(times.title(per: "op") + " from") { times.format($0.timesNs[0]) }
    columns.number("to") { times.format($0.timesNs[$0.timesNs.count - 1]) }
    columns.number("grows with") { $0.growth }
    return columns.table(families)
  }
}
