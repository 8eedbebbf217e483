import MotionKernels

// The alignment that some pairs of transforms need before their parts are interpolated.
extension DecomposedLanes {
  /// Above 0 in lanes whose pair needs ``align(_:_:_:_:)``: one end mirrors and the other does not,
  /// or the ends are half a turn apart.
  @inline(__always)
  static func needsAlignment(_ start: DecomposedLanes, _ end: DecomposedLanes) -> V {
    let (zero, one) = (V.splat(0), V.splat(1))
    return .select(
      start.parity * end.parity, below: zero, one,
      .select(start.cosine(to: end).magnitude, below: .splat(halfTurnCosine), one, zero))
  }

  /// Gives the parts of pairs that need it the form in which they are interpolated; the bits of
  /// other pairs stay the same.
  ///
  /// If only one end mirrors, that end negates one axis alone. If both mirror, all three axes stay
  /// negated, because the path is the same. Half a turn goes in the positive direction: about z, or
  /// about y or x if there is no turn about z.
  @inline(__always)
  static func align(
    _ start: inout DecomposedLanes, _ end: inout DecomposedLanes, _ from: TransformLanes<V>,
    _ to: TransformLanes<V>
  ) {
    let differ = start.parity * end.parity
    start.mirrorOneAxis(of: from, where: .select(differ, below: .splat(0), start.parity, .splat(1)))
    end.mirrorOneAxis(of: to, where: .select(differ, below: .splat(0), end.parity, .splat(1)))

    let direction = end.direction(from: start)
    let sign = V.select(
      start.cosine(to: end).magnitude, below: .splat(halfTurnCosine),
      .select(direction, below: .splat(0), .splat(-1), .splat(1)), .splat(1))
    end.qx = end.qx * sign
    end.qy = end.qy * sign
    end.qz = end.qz * sign
    end.qw = end.qw * sign
  }

  /// In lanes with negative `parity`, exchanges two of the three negative scales for half a turn
  /// about the third axis.
  ///
  /// The axis that stays negated is the same as in MotionKernels: z if its image points back
  /// further than those of x and y; otherwise x if m11 is below m22, or else y. The more an axis
  /// points back, the larger is its part of the rotation that all three negations leave.
  @inline(__always)
  private mutating func mirrorOneAxis(of m: TransformLanes<V>, where parity: V) {
    let (zero, one, minus) = (V.splat(0), V.splat(1), V.splat(-1))
    let (xx, yy) = (qx * qx, qy * qy)
    let least = V.multiplyAdd(qz, qz, .splat(-0.5 * mirrorMargin))
    let z = V.select(xx, below: least, .select(yy, below: least, minus, one), one)
    let x = V.select(m.m11 / m.m44, below: m.m22 / m.m44, minus, one)
    @inline(__always)
    func choose(_ ifX: V, _ ifY: V, _ ifZ: V) -> V {
      .select(z, below: zero, ifZ, .select(x, below: zero, ifX, ifY))
    }
    @inline(__always)
    func change(_ old: V, _ new: V) -> V { .select(parity, below: zero, new, old) }
    // Half a turn about an axis keeps the sign of that axis.
    let signX = choose(one, minus, minus)
    let signY = choose(minus, one, minus)
    let signZ = choose(minus, minus, one)
    sx = change(sx, sx * signX)
    sy = change(sy, sy * signY)
    sz = change(sz, sz * signZ)
    kxy = change(kxy, kxy * signZ)
    kxz = change(kxz, kxz * signY)
    kyz = change(kyz, kyz * signX)
    let q = (qx, qy, qz, qw)
    qx = change(q.0, choose(q.3, zero - q.2, q.1))
    qy = change(q.1, choose(q.2, q.3, zero - q.0))
    qz = change(q.2, choose(zero - q.1, q.0, q.3))
    qw = change(q.3, choose(zero - q.0, zero - q.1, zero - q.2))
  }

  @inline(__always)
  private func cosine(to other: DecomposedLanes) -> V {
    .multiplyAdd(
      qw, other.qw, .multiplyAdd(qz, other.qz, .multiplyAdd(qy, other.qy, qx * other.qx)))
  }

  /// Negative in lanes where the turn from `start` goes in the negative direction.
  @inline(__always)
  private func direction(from start: DecomposedLanes) -> V {
    let (a, b) = (start, self)
    let noise = V.splat(16 * 0x1p-23)
    let x = a.qw * b.qx - a.qx * b.qw + (a.qy * b.qz - a.qz * b.qy)
    let y = a.qw * b.qy - a.qy * b.qw + (a.qz * b.qx - a.qx * b.qz)
    let z = a.qw * b.qz - a.qz * b.qw + (a.qx * b.qy - a.qy * b.qx)
    return .select(noise, below: z.magnitude, z, .select(noise, below: y.magnitude, y, x))
  }
}
