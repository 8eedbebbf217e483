/// The six numbers of a transform of the plane: (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty).
@frozen
public struct AffineTransform<Scalar: KernelScalar>: Hashable, Sendable {
  public var a, b, c, d, tx, ty: Scalar

  /// Creates a transform from its six numbers; `tx` and `ty` are in points.
  @inlinable
  public init(a: Scalar, b: Scalar, c: Scalar, d: Scalar, tx: Scalar, ty: Scalar) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }
}

extension TransformKernel {
  /// The transform of space that does `affine` in the plane and leaves z alone.
  @inlinable
  public static func makeAffine(_ affine: AffineTransform<Scalar>) -> Self {
    Self(
      m11: affine.a, m12: affine.b, m13: 0, m14: 0,
      m21: affine.c, m22: affine.d, m23: 0, m24: 0,
      m31: 0, m32: 0, m33: 1, m34: 0,
      m41: affine.tx, m42: affine.ty, m43: 0, m44: 1)
  }

  /// Whether this is exactly a transform of the plane.
  @inlinable
  public var isAffine: Bool {
    m13 == 0 && m14 == 0 && m23 == 0 && m24 == 0 && m31 == 0 && m32 == 0 && m34 == 0 && m43 == 0
      && m33 == 1 && m44 == 1
  }

  /// The six entries of the plane, whether or not the transform is affine.
  @inlinable
  public var affineEntries: AffineTransform<Scalar> {
    AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  /// The transform of the plane, or the identity when this is not one: a layer's affine getter.
  @inlinable
  public var layerAffine: AffineTransform<Scalar> {
    isAffine ? affineEntries : AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }
}
