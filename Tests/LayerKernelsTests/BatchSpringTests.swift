import MotionKernels
import SampleStatistics
import Testing

@testable import LayerKernels

@Suite("Springs and timing over blocks")
struct BatchSpringTests {
  static func springs(count: Int, seed: UInt64) -> [ScalarSpring] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { index in
      let near: [Float] = [1, 1 - 1e-4, 1 + 1e-4, 1 - 1e-6, 1 + 1e-6, 0, 0.999, 1.001]
      return ScalarSpring(
        frequency: .random(in: 5...30, using: &generator),
        dampingRatio: index < 8 ? near[index] : .random(in: 0.05...3, using: &generator),
        displacement: .random(in: -1...1, using: &generator),
        velocity: .random(in: -10...10, using: &generator))
    }
  }

  /// The spring in 64 bits.
  static func exact(_ spring: ScalarSpring) -> Spring {
    let frequency = Double(spring.frequency)
    return Spring(
      stiffness: frequency * frequency,
      dampingCoefficient: 2 * Double(spring.dampingRatio) * frequency, allowsOverdamping: true)
  }

  /// The state in 64 bits, and the largest possible displacement and velocity.
  static func reference(_ spring: ScalarSpring, _ time: Double)
    -> (state: Spring.State, amplitude: Double, peak: Double)
  {
    let (exact, frequency) = (Self.exact(spring), Double(spring.frequency))
    let (x, v) = (Double(spring.displacement), Double(spring.velocity))
    let amplitude = (x * x + v * v / (frequency * frequency)).squareRoot()
    return (
      exact.state(at: time, displacement: x, velocity: v), amplitude, amplitude * frequency
    )
  }

  @Test("Springs of any regime, while they move", arguments: BatchImplementation.allCases)
  func anyRegime(_ implementation: BatchImplementation) {
    let springs = Self.springs(count: 101, seed: 1)
    for time: Float in [0, 0.001, 0.01, 0.05, 0.13] {
      var result = Blocks.states(Array(repeating: .zero, count: springs.count))
      implementation.kernels.evaluate(Blocks.springs(springs), at: time, into: &result)
      for (spring, state) in zip(springs, Blocks.states(result, count: springs.count)) {
        let expected = Self.reference(spring, Double(time))
        let error = abs(Double(state.x) - expected.state.displacement)
        #expect(error <= 5e-7 * expected.amplitude, "\(spring) at \(time)")
        let drift = abs(Double(state.y) - expected.state.velocity)
        #expect(
          drift <= 1e-6 * expected.peak * max(1, Double(spring.dampingRatio)),
          "\(spring) at \(time)")
      }
    }
  }

  @Test(
    "Sorted springs keep their accuracy for ten seconds", arguments: BatchImplementation.allCases)
  func sorted(_ implementation: BatchImplementation) {
    let springs = Self.springs(count: 101, seed: 2)
    let sorted = SortedSprings(springs)
    for time in [0, 0.01, 0.3, 1, 3.7, 10] {
      var result = Blocks.states(Array(repeating: .zero, count: sorted.blockCount * 16))
      implementation.kernels.evaluate(sorted, at: time, into: &result)
      let states = Blocks.states(result, count: sorted.blockCount * 16)
      for (index, spring) in springs.enumerated() {
        let state = states[sorted.positions[index]]
        let expected = Self.reference(spring, time)
        let error = abs(Double(state.x) - expected.state.displacement)
        #expect(error <= 5e-7 * expected.amplitude, "\(spring) at \(time)")
        let drift = abs(Double(state.y) - expected.state.velocity)
        #expect(
          drift <= 5e-7 * expected.peak * max(1, Double(spring.dampingRatio)),
          "\(spring) at \(time)")
      }
    }
  }

  @Test("Ten seconds of fixed steps drift by at most 2e-6", arguments: BatchImplementation.allCases)
  func fixedStep(_ implementation: BatchImplementation) {
    let springs = Self.springs(count: 40, seed: 3)
    let step = 1.0 / 120
    let blocks = Blocks.propagators(springs.map { Self.exact($0).propagator(over: step) })
    var states = Blocks.states(springs.map { SIMD2($0.displacement, $0.velocity) })
    for frame in 1...1_200 {
      implementation.kernels.step(&states, by: blocks)
      guard frame % 120 == 0 else { continue }
      // Without damping, rounding errors accumulate; with damping, they decay.
      for (spring, state) in zip(springs, Blocks.states(states, count: springs.count))
      where spring.dampingRatio >= 0.05 {
        let expected = Self.reference(spring, Double(frame) * step)
        let error = abs(Double(state.x) - expected.state.displacement)
        #expect(error <= 2e-6 * expected.amplitude, "\(spring) at frame \(frame)")
      }
    }
  }

  /// Curves, the largest error that blocks may have, and whether there is a table.
  static let curves: [(TimingFunction, Double, Bool)] = [
    (.linear, 1.2e-7, true), (.easeIn, 1.2e-7, true), (.easeOut, 1.2e-7, true),
    (.easeInOut, 1.2e-7, true), (.default, 1.2e-7, true),
    (.cubicBezier(0, 0.5, 1, 0.5), 1.2e-7, true),
    (.cubicBezier(0.2, 0.8, 0.3, 1.2), 2.4e-7, true),
    (.cubicBezier(0.36, 0, 0.66, -0.56), 2.4e-7, true),
    (.cubicBezier(1, 0, 0, 1), 1.2e-7, false), (.cubicBezier(0.99, 0, 0.01, 1), 1e-6, false),
    (.steps(5), 0, false),
    (.piecewiseLinear([LinearStop(0), LinearStop(0.2), LinearStop(1)]), 1e-7, false),
  ]

  @Test(
    "Timing by table is within its bound, or falls back", arguments: BatchImplementation.allCases,
    0..<12)
  func timing(_ implementation: BatchImplementation, index: Int) {
    let (function, bound, hasTable) = Self.curves[index]
    let timing = PreparedTiming(function)
    #expect((timing.table != nil) == hasTable)
    let fractions = (0...4_096).map { Float($0) / 4_096 }
    var result = Blocks.numbers(fractions)
    implementation.kernels.progress(at: Blocks.numbers(fractions), timing, into: &result)
    let progress = Blocks.numbers(result, count: fractions.count)
    var worst = 0.0
    for (fraction, value) in zip(fractions, progress) {
      worst = max(worst, abs(Double(value) - function.progress(at: Double(fraction))))
    }
    #expect(worst <= max(bound, 3e-8))
    #expect(progress.first == 0)
    #expect(progress.last == 1)
  }

  /// The largest deviation of an instruction set's kernels from a curve at `count` fractions and
  /// the ends.
  private static func error(
    _ kernels: DispatchKernels, _ function: TimingFunction, count: Int
  ) -> Double {
    let fractions = (0...count).map { Float($0) / Float(count) }
    var result = Blocks.numbers(fractions)
    kernels.progress(at: Blocks.numbers(fractions), PreparedTiming(function), into: &result)
    let progress = Blocks.numbers(result, count: fractions.count)
    return zip(fractions, progress).reduce(0) { worst, pair in
      max(worst, abs(Double(pair.1) - function.progress(at: Double(pair.0))))
    }
  }

  @Test(
    "Tables in registers are within 1e-7, or the curve has none",
    arguments: [
      (InstructionSet.avx2, \TimingTable.hasSeptics), (.avx512, \TimingTable.hasQuintics),
    ])
  func registers(
    _ instructions: InstructionSet, hasRegisters: any KeyPath<TimingTable, Bool> & Sendable
  ) throws {
    var generator = SplitMix64(seed: 54)
    func x() -> Double { .random(in: 0...1, using: &generator) }
    func y() -> Double { .random(in: -0.3...1.3, using: &generator) }
    let kernels = DispatchKernels(instructions)
    for function in [TimingFunction.linear, .easeIn, .easeOut, .easeInOut, .default] {
      let table = try #require(PreparedTiming(function).table)
      #expect(table[keyPath: hasRegisters], "\(function)")
      if let kernels {
        #expect(Self.error(kernels, function, count: 16_384) <= 1e-7, "\(function)")
      }
    }
    var tables = (inRegisters: 0, inMemory: 0)
    for _ in 0..<1_000 {
      let function = TimingFunction.cubicBezier(x(), y(), x(), y())
      guard let table = PreparedTiming(function).table else { continue }
      let isInRegisters = table[keyPath: hasRegisters]
      if isInRegisters { tables.inRegisters += 1 } else { tables.inMemory += 1 }
      if let kernels {
        #expect(
          Self.error(kernels, function, count: 333) <= (isInRegisters ? 1e-7 : 2.4e-7),
          "\(function)")
      }
    }
    // Some of each, or this compares nothing.
    #expect(tables.inRegisters > 50 && tables.inMemory > 50, "\(tables)")
  }

  @Test("The plain solver is within the same bound")
  func plainTiming() {
    for (x1, y1, x2, y2) in [
      (0.42, 0.0, 1.0, 1.0), (0, 0, 0.58, 1), (0.42, 0, 0.58, 1), (0.25, 0.1, 0.25, 1),
    ] {
      let (plain, exact) = (
        NewtonBezier(x1, y1, x2, y2), TimingFunction.cubicBezier(x1, y1, x2, y2)
      )
      for step in 0...4_096 {
        let fraction = Float(step) / 4_096
        let error = abs(Double(plain.progress(at: fraction)) - exact.progress(at: Double(fraction)))
        #expect(error <= 1.2e-7)
      }
    }
  }

  @Test(
    "NaN stays in its lane, outside counts as the nearer end",
    arguments: BatchImplementation.allCases)
  func timingEdges(_ implementation: BatchImplementation) {
    for function in [
      TimingFunction.easeIn, .easeOut, .easeInOut, .cubicBezier(0, 1, 1, 0), .steps(3),
      // No table, and a slope at the start along which the exact curve continues.
      .cubicBezier(1, 0.2, 0, 0.8),
    ] {
      let fractions: [Float] = [.nan, -1, 2, 0.5, .infinity, -.infinity, 0, 1]
      var result = Blocks.numbers(fractions)
      implementation.kernels.progress(
        at: Blocks.numbers(fractions), PreparedTiming(function), into: &result)
      let progress = Blocks.numbers(result, count: 8)
      #expect(progress[0].isNaN)
      #expect(progress[1] == 0 && progress[5] == 0 && progress[6] == 0)
      #expect(progress[2] == 1 && progress[4] == 1 && progress[7] == 1)
      #expect(abs(Double(progress[3]) - function.progress(at: 0.5)) < 2e-7)
    }
  }
}
