@_exported public import MotionKernels

// Transforms under the platform's function names, with lengths in points and angles in radians.
// What is added to a transform acts before the transform.

public let Transform3DIdentity = Transform3D64.identity

public func Transform3DMakeTranslation(_ x: Double, _ y: Double, _ z: Double) -> Transform3D64 {
  .makeTranslation(x: x, y: y, z: z)
}

public func Transform3DMakeScale(_ x: Double, _ y: Double, _ z: Double) -> Transform3D64 {
  .makeScale(x: x, y: y, z: z)
}

public func Transform3DMakeRotation(
  _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { .makeRotation(angle: angle, x: x, y: y, z: z) }

public func Transform3DTranslate(
  _ transform: Transform3D64, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { transform.translated(x: x, y: y, z: z) }

public func Transform3DScale(
  _ transform: Transform3D64, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { transform.scaled(x: x, y: y, z: z) }

public func Transform3DRotate(
  _ transform: Transform3D64, _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> Transform3D64 { transform.rotated(angle: angle, x: x, y: y, z: z) }

/// The transform that applies `first`, then `second`.
public func Transform3DConcat(_ first: Transform3D64, _ second: Transform3D64) -> Transform3D64 {
  first.concatenating(second)
}

/// The inverse of a transform; a singular transform is returned unchanged.
public func Transform3DInvert(_ transform: Transform3D64) -> Transform3D64 {
  transform.inverse ?? transform
}

// Flat transforms, as the platform's six numbers describe them. What is added acts first.
extension Transform3D64 {
  public init(scaleX x: Double, y: Double) { self = .makeScale(x: x, y: y, z: 1) }
  public init(translationX x: Double, y: Double) { self = .makeTranslation(x: x, y: y, z: 0) }
  public init(rotationAngle angle: Double) { self = .makeRotation(angle: angle, x: 0, y: 0, z: 1) }

  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self = .identity
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  public var a: Double {
    get { m11 }
    set { m11 = newValue }
  }
  public var b: Double {
    get { m12 }
    set { m12 = newValue }
  }
  public var c: Double {
    get { m21 }
    set { m21 = newValue }
  }
  public var d: Double {
    get { m22 }
    set { m22 = newValue }
  }
  public var tx: Double {
    get { m41 }
    set { m41 = newValue }
  }
  public var ty: Double {
    get { m42 }
    set { m42 = newValue }
  }

  public func translatedBy(x: Double, y: Double) -> Transform3D64 { translated(x: x, y: y, z: 0) }
  public func scaledBy(x: Double, y: Double) -> Transform3D64 { scaled(x: x, y: y, z: 1) }
  public func rotated(by angle: Double) -> Transform3D64 { rotated(angle: angle, x: 0, y: 0, z: 1) }
}
