#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Spring {
  /// The spring of the system's own modal and navigation transitions; the platform's animation of
  /// it lasts 0.5058 s.
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
