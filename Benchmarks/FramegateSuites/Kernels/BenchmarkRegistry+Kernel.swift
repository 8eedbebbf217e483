import BenchmarkModel
import FramegateKit

extension BenchmarkRegistry {
  /// Adds one kernel at one cache level.
  ///
  /// - Parameters:
  ///   - family: The kernel's name after `kernel.`.
  ///   - level: The cache that the working set fits into; determines the operations per call.
  ///   - detail: The part of the name between the level and the variant: `.latency`, `.f64`.
  ///   - variant: The implementation.
  ///   - bytes: The bytes that one operation reads and writes, see ``KernelBytes``.
  ///   - traffic: How the kernel reads and writes them.
  ///   - flops: The flops of one operation, see ``KernelFlops``. A flop in 64 bits counts as two,
  ///     because a register holds half as many numbers. 0 for integers.
  ///   - samplingTime: How long `run` samples it; nil for the default.
  ///   - setup: Builds the inputs for the given number of operations; untimed.
  ///   - body: Does all operations once.
  mutating func kernel<Input>(
    _ family: String, _ level: CacheLevel, detail: String = "", _ variant: Variant, bytes: Int,
    traffic: MemoryTraffic = .outOfPlace, flops: Int, samplingTime: Duration? = nil,
    setup: @escaping (Int) throws -> Input, body: @escaping (inout Input) throws -> Void
  ) {
    let operations = level.operations(bytesPerOperation: bytes)
    benchmark(
      "kernel.\(family).\(level.rawValue)\(detail)", variant: variant, operations: operations,
      options: BenchmarkOptions(
        isReference: variant == .struct, bytesPerOperation: bytes,
        flopsPerOperation: detail.hasSuffix(".f64") ? 2 * flops : flops,
        roofline: Roofline(limits: variant.instructionSet, memory: level.memory(traffic)),
        runsByDefault: level == .l2 && detail.isEmpty, samplingTime: samplingTime),
      work: .init(setup: { try setup(operations) }, body: body))
  }
}

/// The implementations of a kernel.
extension Variant {
  /// Scalar code as people write it: an array of structs, libm, general matrix products.
  ///
  /// This code does not change, so that ratios to it keep their meaning from release to release.
  static let `struct`: Variant = "struct"

  /// `SIMD4` values, one layer at a time.
  static let simd: Variant = "simd"

  /// Sixteen layers at a time: a structure of `SIMD16` fields.
  static let block: Variant = "block"

  /// The block kernel for the best instruction set of this machine, chosen at run time.
  static let dispatch: Variant = "dispatch"

  /// The instruction set that limits this variant.
  var instructionSet: String { self == .dispatch ? "best" : "base" }
}
