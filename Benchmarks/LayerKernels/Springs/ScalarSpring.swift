#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A released spring in `Float` for the kernels: its constants and its state at time 0.
///
/// - Shape: 4 `Float`s; 16 bytes, aligned to 4.
@frozen
@usableFromInline
package struct ScalarSpring: Hashable, Sendable {
  /// The angular frequency without damping, in radians per second; positive.
  @usableFromInline package var frequency: Float

  /// The damping divided by the critical damping; not negative, and not clamped above 1.
  @usableFromInline package var dampingRatio: Float

  /// The displacement from the target at time 0.
  @usableFromInline package var displacement: Float

  /// The velocity at time 0, per second.
  @usableFromInline package var velocity: Float

  /// Creates a spring.
  @inlinable
  package init(frequency: Float, dampingRatio: Float, displacement: Float, velocity: Float) {
    self.frequency = frequency
    self.dampingRatio = dampingRatio
    self.displacement = displacement
    self.velocity = velocity
  }
}

extension ScalarSpring {
  /// The displacement and the velocity at `time` seconds, one branch per regime, with libm.
  ///
  /// This is the `struct` variant: scalar code as it is commonly written, frozen. It loses digits
  /// if the damping ratio is above 1 by less than 1e-3.
  @inlinable @inline(__always)
  package func state(at time: Float) -> (displacement: Float, velocity: Float) {
    let beta = dampingRatio * frequency
    if dampingRatio < 1 {
      let damped = frequency * (1 - dampingRatio * dampingRatio).squareRoot()
      let decay = exp(-beta * time)
      let (sine, cosine) = (sin(damped * time), cos(damped * time))
      let swing = (velocity + beta * displacement) / damped
      return (
        decay * (displacement * cosine + swing * sine),
        decay * (velocity * cosine - (beta * swing + damped * displacement) * sine)
      )
    }
    if dampingRatio == 1 {
      let decay = exp(-frequency * time)
      let slope = velocity + frequency * displacement
      return ((displacement + slope * time) * decay, (velocity - frequency * slope * time) * decay)
    }
    let damped = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
    let (fast, slow) = (-beta - damped, -beta + damped)
    let slowShare = (velocity - fast * displacement) / (slow - fast)
    let fastShare = displacement - slowShare
    let (slowTerm, fastTerm) = (slowShare * exp(slow * time), fastShare * exp(fast * time))
    return (slowTerm + fastTerm, slow * slowTerm + fast * fastTerm)
  }
}
