import BenchmarkHarness
import BenchmarkModel

extension BenchmarkRegistry {
  /// Adds one kernel at one cache level.
  ///
  /// - Parameters:
  ///   - family: The kernel's name after `kernel.`.
  ///   - level: The cache that the working set fits; decides how many operations a call does.
  ///   - detail: What stands between the level and the variant: `.latency`, `.f64`.
  ///   - variant: The implementation.
  ///   - bytes: What one operation reads and writes.
  ///   - flops: How much the shared formulas compute in one operation, see ``KernelFlops``. In 64
  ///     bits each counts as two, since a register holds half as many.
  ///   - setup: Builds the inputs of a number of operations; untimed.
  ///   - body: All operations once.
  mutating func kernel<Input>(
    _ family: String, _ level: CacheLevel, detail: String = "", _ variant: Variant, bytes: Int,
    flops: Int,
    setup: @escaping (Int) throws -> Input, body: @escaping (inout Input) -> Void
  ) {
    let operations = level.operations(bytesPerOperation: bytes)
    benchmark(
      "kernel.\(family).\(level.rawValue)\(detail).\(variant)", operations: operations,
      bytesPerOperation: bytes, flopsPerOperation: detail.hasSuffix(".f64") ? 2 * flops : flops,
      runsByDefault: level == .l2 && detail.isEmpty,
      setup: { try setup(operations) }, body: body)
  }
}
