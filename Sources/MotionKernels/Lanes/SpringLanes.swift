/// A released spring per lane, of any regime: a structure of four fields.
///
/// - Shape: 4 fields of `V`; with `SIMD16<Float>`, 256 bytes for 16 springs.
/// - SeeAlso: ``ScalarSpring``, the same for one spring.
public struct SpringLanes<V: Lanes>: BitwiseCopyable, Sendable {
  public var frequency, dampingRatio, displacement, velocity: V
}

/// Sixteen springs.
public typealias SpringBlock = SpringLanes<SIMD16<Float>>

/// A displacement and a velocity per lane.
///
/// - Shape: 2 fields of `V`; with `SIMD16<Float>`, 128 bytes for 16 states.
public struct SpringStateLanes<V: Lanes>: BitwiseCopyable, Sendable {
  public var displacement, velocity: V
}

/// Sixteen states.
public typealias SpringStateBlock = SpringStateLanes<SIMD16<Float>>

extension SpringLanes {
  /// The states at `time` seconds: all regimes computed, the lane's own selected.
  ///
  /// Continuous through a damping ratio of 1. The phase is a product of two `Float`s, so that the
  /// error grows with the number of turns: 5e-7 of the amplitude up to about 4 radians.
  @inline(__always)
  func state(at time: V) -> SpringStateLanes<V> {
    let (zero, one, half) = (V.splat(0), V.splat(1), V.splat(0.5))
    let beta = dampingRatio * frequency
    let swing = (one - dampingRatio) * (one + dampingRatio)
    // Never quite 0, so that sine over frequency has its limit.
    let root = swing.magnitude.squareRoot()
    let damped = frequency * V.select(root, below: .splat(1e-6), .splat(1e-6), root)
    let phase = damped * time

    let (sine, cosine) = V.sineCosine(phase, plus: zero)
    let lost = V.exponentialMinusOne((phase + phase) * .splat(-1))
    let slow = frequency * frequency / (beta + damped)
    let oscillates = swing
    let rate = V.select(oscillates, below: zero, slow, beta)
    let decay = V.exponential(zero - rate * time)
    let c = decay * V.select(oscillates, below: zero, .mad(lost, half, one), cosine)
    let s = decay * V.select(oscillates, below: zero, zero - lost * half, sine) / damped
    let pull = beta * s
    return SpringStateLanes(
      displacement: .mad(s, velocity, (c + pull) * displacement),
      velocity: (c - pull) * velocity - frequency * frequency * s * displacement)
  }
}

/// What springs do in a fixed time per lane: the exact 2 × 2 matrix.
///
/// - Shape: 4 fields of `V`; with `SIMD16<Float>`, 256 bytes for 16 springs.
/// - SeeAlso: ``SpringPropagator``, the same for one spring in 64 bits.
public struct PropagatorLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var a, b, c, d: V
}

/// Sixteen propagators.
public typealias PropagatorBlock = PropagatorLanes<SIMD16<Float>>

extension PropagatorLanes {
  /// The states one fixed interval later.
  @inline(__always)
  func applied(to state: SpringStateLanes<V>) -> SpringStateLanes<V> {
    SpringStateLanes(
      displacement: .mad(b, state.velocity, a * state.displacement),
      velocity: .mad(d, state.velocity, c * state.displacement))
  }
}

extension PropagatorLanes<Float> {
  /// Rounds a propagator.
  init(_ propagator: SpringPropagator) {
    a = Float(propagator.displacementFromDisplacement)
    b = Float(propagator.displacementFromVelocity)
    c = Float(propagator.velocityFromDisplacement)
    d = Float(propagator.velocityFromVelocity)
  }
}
