/// The parts of a transform per lane, for interpolation by decomposition.
///
/// A transform that mirrors has three negative scales until ``align(_:_:_:_:)`` compares it with
/// the other end of its path.
struct DecomposedLanes<V: Lanes> {
  var px, py, pz, pw: V
  var tx, ty, tz: V
  var sx, sy, sz: V
  var kxy, kxz, kyz: V
  var qx, qy, qz, qw: V

  /// −1 if the transform mirrors, otherwise 1.
  var parity: V

  /// The smallest absolute value of a scale; 0, negative, or NaN if the transform cannot be
  /// decomposed.
  var quality: V
}

extension DecomposedLanes {
  /// Decomposes by Gram–Schmidt, without a branch.
  ///
  /// The perspective is found by substitution through the same factors, which loses no precision
  /// however large or small the scales are.
  @inline(__always)
  init(_ m: TransformLanes<V>) {
    let one = V.splat(1)
    let factor = one / m.m44
    var x = (m.m11 * factor, m.m12 * factor, m.m13 * factor)
    var y = (m.m21 * factor, m.m22 * factor, m.m23 * factor)
    var z = (m.m31 * factor, m.m32 * factor, m.m33 * factor)
    tx = m.m41 * factor
    ty = m.m42 * factor
    tz = m.m43 * factor

    sx = Self.dot(x, x).squareRoot()
    let overX = one / sx
    x = Self.scaled(x, overX)
    let leanXY = Self.dot(x, y)
    y = Self.minus(y, leanXY, x)
    sy = Self.dot(y, y).squareRoot()
    let overY = one / sy
    y = Self.scaled(y, overY)
    kxy = leanXY * overY
    let leanXZ = Self.dot(x, z)
    z = Self.minus(z, leanXZ, x)
    let leanYZ = Self.dot(y, z)
    z = Self.minus(z, leanYZ, y)
    sz = Self.dot(z, z).squareRoot()
    let overZ = one / sz
    z = Self.scaled(z, overZ)
    kxz = leanXZ * overZ
    kyz = leanYZ * overZ
    let least = V.select(sx, below: sy, sx, sy)
    // Adds 0, or NaN if a scale is NaN or infinite; a comparison alone would miss NaN.
    quality = .multiplyAdd(sx + sy + sz, .splat(0), .select(least, below: sz, least, sz))

    let u = m.m14 * factor * overX
    let v = m.m24 * factor * overY - kxy * u
    let w = m.m34 * factor * overZ - kxz * u - kyz * v
    px = .multiplyAdd(w, z.0, .multiplyAdd(v, y.0, u * x.0))
    py = .multiplyAdd(w, z.1, .multiplyAdd(v, y.1, u * x.1))
    pz = .multiplyAdd(w, z.2, .multiplyAdd(v, y.2, u * x.2))
    pw = one - .multiplyAdd(tz, pz, .multiplyAdd(ty, py, tx * px))

    let volume = Self.dot(x, (y.1 * z.2 - y.2 * z.1, y.2 * z.0 - y.0 * z.2, y.0 * z.1 - y.1 * z.0))
    let sign = V.select(volume, below: .splat(0), .splat(-1), one)
    parity = sign
    sx = sx * sign
    sy = sy * sign
    sz = sz * sign
    let q = Self.quaternion(Self.scaled(x, sign), Self.scaled(y, sign), Self.scaled(z, sign))
    qx = q.0
    qy = q.1
    qz = q.2
    qw = q.3
  }

  @inline(__always)
  private static func dot(_ a: (V, V, V), _ b: (V, V, V)) -> V {
    .multiplyAdd(a.2, b.2, .multiplyAdd(a.1, b.1, a.0 * b.0))
  }

  @inline(__always)
  private static func scaled(_ a: (V, V, V), _ factor: V) -> (V, V, V) {
    (a.0 * factor, a.1 * factor, a.2 * factor)
  }

  @inline(__always)
  private static func minus(_ a: (V, V, V), _ factor: V, _ b: (V, V, V)) -> (V, V, V) {
    (a.0 - factor * b.0, a.1 - factor * b.1, a.2 - factor * b.2)
  }

