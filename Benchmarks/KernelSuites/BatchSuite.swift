import BenchmarkHarness
import BenchmarkModel
import MotionKernels

extension BenchmarkRegistry {
  /// Adds the kernels over blocks of sixteen, in one implementation.
  ///
  /// - Parameters:
  ///   - variant: The implementation's name.
  ///   - kernels: Makes the implementation; throws where this machine has none.
  mutating func addBatchSuite<Kernels: BatchKernels>(
    _ variant: Variant, _ kernels: @escaping () throws -> Kernels
  ) {
    for level in CacheLevel.allCases {
      addTransformBatches(variant, level, kernels)
      addInterpolationBatches(variant, level, kernels)
      addSpringBatches(variant, level, kernels)
      kernel("timing", level, variant, bytes: 8, flops: KernelFlops.timing) {
        Batch(
          kernels: try kernels(),
          input: (Blocks.numbers(KernelInputs.fractions($0)), PreparedTiming(.easeInOut)),
          result: Blocks.numbers(Array(repeating: 0, count: $0)))
      } body: { batch in
        batch.kernels.progress(at: batch.input.0, batch.input.1, into: &batch.result)
        blackHole(batch.result)
      }
    }
  }

  private mutating func addTransformBatches<Kernels: BatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel("concat", level, variant, bytes: 3 * 64, flops: KernelFlops.concat) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.transforms(KernelInputs.transforms($0, seed: 1, of: Transform3D.self)),
          Blocks.transforms(KernelInputs.transforms($0, seed: 2, of: Transform3D.self))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.concatenate(batch.input.0, batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
    kernel("compose", level, variant, bytes: 40 + 8 + 64, flops: KernelFlops.compose) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.poses(KernelInputs.repeated($0, KernelInputs.pose)),
          Blocks.pairs(Array(repeating: SIMD2(-1 / 4_000, -1 / 3_000), count: $0))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.compose(batch.input.0, batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
    kernel("mapQuads", level, variant, bytes: 64 + 8 + 32, flops: KernelFlops.mapQuads) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.transforms(KernelInputs.transforms($0, of: Transform3D.self)),
          Blocks.pairs(
            KernelInputs.repeated($0) { SIMD2<Float>.random(in: 5...30, using: &$0) })
        ),
        result: Blocks.quads(count: $0))
    } body: { batch in
      batch.kernels.mapQuads(batch.input.0, halfSizes: batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
  }

  private mutating func addInterpolationBatches<Kernels: BatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel(
      "interpolateDecomposed", level, variant, bytes: 3 * 64 + 4,
      flops: KernelFlops.interpolateDecomposed
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.transforms(KernelInputs.transforms($0, seed: 1, of: Transform3D.self)),
          Blocks.transforms(KernelInputs.transforms($0, seed: 2, of: Transform3D.self)),
          Blocks.numbers(KernelInputs.fractions($0))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.interpolate(
        batch.input.0, batch.input.1, at: batch.input.2, into: &batch.result)
      blackHole(batch.result)
    }
    kernel(
      "interpolateStored", level, variant, bytes: 2 * 40 + 4 + 64,
      flops: KernelFlops.interpolateStored
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.poses(KernelInputs.repeated($0, seed: 1, KernelInputs.pose)),
          Blocks.poses(KernelInputs.repeated($0, seed: 2, KernelInputs.pose)),
          Blocks.numbers(KernelInputs.fractions($0))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.interpolate(
        batch.input.0, batch.input.1, at: batch.input.2, into: &batch.result)
      blackHole(batch.result)
    }
  }

  private mutating func addSpringBatches<Kernels: BatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel("spring", level, variant, bytes: 16 + 8, flops: KernelFlops.spring) {
      Batch(
        kernels: try kernels(),
        input: Blocks.springs(KernelInputs.springs($0, dampingRatios: 0.1...2)),
        result: Blocks.states(Array(repeating: .zero, count: $0)))
    } body: { batch in
      batch.kernels.evaluate(batch.input, at: KernelInputs.springTime, into: &batch.result)
      blackHole(batch.result)
    }
    kernel("springSorted", level, variant, bytes: 28 + 8, flops: KernelFlops.springSorted) {
      let springs = SortedSprings(KernelInputs.springs($0, dampingRatios: 0.1...2))
      return Batch(
        kernels: try kernels(), input: springs,
        result: Blocks.states(Array(repeating: .zero, count: springs.blockCount * 16)))
    } body: { batch in
      batch.kernels.evaluate(
        batch.input, at: Double(KernelInputs.springTime), into: &batch.result)
      blackHole(batch.result)
    }
    kernel("springFixedStep", level, variant, bytes: 16 + 16, flops: KernelFlops.springFixedStep) {
      let springs = KernelInputs.springs($0, dampingRatios: 0...0)
      return Batch(
        kernels: try kernels(),
        input: KernelInputs.propagators(springs),
        result: Blocks.states(springs.map { SIMD2($0.displacement, $0.velocity) }))
    } body: { batch in
      batch.kernels.step(&batch.result, by: batch.input)
      blackHole(batch.result)
    }
  }
}

/// A batch implementation with its inputs and the room for its result.
struct Batch<Kernels, Input, Result> {
  let kernels: Kernels
  let input: Input
  var result: Result
}
