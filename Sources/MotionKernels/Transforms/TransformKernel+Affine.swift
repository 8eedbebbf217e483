/// The six numbers of an affine transform of the plane.
///
/// Maps (x, y) to (a·x + c·y + tx, b·x + d·y + ty).
@frozen
public struct AffineTransform<Scalar: KernelScalar>: Hashable, Sendable {
  public var a, b, c, d, tx, ty: Scalar

  /// Creates a transform from its six numbers; `tx` and `ty` are in points.
  @inlinable
  public init(a: Scalar, b: Scalar, c: Scalar, d: Scalar, tx: Scalar, ty: Scalar) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }
}

extension TransformKernel {
  /// The transform of space that applies `affine` to x and y and leaves z unchanged.
  @inlinable
  public static func makeAffine(_ affine: AffineTransform<Scalar>) -> Self {
    Self(
      m11: affine.a, m12: affine.b, m13: 0, m14: 0,
      m21: affine.c, m22: affine.d, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 1, m34: 0,
      m41: affine.tx, m42: affine.ty, m43: 0, m44: 1)
  }

  /// Whether this is exactly an affine transform of the plane.
  @inlinable
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m43 == 0
      && m33 == 1 && m44 == 1
  }

  /// The affine transform of the plane, or the identity if this transform is not affine, as a
  /// layer's affine getter returns it.
  @inlinable
  public var layerAffine: AffineTransform<Scalar> {
    guard isAffine else { return AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }
    return AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }
}
