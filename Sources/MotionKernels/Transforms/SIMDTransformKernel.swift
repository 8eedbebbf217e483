/// A transform that stores four rows and computes with one row at a time.
///
/// The formulas of the `simd` variant. They multiply and add in the same order as
/// ``ScalarTransformKernel``, so the two agree bit for bit.
public protocol SIMDTransformKernel: TransformKernel {}

extension SIMDTransformKernel {
  @inlinable @inline(__always)
  public init(
    m11: Scalar, m12: Scalar, m13: Scalar, m14: Scalar,
    m21: Scalar, m22: Scalar, m23: Scalar, m24: Scalar,
    m31: Scalar, m32: Scalar, m33: Scalar, m34: Scalar,
    m41: Scalar, m42: Scalar, m43: Scalar, m44: Scalar
  ) {
    self.init(
      SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24),
      SIMD4(m31, m32, m33, m34), SIMD4(m41, m42, m43, m44))
  }

  @inlinable @inline(__always)
  public func translated(x: Scalar, y: Scalar, z: Scalar) -> Self {
    var result = self
    result.row4 = x * row1 + y * row2 + z * row3 + row4
    return result
  }

  @inlinable @inline(__always)
  public func scaled(x: Scalar, y: Scalar, z: Scalar) -> Self {
    Self(x * row1, y * row2, z * row3, row4)
  }
}

// The numbers by name, one line each.
// swift-format-ignore
extension SIMDTransformKernel {
  @inlinable public var m11: Scalar { get { row1.x } set { row1.x = newValue } }
  @inlinable public var m12: Scalar { get { row1.y } set { row1.y = newValue } }
  @inlinable public var m13: Scalar { get { row1.z } set { row1.z = newValue } }
  @inlinable public var m14: Scalar { get { row1.w } set { row1.w = newValue } }
  @inlinable public var m21: Scalar { get { row2.x } set { row2.x = newValue } }
  @inlinable public var m22: Scalar { get { row2.y } set { row2.y = newValue } }
  @inlinable public var m23: Scalar { get { row2.z } set { row2.z = newValue } }
  @inlinable public var m24: Scalar { get { row2.w } set { row2.w = newValue } }
  @inlinable public var m31: Scalar { get { row3.x } set { row3.x = newValue } }
  @inlinable public var m32: Scalar { get { row3.y } set { row3.y = newValue } }
  @inlinable public var m33: Scalar { get { row3.z } set { row3.z = newValue } }
  @inlinable public var m34: Scalar { get { row3.w } set { row3.w = newValue } }
  @inlinable public var m41: Scalar { get { row4.x } set { row4.x = newValue } }
  @inlinable public var m42: Scalar { get { row4.y } set { row4.y = newValue } }
  @inlinable public var m43: Scalar { get { row4.z } set { row4.z = newValue } }
  @inlinable public var m44: Scalar { get { row4.w } set { row4.w = newValue } }
}
