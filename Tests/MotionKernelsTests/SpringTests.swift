import MotionKernels
import SampleStatistics
import TestSupport
import Testing

@Suite("Springs")
struct SpringTests {
  @Test("Progress equals an integrator's, overdamping allowed")
  func equalsIntegrator() throws {
    for vector in try vectors("spring-ode.json", as: [SpringVector].self) {
      let spring = Spring(
        mass: vector.m, stiffness: vector.k, dampingCoefficient: vector.c, allowsOverdamping: true)
      for (time, x) in zip(vector.t, try #require(vector.x)) {
        #expect(abs(spring.progress(at: time, initialVelocity: vector.v) - x) <= 1e-10)
      }
    }
  }

  @Test("Progress equals the browser's, overdamping clamped")
  func equalsBrowser() throws {
    struct File: Decodable { let cases: [SpringVector] }
    for vector in try vectors("webkit-spring.json", as: File.self).cases {
      let spring = Spring(
        mass: vector.m, stiffness: vector.k, dampingCoefficient: vector.c)
      for (time, x) in zip(vector.t, try #require(vector.samples)) {
        #expect(abs(spring.progress(at: time, initialVelocity: vector.v) - x) <= 1e-12)
      }
    }
  }

  @Test("Duration and damping ratio give the published spring", arguments: SettlingSpringRow.table)
  func settlingSprings(row: SettlingSpringRow) {
    let spring = Spring(
      settlingIn: row.duration, dampingRatio: row.dampingRatio, initialVelocity: row.velocity)
    #expect(abs(spring.angularFrequency - row.frequency) <= 5.1e-11)
    #expect(abs(spring.stiffness - row.stiffness) <= 5.1e-9)
    #expect(abs(spring.dampingCoefficient - row.damping) <= 5.1e-9)
    for (index, expected) in row.progress.enumerated() {
      let time = row.duration * Double(index) / 4
      let progress = spring.progress(at: time, initialVelocity: row.velocity)
      #expect(abs(progress - expected) <= 5.1e-10)
    }
  }

  @Test("The platform's own check value")
  func platformCheckValue() {
    let spring = Spring(settlingIn: 3, dampingRatio: 0.25)
    #expect(abs(spring.stiffness - 54.83363359078326) < 1e-10)
    #expect(abs(spring.dampingCoefficient - 3.702486785620688) < 1e-12)
  }

