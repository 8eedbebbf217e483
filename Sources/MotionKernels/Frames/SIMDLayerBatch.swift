/// Layers evaluated one at a time with `SIMD4` values: the `simd` variant.
public struct SIMDLayerBatch: LayerBatch {
  /// One layer's inputs, packed into full vectors.
  ///
  /// - Shape: 112 bytes, aligned to 16.
  struct Layer: Sendable {
    let from, to: LayerPose
    let size: SIMD2<Float>
    let begin, inverseDuration: Float
    let perspective: SIMD2<Float>
  }

  private let layers: [Layer]
  private var quads: [Quad<Float>]
  private let timing: ScalarTiming

  public init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = ScalarTiming(timing)
    quads = Array(repeating: .zero, count: animations.count)
    layers = animations.map { animation in
      let clock = LayerClock(begin: animation.begin, duration: animation.duration)
      return Layer(
        from: animation.from, to: animation.to, size: animation.size,
        begin: clock.begin, inverseDuration: clock.inverseDuration,
        perspective: animation.perspective)
    }
  }
}

extension SIMDLayerBatch {
  public var count: Int { layers.count }

  public func quad(at index: Int) -> Quad<Float> { quads[index] }

  public mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    for index in layers.indices {
      let layer = layers[index]
      let fraction = (time - layer.begin) * layer.inverseDuration
      let progress = timing.progress(at: fraction < 0 ? 0 : fraction > 1 ? 1 : fraction)
      let pose = layer.from.interpolated(to: layer.to, at: progress)
      let world = SIMDTransform3D(
        pose, m24: layer.perspective.x, m34: layer.perspective.y
      ).concatenating(parent)
      quads[index] = world.mappedQuad(width: layer.size.x, height: layer.size.y)
    }
  }
}

extension LayerPose {
  /// The pose at `progress` between this one (0) and `other` (1); the rotation takes the shorter arc.
  @inlinable @inline(__always)
  public func interpolated(to other: LayerPose, at progress: Float) -> LayerPose {
    LayerPose(
      translation: translation + (other.translation - translation) * progress,
      rotation: slerp(rotation, other.rotation, at: progress),
      scale: scale + (other.scale - scale) * progress)
  }
}

extension SIMDTransform3D {
  /// The transform of a pose and a perspective: scale · rotation · translation · perspective,
  /// written out so that no product of matrices is needed.
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