  /// The unit quaternion of a rotation's rows, from a component that is not small (Day, 2015).
  @inline(__always)
  private static func quaternion(
    _ x: (V, V, V), _ y: (V, V, V), _ z: (V, V, V)
  ) -> (V, V, V, V) {
    let (zero, one) = (V.splat(0), V.splat(1))
    let (sumXY, sumXZ, sumYZ) = (x.1 + y.0, z.0 + x.2, y.2 + z.1)
    let (spinX, spinY, spinZ) = (y.2 - z.1, z.0 - x.2, x.1 - y.0)
    @inline(__always)
    func choose(_ a: V, _ b: V, _ c: V, _ d: V) -> V {
      V.select(
        z.2, below: zero, V.select(y.1, below: x.0, a, b),
        V.select(x.0, below: zero - y.1, c, d))
    }
    let t = choose(
      one + x.0 - y.1 - z.2, one - x.0 + y.1 - z.2, one - x.0 - y.1 + z.2, one + x.0 + y.1 + z.2)
    // `t` is never negative, but without `magnitude` the compiler cannot see that and calls libm to
    // set errno.
    let factor = V.splat(0.5) / t.magnitude.squareRoot()
    return (
      choose(t, sumXY, sumXZ, spinX) * factor, choose(sumXY, t, sumYZ, spinY) * factor,
      choose(sumXZ, sumYZ, t, spinZ) * factor, choose(spinX, spinY, spinZ, t) * factor
    )
  }

  /// The parts at `progress` between these (0) and `other` (1).
  @inline(__always)
  func interpolated(to other: DecomposedLanes, at progress: V) -> DecomposedLanes {
    @inline(__always)
    func straight(_ a: V, _ b: V) -> V { .multiplyAdd(b - a, progress, a) }
    let q = slerp((qx, qy, qz, qw), (other.qx, other.qy, other.qz, other.qw), at: progress)
    return DecomposedLanes(
      px: straight(px, other.px), py: straight(py, other.py), pz: straight(pz, other.pz),
      pw: straight(pw, other.pw),
      tx: straight(tx, other.tx), ty: straight(ty, other.ty), tz: straight(tz, other.tz),
      sx: straight(sx, other.sx), sy: straight(sy, other.sy), sz: straight(sz, other.sz),
      kxy: straight(kxy, other.kxy), kxz: straight(kxz, other.kxz), kyz: straight(kyz, other.kyz),
      qx: q.0, qy: q.1, qz: q.2, qw: q.3, parity: parity,
      quality: quality)
  }

  /// The lower of two qualities, or NaN if either is NaN.
  @inline(__always)
  static func quality(_ a: DecomposedLanes, _ b: DecomposedLanes) -> V {
    .multiplyAdd(
      a.quality + b.quality, .splat(0), .select(a.quality, below: b.quality, a.quality, b.quality))
  }

  /// The transforms of these parts.
  @inline(__always)
  func composed() -> TransformLanes<V> {
    let r = RotationLanes(qx, qy, qz, qw)
    @inline(__always)
    func second(_ x: V, _ y: V) -> V { .multiplyAdd(kxy, x, y) * sy }
    @inline(__always)
    func third(_ x: V, _ y: V, _ z: V) -> V { .multiplyAdd(kyz, y, .multiplyAdd(kxz, x, z)) * sz }
    let x = (r.m11 * sx, r.m12 * sx, r.m13 * sx)
    let y = (second(r.m11, r.m21), second(r.m12, r.m22), second(r.m13, r.m23))
    let z = (third(r.m11, r.m21, r.m31), third(r.m12, r.m22, r.m32), third(r.m13, r.m23, r.m33))
    let p = (px, py, pz)
    return TransformLanes(
      m11: x.0, m12: x.1, m13: x.2, m14: Self.dot(x, p),
      m21: y.0, m22: y.1, m23: y.2, m24: Self.dot(y, p),
      m31: z.0, m32: z.1, m33: z.2, m34: Self.dot(z, p),
      m41: tx, m42: ty, m43: tz,
      m44: .multiplyAdd(tz, pz, .multiplyAdd(ty, py, .multiplyAdd(tx, px, pw))))
  }
}

extension TransformLanes {
  /// These transforms, but the nearer end in lanes where `quality` is not above 0.
  @inline(__always)
  func orJump(
    from start: TransformLanes, to end: TransformLanes, at progress: V, quality: V
  ) -> TransformLanes {
    @inline(__always)
    func choose(_ path: V, _ a: V, _ b: V) -> V {
      .select(.splat(0), below: quality, path, .select(progress, below: .splat(0.5), a, b))
    }
    return TransformLanes(
      m11: choose(m11, start.m11, end.m11), m12: choose(m12, start.m12, end.m12),
      m13: choose(m13, start.m13, end.m13), m14: choose(m14, start.m14, end.m14),
      m21: choose(m21, start.m21, end.m21), m22: choose(m22, start.m22, end.m22),
      m23: choose(m23, start.m23, end.m23), m24: choose(m24, start.m24, end.m24),
      m31: choose(m31, start.m31, end.m31), m32: choose(m32, start.m32, end.m32),
      m33: choose(m33, start.m33, end.m33), m34: choose(m34, start.m34, end.m34),
      m41: choose(m41, start.m41, end.m41), m42: choose(m42, start.m42, end.m42),
      m43: choose(m43, start.m43, end.m43), m44: choose(m44, start.m44, end.m44))
  }
}
