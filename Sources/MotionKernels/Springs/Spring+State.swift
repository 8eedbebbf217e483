#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Spring {
  /// A value's displacement from its target and its velocity.
  public struct State: Hashable, Sendable {
    /// The value minus its target; any unit.
    public var displacement: Double

    /// The change in displacement per second.
    public var velocity: Double

    /// Creates a state.
    public init(displacement: Double, velocity: Double) {
      self.displacement = displacement
      self.velocity = velocity
    }
  }

  /// The state `time` seconds after a given one.
  ///
  /// Two half steps equal one whole step. Continuous through a damping ratio of 1.
  public func state(at time: Double, displacement: Double, velocity: Double) -> State {
    propagator(over: time).applied(to: State(displacement: displacement, velocity: velocity))
  }

  /// The progress from 0 to the target 1, `time` seconds after the start.
  ///
  /// The initial velocity is in whole distances per second, positive toward the target.
  public func progress(at time: Double, initialVelocity: Double = 0) -> Double {
    1 + state(at: time, displacement: -1, velocity: initialVelocity).displacement
  }

  /// The velocity of the progress in 1/s, `time` seconds after the start.
  public func velocity(at time: Double, initialVelocity: Double = 0) -> Double {
    state(at: time, displacement: -1, velocity: initialVelocity).velocity
  }

  /// The matrix that advances any state by `time` seconds.
  ///
  /// With the decaying cosine C and sine over frequency S it is [C + βS, S; −ω²S, C − βS], in all
  /// three regimes.
  public func propagator(over time: Double) -> SpringPropagator {
    let frequency = angularFrequency
    let ratio = effectiveDampingRatio
    let beta = ratio * frequency
    let (cosine, sine) = Self.decayingPair(frequency: frequency, ratio: ratio, time: time)
    return SpringPropagator(
      displacementFromDisplacement: cosine + beta * sine,
      displacementFromVelocity: sine,
      velocityFromDisplacement: -frequency * frequency * sine,
      velocityFromVelocity: cosine - beta * sine)
  }

  /// e^(−βt)·cos ωd·t and e^(−βt)·sin(ωd·t)/ωd, hyperbolic above a damping ratio of 1.
  private static func decayingPair(
    frequency: Double, ratio: Double, time: Double
  ) -> (cosine: Double, sine: Double) {
    let beta = ratio * frequency
    let damped = frequency * abs((1 - ratio) * (1 + ratio)).squareRoot()
    if damped == 0 {
      let decay = exp(-beta * time)
      return (decay, decay * time)
    }
    if ratio < 1 {
      let decay = exp(-beta * time)
      return (decay * cos(damped * time), decay * sin(damped * time) / damped)
    }
    // The slower root of the two, without cancellation, and the distance to the faster one.
    let slow = exp(-frequency * frequency / (beta + damped) * time)
    let lost = expm1(-2 * damped * time)
    return (slow * (1 + lost / 2), -slow * lost / (2 * damped))
  }
}
