#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A released spring in `Float`, as kernels take it: what it is and how it was let go.
///
/// - Shape: 4 `Float`s; 16 bytes, aligned to 4.
@frozen
public struct ScalarSpring: Hashable, Sendable {
  /// The angular frequency without damping, in radians per second; positive.
  public var frequency: Float

  /// The damping over the critical damping; not negative, and above 1 taken as it is.
  public var dampingRatio: Float

  /// The displacement from the target at time 0.
  public var displacement: Float

  /// The velocity at time 0, per second.
  public var velocity: Float

  /// Creates a spring.
  @inlinable
  public init(frequency: Float, dampingRatio: Float, displacement: Float, velocity: Float) {
    self.frequency = frequency
    self.dampingRatio = dampingRatio
    self.displacement = displacement
    self.velocity = velocity
  }
}

extension ScalarSpring {
  /// The displacement and the velocity at `time` seconds, one branch per regime, with libm.
  ///
  /// As people write it: the `struct` variant, frozen. Loses digits within 1e-3 of a damping ratio
  /// of 1 from above.
  @inlinable @inline(__always)
  public func state(at time: Float) -> (displacement: Float, velocity: Float) {
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
      return (
        (displacement + slope * time) * decay, (velocity - frequency * slope * time) * decay
      )
    }
    let damped = frequency * (dampingRatio * dampingRatio - 1).squareRoot()
    let (fast, slow) = (-beta - damped, -beta + damped)
    let slowShare = (velocity - fast * displacement) / (slow - fast)
    let fastShare = displacement - slowShare
    let (slowTerm, fastTerm) = (slowShare * exp(slow * time), fastShare * exp(fast * time))
    return (slowTerm + fastTerm, slow * slowTerm + fast * fastTerm)
  }
}
