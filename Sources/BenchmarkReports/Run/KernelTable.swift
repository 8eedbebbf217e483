import BenchmarkModel
package import BenchmarkResults
import ReportText
import SampleStatistics

/// A table of benchmarks that are timed as a whole: time, interval, counters, the ratio to the
/// reference variant and, if known, how close they come to the machine's limit.
enum KernelTable {
  static func table(_ file: ResultFile, limits: MachineLimits?, _ notes: Footnotes) -> Table {
    let kernels = file.benchmarks.filter { $0.kind == .benchmark }
    let requested = Set(kernels.flatMap { $0.timed?.metrics.keys.map { $0 } ?? [] })
    let counters = Metric.counters.filter { requested.contains($0.name) }
    // Also true if benchmarks failed before any metric was known.
    let hasTimes =
      requested.contains(Metric.wallClock.name)
      || requested.allSatisfy { Metric.named($0) != nil } && counters.isEmpty
    // If only custom metrics were measured, the table would have nothing but names.
    guard hasTimes || !counters.isEmpty || kernels.contains(where: { $0.failure != nil }) else {
      return Table([])
    }
    let times = TimeColumn(for: kernels.compactMap { $0.time?.median })
    var columns = TableColumns<BenchmarkResult>()
    columns.text("name") { $0.name }
    if hasTimes {
      columns.number(times.title(per: "op")) {
        notes.cell($0.metric(.wallClock)) { times.format($0.median) }
      }
      columns.number("95 % interval") { kernel in
        kernel.time.map { time in
          notes.cell(time.interval) { times.format(from: $0.low, to: $0.high) }
        }
      }
    }
    for metric in counters {
      columns.number(metric.title(per: "op"), isExtra: true) {
        notes.cell($0.metric(metric)) { result in
          guard let low = result.samples.min(), let high = result.samples.max(), low < high else {
            return NumberText.count(result.median)
          }
          return "\(NumberText.count(low)) – \(NumberText.count(high))"
        }
      }
    }
    if hasTimes, kernels.contains(where: { $0.timed?.bytesPerOperation != nil }) {
      columns.number("GB/s", isExtra: true) { $0.throughput.map { NumberText.format($0) } }
    }
    addRatios(of: kernels, to: &columns)
    if let limits, kernels.contains(where: { limits.share(of: $0) != nil }) {
      columns.number("of limit", isExtra: true) { limits.share(of: $0)?.text }
    }
    return columns.table(kernels) { $0.failure.map(notes.failure) }
  }

  /// Adds the time divided by the reference's, if a benchmark has a reference.
  private static func addRatios(
    of kernels: [BenchmarkResult], to columns: inout TableColumns<BenchmarkResult>
  ) {
    let times = Dictionary(
      kernels.compactMap { kernel in kernel.time.map { (kernel.name, $0.median) } },
      uniquingKeysWith: { first, _ in first })
    func ratio(_ kernel: BenchmarkResult) -> Double? {
      guard let time = times[kernel.name],
        let reference = kernel.timed?.reference.flatMap({ times[$0] }), reference > 0
      else { return nil }
      return time / reference
    }
    guard kernels.contains(where: { ratio($0) != nil }) else { return }
    let references = Set(
      kernels.filter { $0.name == $0.timed?.reference }.compactMap { $0.variant?.rawValue })
    let title = references.count == 1 ? "ratio to \(references.first ?? "")" : "ratio to reference"
    columns.number(title, isExtra: true) { ratio($0).map { NumberText.format($0) } }
  }
}

extension MachineLimits.Share {
  /// How close a benchmark comes to its limit: `85 % L2`.
  package var text: String { "\(NumberText.format(percent)) % \(bound)" }
}

extension BenchmarkResult {
  var time: MetricResult? { metric(.wallClock).value }

  /// The bytes that it reads and writes per nanosecond, which equals gigabytes per second.
  fileprivate var throughput: Double? {
    guard let bytes = timed?.bytesPerOperation, let time = time?.median, time > 0 else {
      return nil
    }
    return Double(bytes) / time
  }
}
