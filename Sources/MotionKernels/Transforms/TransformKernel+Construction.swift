extension TransformKernel {
  /// The transform that maps every point to itself.
  @inlinable @inline(__always)
  public static var identity: Self { makeScale(x: 1, y: 1, z: 1) }

  /// The shift by (x, y, z) points.
  @inlinable @inline(__always)
  public static func makeTranslation(x: Scalar, y: Scalar, z: Scalar) -> Self {
    Self(
      m11: 1, m12: 0, m13: 0, m14: 0,
      m21: 0, m22: 1, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 1, m34: 0,
      m41: x, m42: y, m43: z, m44: 1)
  }

  /// The scale by the factors x, y and z about the origin.
  @inlinable @inline(__always)
  public static func makeScale(x: Scalar, y: Scalar, z: Scalar) -> Self {
    Self(
      m11: x, m12: 0, m13: 0, m14: 0,
      m21: 0, m22: y, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: z, m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// The rotation by `angle` radians about the axis (x, y, z) through the origin.
  ///
  /// A positive angle about z turns the x axis toward the y axis. The axis is normalized; a zero
  /// axis, or one that is not finite, gives the identity.
  @inlinable @inline(__always)
  public static func makeRotation(angle: Scalar, x: Scalar, y: Scalar, z: Scalar) -> Self {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0, length.isFinite else { return identity }
    let (x, y, z) = (x / length, y / length, z / length)
    let (sine, cosine) = (Scalar.sine(angle), Scalar.cosine(angle))
    let rest = 1 - cosine
    return Self(
      m11: rest * x * x + cosine, m12: rest * x * y + sine * z, m13: rest * x * z - sine * y,
      m14: 0,
      m21: rest * x * y - sine * z, m22: rest * y * y + cosine, m23: rest * y * z + sine * x,
      m24: 0,
      m31: rest * x * z + sine * y, m32: rest * y * z - sine * x, m33: rest * z * z + cosine,
      m34: 0,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// The perspective that makes w depend on y (`m24`) and on z (`m34`).
  ///
  /// For an eye at distance d, `m34` is `-1 / d`. With `m24`, a flat view becomes a trapezoid.
  @inlinable @inline(__always)
  public static func makePerspective(m24: Scalar = 0, m34: Scalar) -> Self {
    Self(
      m11: 1, m12: 0, m13: 0, m14: 0,
      m21: 0, m22: 1, m23: 0, m24: m24,
      m31: 0, m32: 0, m33: 1, m34: m34,
      m41: 0, m42: 0, m43: 0, m44: 1)
  }

  /// The transform that rotates by `angle` radians about (x, y, z), then applies `self`.
  @inlinable @inline(__always)
  public func rotated(angle: Scalar, x: Scalar, y: Scalar, z: Scalar) -> Self {
    Self.makeRotation(angle: angle, x: x, y: y, z: z).concatenating(self)
  }

  /// Whether this is exactly the identity.
  @inlinable
  public var isIdentity: Bool { self == .identity }

  /// The same sixteen numbers in another implementation, rounded if its scalar is narrower.
  @inlinable
  public func converted<Other: TransformKernel>(to _: Other.Type = Other.self) -> Other {
    Other(
      m11: Other.Scalar(m11), m12: Other.Scalar(m12), m13: Other.Scalar(m13),
      m14: Other.Scalar(m14),
      m21: Other.Scalar(m21), m22: Other.Scalar(m22), m23: Other.Scalar(m23),
      m24: Other.Scalar(m24),
      m31: Other.Scalar(m31), m32: Other.Scalar(m32), m33: Other.Scalar(m33),
      m34: Other.Scalar(m34),
      m41: Other.Scalar(m41), m42: Other.Scalar(m42), m43: Other.Scalar(m43),
      m44: Other.Scalar(m44))
  }
}
