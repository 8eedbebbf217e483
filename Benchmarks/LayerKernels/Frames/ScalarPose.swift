public import MotionKernels

/// A layer's pose as ten numbers: the form that the `struct` variant stores and interpolates.
///
/// - Shape: 10 `Float`s; 40 bytes, aligned to 4.
@frozen
@usableFromInline
package struct ScalarPose: Hashable, Sendable {
  @usableFromInline package var translationX, translationY, translationZ: Float
  @usableFromInline package var rotationX, rotationY, rotationZ, rotationW: Float
  @usableFromInline package var scaleX, scaleY, scaleZ: Float

  /// Creates a pose from the form that the other variants store.
  @inlinable
  package init(_ pose: LayerPose) {
    translationX = pose.translation.x
    translationY = pose.translation.y
    translationZ = pose.translation.z
    rotationX = pose.rotation.x
    rotationY = pose.rotation.y
    rotationZ = pose.rotation.z
    rotationW = pose.rotation.w
    scaleX = pose.scale.x
    scaleY = pose.scale.y
    scaleZ = pose.scale.z
  }
}

extension ScalarPose {
  /// The pose at `progress` between this one (0) and `other` (1).
  ///
  /// The rotation takes the shorter arc, with libm's acos and sin.
  @inlinable @inline(__always)
  package func interpolated(to other: ScalarPose, at progress: Float) -> ScalarPose {
    var pose = self
    pose.translationX += (other.translationX - translationX) * progress
    pose.translationY += (other.translationY - translationY) * progress
    pose.translationZ += (other.translationZ - translationZ) * progress
    pose.scaleX += (other.scaleX - scaleX) * progress
    pose.scaleY += (other.scaleY - scaleY) * progress
    pose.scaleZ += (other.scaleZ - scaleZ) * progress
    let rotation = slerp(
      SIMD4(rotationX, rotationY, rotationZ, rotationW),
      SIMD4(other.rotationX, other.rotationY, other.rotationZ, other.rotationW), at: progress,
      halfTurns: .stated)
    pose.rotationX = rotation.x
    pose.rotationY = rotation.y
    pose.rotationZ = rotation.z
    pose.rotationW = rotation.w
    return pose
  }
}

extension Transform3D {
  /// The transform of a pose and a perspective: scale · rotation · translation · perspective.
  ///
  /// Computed with three general products. `m24` and `m34` say how much w depends on y and on z.
  @inlinable @inline(__always)
  package init(_ pose: ScalarPose, m24: Float, m34: Float) {
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
