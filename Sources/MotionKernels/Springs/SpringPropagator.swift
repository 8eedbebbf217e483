/// What a spring does in a given time, as the 2 × 2 matrix that is exact for every state.
///
/// The springs equation is linear, so (displacement, velocity) after a fixed interval is a constant
/// matrix times the state before: two multiplications and an addition per number and frame, with no
/// integration error.
public struct SpringPropagator: Hashable, Sendable {
  /// How displacement after depends on displacement before.
  public let displacementFromDisplacement: Double

  /// How displacement after depends on velocity before, in seconds.
  public let displacementFromVelocity: Double

  /// How velocity after depends on displacement before, in 1/s.
  public let velocityFromDisplacement: Double

  /// How velocity after depends on velocity before.
  public let velocityFromVelocity: Double
}

extension SpringPropagator {
  /// The state after the interval.
  public func applied(to state: Spring.State) -> Spring.State {
    Spring.State(
      displacement: displacementFromDisplacement * state.displacement
        + displacementFromVelocity * state.velocity,
      velocity: velocityFromDisplacement * state.displacement
        + velocityFromVelocity * state.velocity)
  }
}
