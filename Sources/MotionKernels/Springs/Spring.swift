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
  var effectiveDampingRatio: Double {
    allowsOverdamping ? dampingRatio : min(dampingRatio, 1)
  }

  /// The period of the undamped spring, 2π/ω, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }
}
