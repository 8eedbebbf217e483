/// The exact 2 × 2 matrix that advances a spring by a fixed interval.
///
/// The spring's equation is linear, so (displacement, velocity) after an interval is a constant
/// matrix times the state before it: two multiplications and one addition per number and frame,
/// with no integration error.
public struct SpringPropagator: Hashable, Sendable {
  package let displacementFromDisplacement: Double

  /// The weight of the old velocity in the new displacement, in seconds.
  package let displacementFromVelocity: Double

  /// The weight of the old displacement in the new velocity, in 1/s.
  package let velocityFromDisplacement: Double

  package let velocityFromVelocity: Double
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
