import BenchmarkModel
import BenchmarkResults
import ReportText
import SampleStatistics

/// A table of kernels with several variants, a row per kernel: the time of every variant, its ratio
/// to the reference and, if known, how close it comes to the machine's limit.
struct VariantTable {
  /// The variants of one kernel.
  fileprivate struct Kernel {
    let name: String
    let reference: BenchmarkResult

    /// The variants, including the reference.
    let variants: [Variant: BenchmarkResult]
  }

  private let kernels: [Kernel]

  /// All variants, in the order in which they first appear in the result.
  private let variants: [Variant]

  /// Finds the kernels whose reference and variants were all timed and do not allocate.
  ///
  /// Other benchmarks have rows of their own: they cannot be compared, or need more columns.
  init(_ file: ResultFile) {
    var members: [String: [BenchmarkResult]] = [:]
    var order: [String] = []
    for benchmark in file.benchmarks {
      guard let reference = benchmark.timed?.reference else { continue }
      if members[reference] == nil { order.append(reference) }
      members[reference, default: []].append(benchmark)
    }
    kernels = order.compactMap { name in
      guard let group = members[name], let reference = group.first(where: { $0.name == name })
      else { return nil }
      let variants = Dictionary(
        group.compactMap { member in member.variant.map { ($0, member) } },
        uniquingKeysWith: { first, _ in first })
      guard group.count > 1, variants.count == group.count,
        group.allSatisfy({ $0.time != nil && $0.failure == nil && !$0.allocates })
      else { return nil }
      let suffix = reference.variant.map { ".\($0.rawValue)" } ?? ""
      return Kernel(
        name: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name,
        reference: reference, variants: variants)
    }
    variants = file.benchmarks.compactMap(\.variant).uniqued()
      .filter { [kernels] variant in kernels.contains { $0.variants[variant] != nil } }
  }

  /// The names of the benchmarks that the table shows.
  var names: Set<String> { Set(kernels.flatMap { $0.variants.values.map(\.name) }) }

  func table(limits: MachineLimits?) -> Table {
    let all = kernels.flatMap(\.variants.values)
    let times = TimeColumn(for: all.compactMap { $0.time?.median })
    var columns = TableColumns<Kernel>()
    columns.text("kernel") { $0.name }
    for variant in variants {
      columns.number(times.title("\(variant.rawValue)")) { kernel in
        kernel.variants[variant]?.time.map { times.format($0.median) }
      }
      if kernels.contains(where: { $0.reference.variant != variant }) {
        columns.number("ratio", isExtra: true) { $0.ratio(of: variant) }
      }
      if let limits, all.contains(where: { $0.variant == variant && limits.share(of: $0) != nil }) {
        columns.number("of limit", isExtra: true) { kernel in
          kernel.variants[variant].flatMap { limits.share(of: $0)?.text }
        }
      }
    }
    return columns.table(kernels)
  }
}

extension VariantTable.Kernel {
  /// The time of a variant divided by the reference's, or nil for the reference itself.
  fileprivate func ratio(of variant: Variant) -> String? {
    guard variant != reference.variant, let time = variants[variant]?.time?.median,
      let base = reference.time?.median, base > 0
    else { return nil }
    return "×\(NumberText.format(time / base))"
  }
}

extension BenchmarkResult {
  fileprivate var allocates: Bool { (metric(.mallocCountTotal).value?.median ?? 0) > 0 }
}
