/// A transform that stores sixteen numbers and computes with one at a time, as scalar code is
/// commonly written.
///
/// The formulas of the `struct` variant. They are frozen: faster code belongs in another variant.
public protocol ScalarTransformKernel: TransformKernel {}

extension ScalarTransformKernel {
  @inlinable @inline(__always)
  public init(
    _ row1: SIMD4<Scalar>, _ row2: SIMD4<Scalar>, _ row3: SIMD4<Scalar>, _ row4: SIMD4<Scalar>
  ) {
    self.init(
      m11: row1.x, m12: row1.y, m13: row1.z, m14: row1.w,
      m21: row2.x, m22: row2.y, m23: row2.z, m24: row2.w,
      m31: row3.x, m32: row3.y, m33: row3.z, m34: row3.w,
      m41: row4.x, m42: row4.y, m43: row4.z, m44: row4.w)
  }

  @inlinable @inline(__always)
  public var row1: SIMD4<Scalar> {
    get { SIMD4(m11, m12, m13, m14) }
    set {
      m11 = newValue.x
      m12 = newValue.y
      m13 = newValue.z
      m14 = newValue.w
    }
  }

  @inlinable @inline(__always)
  public var row2: SIMD4<Scalar> {
    get { SIMD4(m21, m22, m23, m24) }
    set {
      m21 = newValue.x
      m22 = newValue.y
      m23 = newValue.z
      m24 = newValue.w
    }
  }

  @inlinable @inline(__always)
  public var row3: SIMD4<Scalar> {
    get { SIMD4(m31, m32, m33, m34) }
    set {
      m31 = newValue.x
      m32 = newValue.y
      m33 = newValue.z
      m34 = newValue.w
    }
  }

  @inlinable @inline(__always)
  public var row4: SIMD4<Scalar> {
    get { SIMD4(m41, m42, m43, m44) }
    set {
      m41 = newValue.x
      m42 = newValue.y
      m43 = newValue.z
      m44 = newValue.w
    }
  }
}

extension ScalarTransformKernel {
  /// The transform that applies `self`, then `next`.
  ///
  /// - Cost: 64 multiplications and 48 additions.
  @inlinable @inline(__always)
  public func concatenating(_ next: Self) -> Self {
    let b = next
    return Self(
      m11: m11 * b.m11 + m12 * b.m21 + m13 * b.m31 + m14 * b.m41,
      m12: m11 * b.m12 + m12 * b.m22 + m13 * b.m32 + m14 * b.m42,
      m13: m11 * b.m13 + m12 * b.m23 + m13 * b.m33 + m14 * b.m43,
      m14: m11 * b.m14 + m12 * b.m24 + m13 * b.m34 + m14 * b.m44,
      m21: m21 * b.m11 + m22 * b.m21 + m23 * b.m31 + m24 * b.m41,
      m22: m21 * b.m12 + m22 * b.m22 + m23 * b.m32 + m24 * b.m42,
      m23: m21 * b.m13 + m22 * b.m23 + m23 * b.m33 + m24 * b.m43,
      m24: m21 * b.m14 + m22 * b.m24 + m23 * b.m34 + m24 * b.m44,
      m31: m31 * b.m11 + m32 * b.m21 + m33 * b.m31 + m34 * b.m41,
      m32: m31 * b.m12 + m32 * b.m22 + m33 * b.m32 + m34 * b.m42,
      m33: m31 * b.m13 + m32 * b.m23 + m33 * b.m33 + m34 * b.m43,
      m34: m31 * b.m14 + m32 * b.m24 + m33 * b.m34 + m34 * b.m44,
      m41: m41 * b.m11 + m42 * b.m21 + m43 * b.m31 + m44 * b.m41,
      m42: m41 * b.m12 + m42 * b.m22 + m43 * b.m32 + m44 * b.m42,
      m43: m41 * b.m13 + m42 * b.m23 + m43 * b.m33 + m44 * b.m43,
      m44: m41 * b.m14 + m42 * b.m24 + m43 * b.m34 + m44 * b.m44)
  }

  @inlinable @inline(__always)
  public func applied(to vector: SIMD4<Scalar>) -> SIMD4<Scalar> {
    let (x, y, z, w) = (vector.x, vector.y, vector.z, vector.w)
    return SIMD4(
      x * m11 + y * m21 + z * m31 + w * m41,
      x * m12 + y * m22 + z * m32 + w * m42,
      x * m13 + y * m23 + z * m33 + w * m43,
      x * m14 + y * m24 + z * m34 + w * m44)
  }

  @inlinable @inline(__always)
  public func translated(x: Scalar, y: Scalar, z: Scalar) -> Self {
    var result = self
    result.m41 = x * m11 + y * m21 + z * m31 + m41
    result.m42 = x * m12 + y * m22 + z * m32 + m42
    result.m43 = x * m13 + y * m23 + z * m33 + m43
    result.m44 = x * m14 + y * m24 + z * m34 + m44
    return result
  }

  @inlinable @inline(__always)
  public func scaled(x: Scalar, y: Scalar, z: Scalar) -> Self {
    Self(
      m11: x * m11, m12: x * m12, m13: x * m13, m14: x * m14,
      m21: y * m21, m22: y * m22, m23: y * m23, m24: y * m24,
      m31: z * m31, m32: z * m32, m33: z * m33, m34: z * m34,
      m41: m41, m42: m42, m43: m43, m44: m44)
  }
}