  @Test("Out-of-range durations and ratios are clamped")
  func clamps() {
    #expect(
      Spring(settlingIn: 0, dampingRatio: 2) == Spring(settlingIn: 0.01, dampingRatio: 1))
    #expect(
      Spring(settlingIn: 60, dampingRatio: 1) == Spring(settlingIn: 10, dampingRatio: 1))
    #expect(Spring(settlingIn: 1, dampingRatio: 0).stiffness.isFinite)
    #expect(Spring(settlingIn: .nan, dampingRatio: .nan).stiffness.isFinite)
    #expect(Spring(settlingIn: 1, dampingRatio: 1, initialVelocity: .infinity) == Spring())
  }

  /// Mass, stiffness, damping coefficient and the settling duration they give.
  static let settling: [(Double, Double, Double, Double)] = [
    (1, 100, 5, 2.854974609889), (1, 100, 10, 1.472700334678), (1, 100, 15, 1.022093798185),
    (1, 54.833633590783258, 3.702486785620688, 3.855482511074),
    (1, 157.91367041742973, 17.592918860102841, 0.862955283174),
    (1, 100, 20, 1.0), (3, 1000, 500, 0.6), (1, 1000.0 / 3, 2 * (1000.0 / 3).squareRoot(), 0.6),
  ]

  @Test("Settling durations are the published ones", arguments: settling)
  func settlingDurations(_ row: (Double, Double, Double, Double)) {
    let spring = Spring(mass: row.0, stiffness: row.1, dampingCoefficient: row.2)
    #expect(abs(spring.settlingDuration() - row.3) <= 5.1e-13)
  }

  @Test("A settling duration found by search is the first tenth that stays", arguments: 0..<60)
  func searchedSettling(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let spring = Spring(
      response: .random(in: 0.1...4, using: &generator),
      dampingRatio: .random(in: 1...4, using: &generator), allowsOverdamping: seed % 2 == 0)
    let velocity = seed % 3 == 0 ? 0 : Double.random(in: -20...40, using: &generator)
    let duration = spring.settlingDuration(initialVelocity: velocity)
    let error = { abs(1 - spring.progress(at: $0, initialVelocity: velocity)) }
    #expect((0...400).allSatisfy { error(duration + Double($0) * 0.01) < 0.001 })
    #expect((0...100).contains { error(duration - 0.1 + Double($0) * 0.001) >= 0.001 })
  }

  @Test("Response and bounce forms have their check values")
  func forms() {
    let bouncy = Spring(duration: 0.5, bounce: 0.3)
    #expect(abs(bouncy.stiffness - 157.9136704174) < 5.1e-11)
    #expect(abs(bouncy.dampingCoefficient - 17.5929188601) < 5.1e-11)
    #expect(abs(Spring(duration: 0.5, bounce: -0.3).dampingCoefficient - 35.9039160410) < 5.1e-11)
    let response = Spring(response: 1, dampingRatio: 0.8)
    #expect(abs(10 * response.progress(at: 0.5) - 9.2231378675) < 5.1e-11)
    let critical = Spring(response: 1, dampingRatio: 1)
    #expect(abs(10 * critical.progress(at: 0.5) - 8.2102555359) < 5.1e-11)
  }

  @Test("A spring starts where it is told", arguments: 0..<50)
  func startsWhereTold(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let spring = Self.random(&generator)
    let displacement = Double.random(in: -3...3, using: &generator)
    let velocity = Double.random(in: -30...30, using: &generator)
    let state = spring.state(at: 0, displacement: displacement, velocity: velocity)
    #expect(state == Spring.State(displacement: displacement, velocity: velocity))
  }

  @Test("Two half steps equal one step", arguments: 0..<100)
  func stepsCompose(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let spring = Self.random(&generator)
    let step = Double.random(in: 0.001...0.1, using: &generator)

    let whole = spring.state(at: 2 * step, displacement: 1, velocity: 0)
    let half = spring.state(at: step, displacement: 1, velocity: 0)
    let both = spring.state(at: step, displacement: half.displacement, velocity: half.velocity)

    #expect(abs(both.displacement - whole.displacement) < 1e-9)
    #expect(abs(both.velocity - whole.velocity) < 1e-9 * spring.angularFrequency)
  }

  @Test("Velocity is the slope of progress, and energy never increases", arguments: 0..<100)
  func velocityAndEnergy(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let spring = Self.random(&generator)
    let frequency = spring.angularFrequency
    let h = 1e-4 / frequency
    var lastEnergy = Double.infinity
    for step in 1...40 {
      let time = Double(step) * 0.1 / frequency
      let slope = (spring.progress(at: time + h) - spring.progress(at: time - h)) / (2 * h)
      #expect(abs(spring.velocity(at: time) - slope) < 1e-6 * frequency)
      let state = spring.state(at: time, displacement: -1, velocity: 0)
      let kinetic = state.velocity * state.velocity / (frequency * frequency)
      let energy = state.displacement * state.displacement + kinetic
      #expect(energy <= lastEnergy + 1e-14)
      lastEnergy = energy
    }
  }

  @Test("Motion is continuous across a damping ratio of 1", arguments: 0..<20)
  func continuousAcrossCritical(index: Int) {
    let time = Double(index) * 0.05
    let progress = { (ratio: Double) in
      Spring(response: 0.5, dampingRatio: ratio, allowsOverdamping: true).progress(at: time)
    }
    // To first order the change is odd in the distance from 1, so the mean of both sides is exact.
    for distance in [1e-4, 1e-6, 1e-9, 1e-12, 1e-15] {
      let mean = (progress(1 - distance) + progress(1 + distance)) / 2
      #expect(abs(mean - progress(1)) < 1e-7)
    }
  }

  private static func random(_ generator: inout SplitMix64) -> Spring {
    Spring(
      response: .random(in: 0.1...2, using: &generator),
      dampingRatio: .random(in: 0...3, using: &generator),
      allowsOverdamping: Bool.random(using: &generator))
  }
}
