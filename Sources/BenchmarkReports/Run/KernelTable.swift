import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// Benchmarks that are timed as a whole: time, interval, counters, and the ratio to `struct`.
struct KernelTable {
  private let kernels: [BenchmarkResult]

  init(_ file: ResultFile) {
    kernels = file.benchmarks.filter { $0.kind == .benchmark }
  }

  func table(_ notes: inout Footnotes) -> Table {
    let times = kernels.compactMap { $0.time?.median }
    let unit = TimeUnit(for: times)
    var table = Table(
      ["name", "\(unit.name)/op", "95 % interval", "B/op", "allocations/op"]
        + (hasInstructions ? ["instructions/op"] : []) + ["ratio to struct"])
    for kernel in kernels {
      table.add(cells(kernel, unit: unit, columns: table.columns.count, &notes))
    }
    return table
  }

  /// Whether anybody asked for them.
  private var hasInstructions: Bool {
    kernels.contains { $0.metrics[Metric.instructions.name] != nil }
  }

  private func cells(
    _ kernel: BenchmarkResult, unit: TimeUnit, columns: Int, _ notes: inout Footnotes
  ) -> [Table.Cell] {
    if let failure = kernel.failure {
      return [Table.Cell(kernel.name), Table.Cell("failed \(notes.number(failure))", .bad)]
        + (2..<columns).map { _ in Table.Cell("") }
    }
    return [
      Table.Cell(kernel.name),
      cell(kernel.metric(.wallClock), &notes) { unit.format($0.median) },
      intervalCell(kernel, unit: unit, &notes),
      cell(kernel.metric(.mallocBytesCount), &notes) { NumberText.count($0.median) },
      cell(kernel.metric(.mallocCountTotal), &notes) { NumberText.count($0.median) },
    ]
      + (hasInstructions
        ? [cell(kernel.metric(.instructions), &notes) { NumberText.count($0.median) }] : [])
      + [ratioCell(kernel)]
  }

  private func cell(
    _ metric: Recorded<MetricResult>, _ notes: inout Footnotes, _ format: (MetricResult) -> String
  ) -> Table.Cell {
    switch metric {
    case .value(let value): Table.Cell(format(value))
    case .unavailable(let reason): Table.Cell(notes.mark(reason), .quiet)
    }
  }

  private func intervalCell(
    _ kernel: BenchmarkResult, unit: TimeUnit, _ notes: inout Footnotes
  ) -> Table.Cell {
    guard let time = kernel.time else { return Table.Cell("") }
    switch time.interval {
    case .value(let interval):
      return Table.Cell("\(unit.format(interval.low)) – \(unit.format(interval.high))")
    case .unavailable(let reason):
      return Table.Cell(notes.mark(reason), .quiet)
    }
  }

  /// The time over that of the same kernel's `struct` variant; empty without one.
  private func ratioCell(_ kernel: BenchmarkResult) -> Table.Cell {
    guard let variant = kernel.variant, let time = kernel.time?.median,
      kernel.name.hasSuffix(".\(variant.rawValue)")
    else { return Table.Cell("") }
    let stem = kernel.name.dropLast(variant.rawValue.count)
    guard
      let reference = kernels.first(where: { $0.name == "\(stem)\(Variant.struct.rawValue)" }),
      let referenceTime = reference.time?.median, referenceTime > 0
    else { return Table.Cell("") }
    return Table.Cell(NumberText.format(time / referenceTime))
  }
}

extension BenchmarkResult {
  /// Wall-clock time per operation, if it was measured.
  var time: MetricResult? { metric(.wallClock).value }
}
