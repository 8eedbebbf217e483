import MotionKernels

/// A released spring per lane, of any regime: a structure of four fields.
///
/// - Shape: 4 fields of `V`; with `SIMD16<Float>`, 256 bytes for 16 springs.
/// - SeeAlso: ``ScalarSpring``, which does the same for one spring.
package struct SpringLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var frequency, dampingRatio, displacement, velocity: V
}

/// Sixteen springs.
package typealias SpringBlock = SpringLanes<SIMD16<Float>>

/// A displacement and a velocity per lane.
///
/// - Shape: 2 fields of `V`; with `SIMD16<Float>`, 128 bytes for 16 states.
package struct SpringStateLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var displacement, velocity: V
}

/// Sixteen states.
package typealias SpringStateBlock = SpringStateLanes<SIMD16<Float>>

extension SpringLanes {
  /// The states at `time` seconds; computes every regime, and selects the regime of each lane.
  ///
  /// Continuous at a damping ratio of 1. The phase is a product of two `Float`s, so the error grows
  /// with the number of turns: it is 5e-7 of the amplitude up to about 4 radians.
  @inline(__always)
  func state(at time: V) -> SpringStateLanes<V> {
    let (zero, one, half) = (V.splat(0), V.splat(1), V.splat(0.5))
    let beta = dampingRatio * frequency
    let swing = (one - dampingRatio) * (one + dampingRatio)
    // Never 0, so that sine / frequency stays finite.
    let root = swing.magnitude.squareRoot()
    let damped = frequency * V.select(root, below: .splat(1e-6), .splat(1e-6), root)
    let phase = damped * time

    let (sine, cosine) = V.sineCosine(phase, plus: zero)
    let lost = V.exponentialMinusOne((phase + phase) * .splat(-1))
    let slow = frequency * frequency / (beta + damped)
    let rate = V.select(swing, below: zero, slow, beta)
    let decay = V.exponential(zero - rate * time)
    let c = decay * V.select(swing, below: zero, .multiplyAdd(lost, half, one), cosine)
    let s = decay * V.select(swing, below: zero, zero - lost * half, sine) / damped
    let pull = beta * s
    return SpringStateLanes(
      displacement: .multiplyAdd(s, velocity, (c + pull) * displacement),
      velocity: (c - pull) * velocity - frequency * frequency * s * displacement)
  }
}

/// The exact 2 × 2 matrix that advances a spring by a fixed interval, per lane.
///
/// - Shape: 4 fields of `V`; with `SIMD16<Float>`, 256 bytes for 16 springs.
/// - SeeAlso: ``SpringPropagator``, which does the same for one spring in `Double`.
package struct PropagatorLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var a, b, c, d: V
}

/// Sixteen propagators.
package typealias PropagatorBlock = PropagatorLanes<SIMD16<Float>>

extension PropagatorLanes {
  /// The states one fixed interval later.
  @inline(__always)
  func applied(to state: SpringStateLanes<V>) -> SpringStateLanes<V> {
    SpringStateLanes(
      displacement: .multiplyAdd(b, state.velocity, a * state.displacement),
      velocity: .multiplyAdd(d, state.velocity, c * state.displacement))
  }
}

extension PropagatorLanes<Float> {
  /// Rounds a propagator to `Float`.
  init(_ propagator: SpringPropagator) {
    a = Float(propagator.displacementFromDisplacement)
    b = Float(propagator.displacementFromVelocity)
    c = Float(propagator.velocityFromDisplacement)
    d = Float(propagator.velocityFromVelocity)
  }
}

extension PropagatorLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ p: BlockQuarter) {
    self.init(a: p[0], b: p[1], c: p[2], d: p[3])
  }
}

extension SpringLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    self.init(frequency: s[0], dampingRatio: s[1], displacement: s[2], velocity: s[3])
  }
}

extension SpringStateLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    self.init(displacement: s[0], velocity: s[1])
  }

  @inline(__always)
  func write(to quarter: MutableBlockQuarter) {
    quarter.write(displacement, velocity, from: 0)
  }
}
