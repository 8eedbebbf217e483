/// A released spring per lane, with everything that does not depend on time computed in `Double`.
///
/// The displacement is e^(−rate · t) · (x · c + k · s). In a block of springs that oscillate, c and
/// s are the cosine and sine of the phase; in a block of springs that do not, c is 1 and s is
/// 1 − e^(phase).
///
/// - Shape: 7 fields of `V`; with `SIMD16<Float>`, 448 bytes for 16 springs.
package struct PreparedSpringLanes<V: Lanes>: BitwiseCopyable, Sendable {
  var rate, phaseHigh, phaseLow: V
  var displacement, displacementSwing, velocity, velocitySwing: V
}

/// Sixteen prepared springs of one regime.
package typealias PreparedSpringBlock = PreparedSpringLanes<SIMD16<Float>>

/// A time in two parts; the product of the first with a 12-bit number is exact.
struct SplitTime {
  let high, low, whole: Float

  /// Splits `time`, in seconds.
  init(_ time: Double) {
    high = Self.twelveBits(time)
    low = Float(time - Double(high))
    whole = Float(time)
  }

  /// `value` rounded to twelve bits.
  static func twelveBits(_ value: Double) -> Float {
    let number = Float(value)
    return Float(bitPattern: (number.bitPattern &+ 0x800) & 0xFFFF_F000)
  }
}

extension PreparedSpringLanes {
  @inline(__always)
  func oscillatingState(at time: SplitTime) -> SpringStateLanes<V> {
    let high = phaseHigh * .splat(time.high)
    let low = V.multiplyAdd(phaseHigh, .splat(time.low), phaseLow * .splat(time.whole))
    let (sine, cosine) = V.sineCosine(high, plus: low)
    return state(cosine, sine, at: time)
  }

  @inline(__always)
  func overdampedState(at time: SplitTime) -> SpringStateLanes<V> {
    let lost = V.exponentialMinusOne((phaseHigh + phaseLow) * .splat(time.whole))
    return state(.splat(1), .splat(0) - lost, at: time)
  }

  @inline(__always)
  private func state(_ c: V, _ s: V, at time: SplitTime) -> SpringStateLanes<V> {
    let decay = V.exponential(rate * .splat(-time.whole))
    return SpringStateLanes(
      displacement: decay * .multiplyAdd(displacementSwing, s, displacement * c),
      velocity: decay * .multiplyAdd(velocitySwing, s, velocity * c))
  }
}

extension PreparedSpringLanes<Float> {
  /// Prepares a spring; a damping ratio above 1 is not clamped.
  init(_ spring: ScalarSpring) {
    let (w, ratio) = (Double(spring.frequency), Double(spring.dampingRatio))
    let (x, v) = (Double(spring.displacement), Double(spring.velocity))
    let beta = ratio * w
    let damped = w * max(abs((1 - ratio) * (1 + ratio)).squareRoot(), 1e-9)
    let phase: Double
    if ratio <= 1 {
      phase = damped
      rate = Float(beta)
      displacementSwing = Float((v + beta * x) / damped)
      velocitySwing = Float(-(w * w * x + beta * v) / damped)
    } else {
      phase = -2 * damped
      rate = Float(w * w / (beta + damped))
      displacementSwing = Float((beta * x + v) / (2 * damped) - x / 2)
      velocitySwing = Float(-(w * w * x + beta * v) / (2 * damped) - v / 2)
    }
    phaseHigh = SplitTime.twelveBits(phase)
    phaseLow = Float(phase - Double(phaseHigh))
    displacement = spring.displacement
    velocity = spring.velocity
  }
}

extension PreparedSpringLanes<SIMD4<Float>> {
  /// Reads a quarter of a block.
  @inline(__always)
  init(_ s: BlockQuarter) {
    self.init(
      rate: s[0], phaseHigh: s[1], phaseLow: s[2], displacement: s[3], displacementSwing: s[4],
      velocity: s[5], velocitySwing: s[6])
  }
}
