public import MotionKernels

/// A layer's position, rotation, and scale: the parts that animations interpolate.
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

  /// Creates a pose; without arguments, the identity.
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
  /// The pose of a transform, or `nil` if the transform cannot be decomposed.
  ///
  /// Skew and perspective are dropped; a batch takes its perspective per layer. If the pose at the
  /// other end of the path is also made from a transform, pass it as `start`: if both mirror, the
  /// new pose then negates the same axis, and half a turn between them goes in the positive
  /// direction.
  public init?(_ transform: Transform3D64, from start: LayerPose? = nil) {
    guard var parts = transform.decomposed else { return nil }
    if let start {
      let other = DecomposedTransform(
        scale: SIMD4<Double>(SIMD4(start.scale, 0)), rotation: SIMD4<Double>(start.rotation))
      parts = parts.aligned(with: other)
      let cosine = (parts.rotation * other.rotation).sum()
      if cosine.magnitude < Double(halfTurnCosine),
        turnsBackward(from: other.rotation, to: parts.rotation)
      {
        parts.rotation = -parts.rotation
      }
    }
    let translation = SIMD4<Float>(parts.translation)
    let scale = SIMD4<Float>(parts.scale)
    self.init(
      translation: SIMD3(translation.x, translation.y, translation.z),
      rotation: SIMD4<Float>(parts.rotation), scale: SIMD3(scale.x, scale.y, scale.z))
  }

  /// The pose at `progress` between this one (0) and `other` (1).
  ///
  /// The rotation takes the shorter arc, with the same weights as in blocks, without libm.
  @inlinable @inline(__always)
  public func interpolated(to other: LayerPose, at progress: Float) -> LayerPose {
    let products = rotation * other.rotation
    let cosine = products.x + products.y + products.z + products.w
    let end = cosine < -halfTurnCosine ? -other.rotation : other.rotation
    let difference = end - rotation
    let squares = difference * difference
    let chord = (squares.x + squares.y + squares.z + squares.w) * 0.25
    let weights = slerpWeights(chord: chord, at: progress)
    return LayerPose(
      translation: translation + (other.translation - translation) * progress,
      rotation: rotation * weights.start + end * weights.end,
      scale: scale + (other.scale - scale) * progress)
  }
}

extension SIMDTransform3D {
  /// The transform of a pose and a perspective: scale · rotation · translation · perspective.
  ///
  /// Written out without matrix products. `m24` and `m34` say how much w depends on y and on z.
  @inlinable @inline(__always)
  public init(_ pose: LayerPose, m24: Float, m34: Float) {
    let rotation = SIMDTransform3D.makeRotation(quaternion: pose.rotation)
    var x = pose.scale.x * rotation.row1
    var y = pose.scale.y * rotation.row2
    var z = pose.scale.z * rotation.row3
    var translation = SIMD4(pose.translation, 1)
    x.w = x.y * m24 + x.z * m34
    y.w = y.y * m24 + y.z * m34
    z.w = z.y * m24 + z.z * m34
    translation.w = translation.y * m24 + translation.z * m34 + 1
    self.init(x, y, z, translation)
  }
}
