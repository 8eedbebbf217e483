import BenchmarkModel
import FramegateKit
import LayerKernels

extension BenchmarkRegistry {
  /// Adds this machine's limits, with the base instruction set (`block`) and with the best
  /// (`dispatch`).
  ///
  /// An operation of `limit.multiplyAdd` is one multiply-add: two flops. An operation of
  /// `limit.multiplyAddAndAdd` is a step of all its chains in one lane.
  ///
  /// Memory has a bandwidth per kind of traffic. An operation of `limit.read` reads 64 bytes. An
  /// operation of `limit.copy` copies 64 bytes, so it reads and writes 128. An operation of
  /// `limit.update` adds 64 bytes to 64 others in place, so it reads and writes 192.
  mutating func addLimitSuite() {
    for variant in [Variant.block, .dispatch] {
      addArithmeticLimits(variant)
      for level in CacheLevel.allCases { addMemoryLimits(level, variant) }
    }
  }

  private mutating func addArithmeticLimits(_ variant: Variant) {
    let iterations = 1_000
    let roofline = Roofline(limits: variant.instructionSet, isLimit: true)
    benchmark(
      "limit.multiplyAdd", variant: variant,
      operations: iterations * MachineLimit.multiplyAddsPerIteration,
      options: BenchmarkOptions(flopsPerOperation: 2, roofline: roofline, runsByDefault: false),
      work: .init {
        try MachineLimit.Chains(machineLimit(variant))
      } body: { chains in
        chains.multiplyAdd(iterations: iterations)
        blackHole(chains)
      })
    benchmark(
      "limit.multiplyAddAndAdd", variant: variant,
      operations: iterations * MachineLimit.lanesPerIteration,
      options: BenchmarkOptions(
        flopsPerOperation: MachineLimit.mixedFlopsPerLane, roofline: roofline,
        runsByDefault: false),
      work: .init {
        try MachineLimit.Chains(machineLimit(variant))
      } body: { chains in
        chains.multiplyAddAndAdd(iterations: iterations)
        blackHole(chains)
      })
  }

  private mutating func addMemoryLimits(_ level: CacheLevel, _ variant: Variant) {
    // 2 KiB more, so that small adjacent arrays are not a multiple of 4 KiB apart: otherwise, a
    // load waits for a recent store whose address ends in the same twelve bits. (Large arrays
    // both start at the start of a page, where the load comes first.)
    let blocks = level.operations(bytesPerOperation: 128) + 32
    memoryLimit("read", .reads, bytes: 64, level, variant, blocks: 2 * blocks) { batch in
      batch.kernels.read(batch.input, into: &batch.result)
    }
    memoryLimit("copy", .outOfPlace, bytes: 128, level, variant, blocks: blocks) { batch in
      batch.kernels.copy(batch.input, into: &batch.result)
    }
    memoryLimit("update", .inPlace, bytes: 192, level, variant, blocks: blocks) { batch in
      batch.kernels.update(&batch.result, adding: batch.input)
    }
  }

  private mutating func memoryLimit(
    _ name: String, _ traffic: MemoryTraffic, bytes: Int, _ level: CacheLevel, _ variant: Variant,
    blocks: Int,
    body:
      @escaping (inout Batch<MachineLimit, BlockArray<SIMD16<Float>>, BlockArray<SIMD16<Float>>>)
      -> Void
  ) {
    benchmark(
      "limit.\(name).\(level.rawValue)", variant: variant, operations: blocks,
      options: BenchmarkOptions(
        bytesPerOperation: bytes,
        roofline: Roofline(
          limits: variant.instructionSet, memory: level.memory(traffic), isLimit: true),
        runsByDefault: false),
      work: .init {
        // Adds 0, so that no number changes.
        Batch(
          kernels: try machineLimit(variant),
          input: BlockArray<SIMD16<Float>>(repeating: .zero, count: blocks),
          result: BlockArray<SIMD16<Float>>(
            repeating: .one, count: traffic == .reads ? 1 : blocks))
      } body: { batch in
        body(&batch)
        blackHole(batch.result)
      })
  }
}

/// The limits of a variant's instruction set.
private func machineLimit(_ variant: Variant) throws -> MachineLimit {
  let best = try dispatchKernels()
  return MachineLimit(variant == .dispatch ? best : DispatchKernels(.base) ?? best)
}
