import BenchmarkHarness
import BenchmarkModel
import MotionKernels

extension BenchmarkRegistry {
  /// Adds damped springs: value and velocity of many springs at one time.
  mutating func addSpringSuite() {
    for level in CacheLevel.allCases {
      addSprings("spring", level, bytes: 16 + 8, flops: KernelFlops.spring) {
        KernelInputs.springs($0, dampingRatios: 0.1...2)
      }
      addSprings("springSorted", level, bytes: 28 + 8, flops: KernelFlops.springSorted) {
        KernelInputs.springs($0, dampingRatios: 0.1...2).sorted {
          $0.dampingRatio < $1.dampingRatio
        }
      }
      addSprings("springFixedStep", level, bytes: 16 + 16, flops: KernelFlops.springFixedStep) {
        KernelInputs.springs($0, dampingRatios: 0...0)
      }
      kernel("spring", level, .simd, bytes: 16 + 8, flops: KernelFlops.spring) {
        Batch(
          kernels: SIMDKernels(),
          input: Blocks.springs(KernelInputs.springs($0, dampingRatios: 0.1...2)),
          result: Blocks.states(Array(repeating: .zero, count: $0)))
      } body: { batch in
        batch.kernels.evaluate(batch.input, at: KernelInputs.springTime, into: &batch.result)
        blackHole(batch.result)
      }
      addPreparedSprings(level)
    }
  }

  /// Adds the sorted and the fixed-step kernels, four springs at a time.
  private mutating func addPreparedSprings(_ level: CacheLevel) {
    kernel("springSorted", level, .simd, bytes: 28 + 8, flops: KernelFlops.springSorted) {
      let springs = SortedSprings(KernelInputs.springs($0, dampingRatios: 0.1...2))
      return Batch(
        kernels: SIMDKernels(), input: springs,
        result: Blocks.states(Array(repeating: .zero, count: springs.blockCount * 16)))
    } body: { batch in
      batch.kernels.evaluate(
        batch.input, at: Double(KernelInputs.springTime), into: &batch.result)
      blackHole(batch.result)
    }
    kernel("springFixedStep", level, .simd, bytes: 16 + 16, flops: KernelFlops.springFixedStep) {
      let springs = KernelInputs.springs($0, dampingRatios: 0...0)
      return Batch(
        kernels: SIMDKernels(), input: KernelInputs.propagators(springs),
        result: Blocks.states(springs.map { SIMD2($0.displacement, $0.velocity) }))
    } body: { batch in
      batch.kernels.step(&batch.result, by: batch.input)
      blackHole(batch.result)
    }
  }

  /// Adds the closed form with libm, one spring after the other.
  ///
  /// It is what the other variants' sorted and fixed-step kernels are compared with: the same
  /// question, answered without their preparation.
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
}

extension KernelInputs {
  /// The time at which springs are evaluated, in seconds.
  static let springTime: Float = 0.31

  /// What springs without damping do in 1/120 s.
  ///
  /// Undamped, so that the states never die away to denormal numbers.
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
