#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A damped spring that pulls a value toward its target: m·x″ + c·x′ + k·(x − target) = 0.
///
/// Evaluated in closed form: the state at any time costs the same to compute and never drifts.
///
///     let spring = Spring(response: 0.5, dampingRatio: 0.8)
///     let progress = spring.progress(at: 0.1)
///
/// Time is in seconds. A spring with a damping ratio above 1 is treated as critically damped with
/// the same angular frequency, as Core Animation does, unless ``allowsOverdamping`` is set.
public struct Spring: Hashable, Sendable {
  /// The mass attached to the spring.
  public let mass: Double

  /// The stiffness k; the force per unit of displacement.
  public let stiffness: Double

  /// The damping coefficient c; the force per unit of velocity.
  public let dampingCoefficient: Double

  /// Whether a damping ratio above 1 is used as given instead of clamped to 1.
  public let allowsOverdamping: Bool

  /// Creates a spring from its physical constants; the defaults are Core Animation's.
  ///
  /// - Precondition: `mass` and `stiffness` are positive, `dampingCoefficient` is not negative, and
  ///   all are finite.
  public init(
    mass: Double = 1, stiffness: Double = 100, dampingCoefficient: Double = 10,
    allowsOverdamping: Bool = false
  ) {
    precondition(mass > 0 && mass.isFinite, "A spring's mass must be positive, got \(mass)")
    precondition(
      stiffness > 0 && stiffness.isFinite, "A spring's stiffness must be positive, got \(stiffness)"
    )
    precondition(
      dampingCoefficient >= 0 && dampingCoefficient.isFinite,
      "A spring's damping coefficient must not be negative, got \(dampingCoefficient)")
    self.mass = mass
    self.stiffness = stiffness
    self.dampingCoefficient = dampingCoefficient
    self.allowsOverdamping = allowsOverdamping
  }
}

extension Spring {
  /// The angular frequency of the undamped spring, √(k/m), in radians per second.
  public var angularFrequency: Double { (stiffness / mass).squareRoot() }

  /// The damping over the critical damping, c / (2·√(k·m)), before any clamping.
  public var dampingRatio: Double { dampingCoefficient / (2 * (stiffness * mass).squareRoot()) }

  /// The damping ratio used in computations: at most 1 unless overdamping is allowed.
  var effectiveDampingRatio: Double { allowsOverdamping ? dampingRatio : min(dampingRatio, 1) }

  /// The period of the undamped spring, 2π/ω, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }
}

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
    // The slower one of the two exponentials, without cancellation, and its distance to the other.
    let slow = exp(-frequency * frequency / (beta + damped) * time)
    let lost = expm1(-2 * damped * time)
    return (slow * (1 + lost / 2), -slow * lost / (2 * damped))
  }
}

extension Spring {
  /// The spring of the system's own modal and navigation transitions, which last 0.5058 s on the
  /// platform.
  public static let systemTransition = Spring(mass: 3, stiffness: 1000, dampingCoefficient: 500)

  /// Creates a spring of unit mass from its response, the undamped period in seconds.
  ///
  /// - Precondition: `response` is positive and `dampingRatio` is not negative.
  public init(response: Double, dampingRatio: Double, allowsOverdamping: Bool = false) {
    precondition(response > 0, "A spring's response must be positive, got \(response)")
    let frequency = 2 * Double.pi / response
    self.init(
      stiffness: frequency * frequency, dampingCoefficient: 2 * dampingRatio * frequency,
      allowsOverdamping: allowsOverdamping)
  }

  /// Creates a spring of unit mass from a perceived duration in seconds and a bounce.
  ///
  /// A spring with a bounce of 0 is critically damped, one with a bounce of 1 never comes to rest,
  /// and one with a bounce below 0 is overdamped, which is allowed here.
  ///
  /// - Precondition: `duration` is positive; `bounce` is above −1 and at most 1.
  public init(duration: Double, bounce: Double) {
    precondition(
      bounce > -1 && bounce <= 1, "A bounce must be above -1 and at most 1, got \(bounce)")
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(response: duration, dampingRatio: ratio, allowsOverdamping: bounce < 0)
  }

