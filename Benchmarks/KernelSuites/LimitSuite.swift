import FramegateKit
import BenchmarkModel
import LayerKernels

extension BenchmarkRegistry {
  /// Adds this machine's limits, with the base instruction set (`block`) and with the best
  /// (`dispatch`).
  ///
  /// An operation of `limit.multiplyAdd` is one multiply-add: two flops. An operation of
  /// `limit.copy` copies 64 bytes: 128 read and written. An operation of `limit.update` adds 64
  /// bytes to 64 others in place: 192 read and written.
  mutating func addLimitSuite() {
    for variant in [Variant.block, .dispatch] {
      let iterations = 1_000
      benchmark(
        "limit.multiplyAdd", variant: variant,
        operations: iterations * MachineLimit.multiplyAddsPerIteration,
        options: BenchmarkOptions(
          flopsPerOperation: 2, roofline: Roofline(limits: variant.instructionSet, isLimit: true),
          runsByDefault: false),
        work: .init {
          // The chains converge to term / (1 - factor) = 1.
          Batch(
            kernels: try machineLimit(variant), input: iterations,
            result: [0.5, 0.5] + [Float](repeating: 1, count: 12))
        } body: { batch in
          batch.kernels.multiplyAdd(&batch.result, iterations: batch.input)
          blackHole(batch.result)
        })
      for level in CacheLevel.allCases {
        let roofline = Roofline(
          limits: variant.instructionSet, memory: level.memory, isLimit: true)
        // 2 KiB more, so that small adjacent arrays are not a multiple of 4 KiB apart: a load would
        // wait for a recent store whose address ends in the same twelve bits. (Large arrays both
        // start on pages of their own, where the load comes first.)
        let blocks = level.operations(bytesPerOperation: 128) + 32
        benchmark(
          "limit.copy.\(level.rawValue)", variant: variant, operations: blocks,
          options: BenchmarkOptions(
            bytesPerOperation: 128, roofline: roofline, runsByDefault: false),
          work: .init {
            Batch(
              kernels: try machineLimit(variant),
              input: BlockArray<SIMD16<Float>>(repeating: .one, count: blocks),
              result: BlockArray<SIMD16<Float>>(repeating: .zero, count: blocks))
          } body: { batch in
            batch.kernels.copy(batch.input, into: &batch.result)
            blackHole(batch.result)
          })
        benchmark(
          "limit.update.\(level.rawValue)", variant: variant, operations: blocks,
          options: BenchmarkOptions(
            bytesPerOperation: 192, roofline: roofline, runsByDefault: false),
          work: .init {
            // Adds 0, so that the numbers do not change.
            Batch(
              kernels: try machineLimit(variant),
              input: BlockArray<SIMD16<Float>>(repeating: .zero, count: blocks),
              result: BlockArray<SIMD16<Float>>(repeating: .one, count: blocks))
          } body: { batch in
            batch.kernels.update(&batch.result, adding: batch.input)
            blackHole(batch.result)
          })
      }
    }
  }
}

/// The limits of a variant's instruction set.
private func machineLimit(_ variant: Variant) throws -> MachineLimit {
  let best = try dispatchKernels()
  return MachineLimit(variant == .dispatch ? best : DispatchKernels(.base) ?? best)
}
