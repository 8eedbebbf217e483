import BenchmarkModel
import FramegateKit
import LayerKernels
import MotionKernels

extension BenchmarkRegistry {
  /// Adds damped springs: displacement and velocity of many springs at one time.
  mutating func addSpringSuite() {
    for level in CacheLevel.allCases {
      addSprings("spring", level, bytes: SpringBytes.unsorted, flops: KernelFlops.spring) {
        KernelInputs.springs($0, dampingRatios: 0.1...2)
      }
      addSprings("springSorted", level, bytes: SpringBytes.sorted, flops: KernelFlops.springSorted)
      {
        KernelInputs.springs($0, dampingRatios: 0.1...2).sorted {
          $0.dampingRatio < $1.dampingRatio
        }
      }
      addSprings(
        "springFixedStep", level, bytes: SpringBytes.fixedStep, flops: KernelFlops.springFixedStep
      ) {
        KernelInputs.springs($0, dampingRatios: 0...0)
      }
      addSpringBatches(.simd, level) { SIMDKernels() }
      addSpringBatches(.block, level) { BlockKernels() }
      addSpringBatches(.dispatch, level) { try dispatchKernels() }
    }
  }

  /// Adds the closed form with libm, one spring after another.
  ///
  /// It is also the reference for the other variants' sorted and fixed-step kernels: it computes
  /// the same result without their preparation.
  private mutating func addSprings(
    _ family: String, _ level: CacheLevel, bytes: Int, flops: Int,
    _ springs: @escaping (Int) -> [ScalarSpring]
  ) {
    kernel(family, level, .struct, bytes: bytes, flops: flops) {
      Unary(operand: springs($0), result: [SIMD2<Float>](repeating: .zero, count: $0))
    } body: { input in
      for index in input.result.indices {
        let state = input.operand[index].state(at: KernelInputs.springTime)
        input.result[index] = SIMD2(state.displacement, state.velocity)
      }
      blackHole(input.result)
    }
  }

  /// Adds springs of any regime, sorted springs and fixed steps over blocks, in one implementation.
  private mutating func addSpringBatches<Kernels: SpringBatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel("spring", level, variant, bytes: SpringBytes.unsorted, flops: KernelFlops.spring) {
      Batch(
        kernels: try kernels(),
        input: Blocks.springs(KernelInputs.springs($0, dampingRatios: 0.1...2)),
        result: Blocks.states(Array(repeating: .zero, count: $0)))
    } body: { batch in
      batch.kernels.evaluate(batch.input, at: KernelInputs.springTime, into: &batch.result)
      blackHole(batch.result)
    }
    kernel(
      "springSorted", level, variant, bytes: SpringBytes.sorted, flops: KernelFlops.springSorted
    ) {
      let springs = SortedSprings(KernelInputs.springs($0, dampingRatios: 0.1...2))
      return Batch(
        kernels: try kernels(), input: springs,
        result: Blocks.states(Array(repeating: .zero, count: springs.blockCount * 16)))
    } body: { batch in
      batch.kernels.evaluate(
        batch.input, at: Double(KernelInputs.springTime), into: &batch.result)
      blackHole(batch.result)
    }
    kernel(
      "springFixedStep", level, variant, bytes: SpringBytes.fixedStep, traffic: .inPlace,
      flops: KernelFlops.springFixedStep
    ) {
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

/// The bytes per spring in a block; `struct` also uses them, so that every variant has the same
/// number of springs.
private enum SpringBytes {
  static let unsorted = KernelBytes.perLane(SpringBlock.self, SpringStateBlock.self)
  static let sorted = KernelBytes.perLane(PreparedSpringBlock.self, SpringStateBlock.self)

  /// States are read and written.
  static let fixedStep = KernelBytes.perLane(
    PropagatorBlock.self, SpringStateBlock.self, SpringStateBlock.self)
}

extension KernelInputs {
  /// The time at which springs are evaluated, in seconds.
  static let springTime: Float = 0.31

  /// The propagators of undamped springs with the same frequencies, for steps of 1/120 s.
  ///
  /// Without damping, the states never decay to denormal numbers.
  static func propagators(_ springs: [ScalarSpring]) -> BlockArray<PropagatorBlock> {
    Blocks.propagators(
      springs.map {
        Spring(response: 2 * .pi / Double($0.frequency), dampingRatio: 0).propagator(
          over: 1.0 / 120)
      })
  }

  /// Springs of 5…30 radians per second, released from up to 200 points away.
  static func springs(
    _ count: Int, dampingRatios: ClosedRange<Float>, seed: UInt64 = seed
  ) -> [ScalarSpring] {
    repeated(count, seed: seed) { generator in
      ScalarSpring(
        frequency: .random(in: 5...30, using: &generator),
        dampingRatio: .random(in: dampingRatios, using: &generator),
        displacement: .random(in: -200...200, using: &generator),
        velocity: .random(in: -1_000...1_000, using: &generator))
    }
  }
}
