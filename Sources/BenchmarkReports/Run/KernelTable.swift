import BenchmarkModel
import BenchmarkResults
import ReportText
import SampleStatistics

/// Benchmarks that are timed as a whole: time, interval, counters, the ratio to the reference
/// variant and, if it is known, how close they come to the machine's limit.
struct KernelTable {
  private let kernels: [BenchmarkResult]
  private let shares: [String: MachineLimits.Share]

  /// The time over that of the reference, by name, for benchmarks that have one.
  private let ratios: [String: Double]
  private let ratioTitle: String

  /// Whether times were requested: also true for a benchmark that failed before any metric was
  /// known.
  private let hasTimes: Bool

  /// Whether a benchmark states how many bytes it reads and writes.
  private var hasThroughput: Bool {
    hasTimes && kernels.contains { $0.timed?.bytesPerOperation != nil }
  }

  /// The bytes that it reads and writes in a nanosecond, which are gigabytes in a second.
  private func throughputCell(_ kernel: BenchmarkResult) -> Table.Cell {
    guard let bytes = kernel.timed?.bytesPerOperation, let time = kernel.time?.median, time > 0
    else { return Table.Cell("") }
    return Table.Cell(NumberText.format(Double(bytes) / time))
  }

  /// The counters that were requested, in the order of their columns.
  private let counters: [(metric: Metric, title: String)]

  init(_ file: ResultFile, limits: MachineLimits? = nil) {
    let kernels = file.benchmarks.filter { $0.kind == .benchmark }
    self.kernels = kernels
    let requested = Set(kernels.flatMap { $0.timed?.metrics.keys.map { $0 } ?? [] })
    counters = [
      (.mallocBytesCount, "B/op"), (.mallocCountTotal, "allocations/op"),
      (.instructions, "instructions/op"),
    ].filter { requested.contains($0.0.name) }
    hasTimes =
      requested.contains(Metric.wallClock.name)
      || requested.allSatisfy { Metric.named($0) != nil } && counters.isEmpty
    shares = Dictionary(
      kernels.compactMap { kernel in limits?.share(of: kernel).map { (kernel.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    let times = Dictionary(
      kernels.compactMap { kernel in kernel.time.map { (kernel.name, $0.median) } },
      uniquingKeysWith: { first, _ in first })
    ratios = Dictionary(
      kernels.compactMap { kernel in
        guard let time = times[kernel.name],
          let reference = kernel.timed?.reference.flatMap({ times[$0] }), reference > 0
        else { return nil }
        return (kernel.name, time / reference)
      }, uniquingKeysWith: { first, _ in first })
    let references = Set(
      kernels.filter { $0.name == $0.timed?.reference }.compactMap { $0.variant?.rawValue })
    ratioTitle = references.count == 1 ? "ratio to \(references.first ?? "")" : "ratio to reference"
  }

  func table(_ notes: inout Footnotes) -> Table {
    // Names alone, when only what benchmarks record themselves was measured, say nothing.
    guard hasTimes || !counters.isEmpty || kernels.contains(where: { $0.failure != nil }) else {
      return Table([])
    }
    let times = TimeColumn(for: kernels.compactMap { $0.time?.median })
    var table = Table(
      [.text("name")]
        + (hasTimes ? [.number(times.title(per: "op")), .number("95 % interval")] : [])
        + counters.map { .extra(.number($0.title)) }
        + (hasThroughput ? [.extra(.number("GB/s"))] : [])
        + (ratios.isEmpty ? [] : [.extra(.number(ratioTitle))])
        + (shares.isEmpty ? [] : [.extra(.number("of limit"))]))
    for kernel in kernels { table.add(cells(kernel, times, columns: table.columns.count, &notes)) }
    return table
  }

  private func cells(
    _ kernel: BenchmarkResult, _ times: TimeColumn, columns: Int, _ notes: inout Footnotes
  ) -> [Table.Cell] {
    if let failure = kernel.failure {
      return [Table.Cell(kernel.name), Table.Cell("failed \(notes.number(failure))", .bad)]
        + (2..<columns).map { _ in Table.Cell("") }
    }
    var cells = [Table.Cell(kernel.name)]
    if hasTimes {
      cells.append(cell(kernel.metric(.wallClock), &notes) { times.format($0.median) })
      cells.append(intervalCell(kernel, times, &notes))
    }
    for (metric, _) in counters {
      cells.append(cell(kernel.metric(metric), &notes) { NumberText.count($0.median) })
    }
    if hasThroughput { cells.append(throughputCell(kernel)) }
    if !ratios.isEmpty {
      cells.append(Table.Cell(ratios[kernel.name].map { NumberText.format($0) } ?? ""))
    }
    if !shares.isEmpty { cells.append(shareCell(kernel)) }
    return cells
  }

  private func cell(
    _ metric: Measured<MetricResult>, _ notes: inout Footnotes, _ format: (MetricResult) -> String
  ) -> Table.Cell {
    switch metric {
    case .value(let value): Table.Cell(format(value))
    case .unavailable(let reason): Table.Cell(notes.mark(reason), .quiet)
    }
  }

  private func intervalCell(
    _ kernel: BenchmarkResult, _ times: TimeColumn, _ notes: inout Footnotes
  ) -> Table.Cell {
    guard let time = kernel.time else { return Table.Cell("") }
    switch time.interval {
    case .value(let interval):
      return Table.Cell(times.format(from: interval.low, to: interval.high))
    case .unavailable(let reason):
      return Table.Cell(notes.mark(reason), .quiet)
    }
  }

  /// How close the kernel comes to its limit: `85 % L2`.
  private func shareCell(_ kernel: BenchmarkResult) -> Table.Cell {
    guard let share = shares[kernel.name] else { return Table.Cell("") }
    return Table.Cell("\(NumberText.format(share.percent)) % \(share.bound)")
  }
}

extension BenchmarkResult {
  /// Wall-clock time per operation, if it was measured.
  var time: MetricResult? { metric(.wallClock).value }
}
