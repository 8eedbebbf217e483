/// A layer's pose as ten numbers: what the `struct` variant stores and interpolates.
///
/// - Shape: 10 `Float`s; 40 bytes, aligned to 4.
@frozen
public struct ScalarPose: Hashable, Sendable {
  public var translationX, translationY, translationZ: Float
  public var rotationX, rotationY, rotationZ, rotationW: Float
  public var scaleX, scaleY, scaleZ: Float

  /// Creates a pose from the one that the other variants store.
  @inlinable
  public init(_ pose: LayerPose) {
    (translationX, translationY, translationZ) =
      (pose.translation.x, pose.translation.y, pose.translation.z)
    (rotationX, rotationY, rotationZ, rotationW) =
      (pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w)
    (scaleX, scaleY, scaleZ) = (pose.scale.x, pose.scale.y, pose.scale.z)
  }
}

extension ScalarPose {
  /// The pose at `progress` between this one (0) and `other` (1).
  ///
  /// The rotation goes the shorter way, with libm's acos and sin.
  @inlinable @inline(__always)
  public func interpolated(to other: ScalarPose, at progress: Float) -> ScalarPose {
    var pose = self
    pose.translationX += (other.translationX - translationX) * progress
    pose.translationY += (other.translationY - translationY) * progress
    pose.translationZ += (other.translationZ - translationZ) * progress
    pose.scaleX += (other.scaleX - scaleX) * progress
    pose.scaleY += (other.scaleY - scaleY) * progress
    pose.scaleZ += (other.scaleZ - scaleZ) * progress
    let rotation = slerp(
      SIMD4(rotationX, rotationY, rotationZ, rotationW),
      SIMD4(other.rotationX, other.rotationY, other.rotationZ, other.rotationW), at: progress)
    (pose.rotationX, pose.rotationY, pose.rotationZ, pose.rotationW) =
      (rotation.x, rotation.y, rotation.z, rotation.w)
    return pose
  }
}

extension Transform3D {
  /// The transform of a pose and a perspective: scale · rotation · translation · perspective, by
  /// three general products.
  @inlinable @inline(__always)
  public init(_ pose: ScalarPose, m24: Float, m34: Float) {
    let rotation = Transform3D.makeRotation(
      quaternion: SIMD4(pose.rotationX, pose.rotationY, pose.rotationZ, pose.rotationW))
    let translation = Transform3D.makeTranslation(
      x: pose.translationX, y: pose.translationY, z: pose.translationZ)
    self = Transform3D.makeScale(x: pose.scaleX, y: pose.scaleY, z: pose.scaleZ)
      .concatenating(rotation)
      .concatenating(translation)
      .concatenating(Transform3D.makePerspective(m24: m24, m34: m34))
  }
}
