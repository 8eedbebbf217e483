import BenchmarkModel
import BenchmarkResults
import SampleStatistics

/// Benchmarks that are timed as a whole: time, interval, counters, the ratio to `struct`, and how
/// close they come to the machine's limit if it is known.
struct KernelTable {
  private let kernels: [BenchmarkResult]
  private let shares: [String: MachineLimits.Share]

  init(_ file: ResultFile, limits: MachineLimits? = nil) {
    let kernels = file.benchmarks.filter { $0.kind == .benchmark }
    self.kernels = kernels
    shares = Dictionary(
      kernels.compactMap { kernel in limits?.share(of: kernel).map { (kernel.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  func table(_ notes: inout Footnotes) -> Table {
    let times = kernels.compactMap { $0.time?.median }
    let unit = TimeUnit(for: times)
    var table = Table(
      [
        .text("name"), .number("\(unit.name)/op"), .number("95 % interval"), .number("B/op"),
        .number("allocations/op"),
      ] + (hasInstructions ? [.number("instructions/op")] : []) + [.number("ratio to struct")]
        + (shares.isEmpty ? [] : [.number("of limit")]))
    for kernel in kernels {
      table.add(cells(kernel, unit: unit, columns: table.columns.count, &notes))
    }
    return table
  }

  /// Whether instructions were requested.
  private var hasInstructions: Bool {
    kernels.contains { $0.timed?.metrics[Metric.instructions.name] != nil }
  }

  private func cells(
    _ kernel: BenchmarkResult, unit: TimeUnit, columns: Int, _ notes: inout Footnotes
  ) -> [Table.Cell] {
    if let failure = kernel.failure {
      return [Table.Cell(kernel.name), Table.Cell("failed \(notes.number(failure))", .bad)]
        + (2..<columns).map { _ in Table.Cell("") }
    }
    var cells = [
      Table.Cell(kernel.name),
      cell(kernel.metric(.wallClock), &notes) { unit.format($0.median) },
      intervalCell(kernel, unit: unit, &notes),
      cell(kernel.metric(.mallocBytesCount), &notes) { NumberText.count($0.median) },
      cell(kernel.metric(.mallocCountTotal), &notes) { NumberText.count($0.median) },
    ]
    if hasInstructions {
      cells.append(cell(kernel.metric(.instructions), &notes) { NumberText.count($0.median) })
    }
    cells.append(ratioCell(kernel))
    if !shares.isEmpty { cells.append(shareCell(kernel)) }
    return cells
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

  /// How close the kernel comes to its limit: `85 % L2`.
  private func shareCell(_ kernel: BenchmarkResult) -> Table.Cell {
    guard let share = shares[kernel.name] else { return Table.Cell("") }
    return Table.Cell("\(NumberText.format(share.percent)) % \(share.bound)")
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
