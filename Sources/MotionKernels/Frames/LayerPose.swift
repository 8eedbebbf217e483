/// Where a layer is, how it is turned and how large: the parts that animations interpolate.
///
/// The scale acts first, then the rotation, then the translation.
///
/// - Shape: 48 bytes, aligned to 16.
/// - Units: translation in points, scale without unit.
@frozen
public struct LayerPose: Hashable, Sendable {
  /// The shift of the layer's anchor, in the parent's points.
  public var translation: SIMD3<Float>

  /// The rotation as a unit quaternion (x, y, z, w); w is the real part.
  public var rotation: SIMD4<Float>

  /// The factors along the layer's own axes.
  public var scale: SIMD3<Float>

  /// Creates a pose; without arguments the one that changes nothing.
  @inlinable
  public init(
    translation: SIMD3<Float> = .zero, rotation: SIMD4<Float> = SIMD4(0, 0, 0, 1),
    scale: SIMD3<Float> = .one
  ) {
    self.translation = translation
    self.rotation = rotation
    self.scale = scale
  }
}

extension LayerPose {
  /// The pose that a transform stands for, or `nil` when it cannot be decomposed.
  ///
  /// Skew and perspective are left out; a batch takes perspective per layer.
  public init?(_ transform: Transform3D64) {
    guard let parts = transform.decomposed else { return nil }
    let (translation, scale) = (SIMD4<Float>(parts.translation), SIMD4<Float>(parts.scale))
    self.init(
      translation: SIMD3(translation.x, translation.y, translation.z),
      rotation: SIMD4<Float>(parts.rotation), scale: SIMD3(scale.x, scale.y, scale.z))
  }
}