  /// Creates the spring of unit mass that is within 0.001 of its target after `duration` seconds,
  /// as a block animation derives it from its duration, damping ratio and initial velocity.
  ///
  /// Takes twelve Newton steps from ω = 5/duration on the residual at the end. The residual has a
  /// different form at a damping ratio of 1, so the frequency jumps there, as it does on the
  /// platform. If the steps diverge, the result is Core Animation's default spring.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds, clamped to 0.01…10.
  ///   - dampingRatio: The damping ratio, clamped to at most 1 and above 0.
  ///   - initialVelocity: The velocity in whole distances per second, positive toward the target.
  public init(settlingIn duration: Double, dampingRatio: Double, initialVelocity: Double = 0) {
    let duration = min(max(duration, 0.01), 10)
    let ratio = min(max(dampingRatio, .leastNormalMagnitude), 1)
    let frequency = Self.settlingFrequency(
      duration: duration, ratio: ratio, velocity: initialVelocity)
    let stiffness = frequency * frequency
    let damping = 2 * ratio * frequency
    guard stiffness.isFinite, damping.isFinite, stiffness > 0, damping >= 0 else {
      self.init()
      return
    }
    self.init(stiffness: stiffness, dampingCoefficient: damping)
  }

  /// The angular frequency that leaves a displacement of 0.001 after `duration` seconds.
  private static func settlingFrequency(
    duration d: Double, ratio: Double, velocity v0: Double
  ) -> Double {
    let epsilon = 0.001
    let root = ((1 - ratio) * (1 + ratio)).squareRoot()
    var w = 5 / d
    for _ in 0..<12 {
      if ratio < 1 {
        let decay = exp(-ratio * w * d)
        let excess = ratio * w - v0
        let residual = epsilon - abs(excess) / (w * root) * decay
        let sign: Double = excess < 0 ? -1 : 1
        let numerator = v0 - ratio * ratio * w * w * d + ratio * w * d * v0
        w -= residual / (-sign * numerator * decay / (w * w * root))
      } else {
        let decay = exp(-w * d)
        w -= (((w - v0) * d + 1) * decay - epsilon) / ((v0 - w) * d * d * decay)
      }
    }
    return w
  }
}

extension Spring {
  /// The time in seconds until the progress stays within 0.001 of its target.
  ///
  /// With a damping ratio below 1, this is the time at which the envelope of the oscillation
  /// reaches 0.001. Otherwise it is the first multiple of 0.1 s after which the displacement stays
  /// below 0.001. Infinite without damping. The initial velocity is in whole distances per second.
  public func settlingDuration(initialVelocity: Double = 0) -> Double {
    let ratio = effectiveDampingRatio
    let frequency = angularFrequency
    guard ratio < 1 else { return searchedSettlingDuration(initialVelocity) }
    let beta = ratio * frequency
    guard beta > 0 else { return .infinity }
    let damped = frequency * ((1 - ratio) * (1 + ratio)).squareRoot()
    return -log(0.001 / (1 + abs((beta - initialVelocity) / damped))) / beta
  }

  /// The first multiple of 0.1 s after which the displacement of a spring that does not oscillate
  /// stays below 0.001.
  private func searchedSettlingDuration(_ initialVelocity: Double) -> Double {
    // After its last extremum, the displacement only decays, so the last crossing can be bisected.
    var low = 0.0
    if let extremum = lastExtremum(initialVelocity) {
      if displacementMagnitude(at: extremum, initialVelocity) < 0.001 {
        return Self.firstTenth(notBefore: lastCrossing(0, extremum, initialVelocity))
      }
      low = extremum
    }
    var high = max(2 * low, 1 / angularFrequency)
    while displacementMagnitude(at: high, initialVelocity) >= 0.001 { high *= 2 }
    return Self.firstTenth(notBefore: lastCrossing(low, high, initialVelocity))
  }

  /// The time between `low` (at or above 0.001) and `high` (below) at which 0.001 is crossed.
  private func lastCrossing(_ low: Double, _ high: Double, _ initialVelocity: Double) -> Double {
    var (low, high) = (low, high)
    for _ in 0..<200 where high - low > 1e-15 * high {
      let middle = low + (high - low) / 2
      if displacementMagnitude(at: middle, initialVelocity) >= 0.001 {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }

  private func displacementMagnitude(at time: Double, _ initialVelocity: Double) -> Double {
    abs(state(at: time, displacement: -1, velocity: initialVelocity).displacement)
  }

  /// The time at which a spring that does not oscillate reverses its direction, if it does.
  private func lastExtremum(_ initialVelocity: Double) -> Double? {
    guard initialVelocity != 0 else { return nil }
    let ratio = effectiveDampingRatio
    let frequency = angularFrequency
    let damped = frequency * ((ratio - 1) * (ratio + 1)).squareRoot()
    let pull = ratio * frequency - frequency * frequency / initialVelocity
    guard pull > damped else { return nil }
    return damped > 0 ? atanh(damped / pull) / damped : 1 / pull
  }

  private static func firstTenth(notBefore time: Double) -> Double { (time * 10).rounded(.up) / 10 }
}
