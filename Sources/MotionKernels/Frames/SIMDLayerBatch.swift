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
  private let timing: BatchTiming

  public init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = BatchTiming(timing)
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
    guard let table = timing.table else {
      for index in layers.indices {
        let fraction = layers[index].fraction(at: time)
        quads[index] = layers[index].quad(
          at: timing.exactProgress(at: fraction), parent: parent)
      }
      return
    }
    table.entries.withUnsafeBufferPointer { entries in
      guard let entries = entries.baseAddress else { return }
      for index in layers.indices {
        let fraction = layers[index].fraction(at: time)
        let progress = table.progress(at: fraction, entries)
        quads[index] = layers[index].quad(at: progress, parent: parent)
      }
    }
  }
}

extension SIMDLayerBatch.Layer {
  /// The elapsed fraction of the animation, in 0…1.
  @inline(__always)
  func fraction(at time: Float) -> Float {
    .clamp((time - begin) * inverseDuration, 0, 1)
  }

  /// The corners at an eased progress.
  @inline(__always)
  func quad(at progress: Float, parent: SIMDTransform3D) -> Quad<Float> {
    let pose = from.interpolated(to: to, at: progress)
    return SIMDTransform3D(pose, m24: perspective.x, m34: perspective.y)
      .concatenating(parent)
      .mappedQuad(width: size.x, height: size.y)
  }
}

extension LayerPose {
  /// The pose at `progress` between this one (0) and `other` (1).
  ///
  /// The rotation takes the shorter arc, with the weights that blocks use: no libm.
  @inlinable @inline(__always)
  public func interpolated(to other: LayerPose, at progress: Float) -> LayerPose {
    let products = rotation * other.rotation
    let cosine = products.x + products.y + products.z + products.w
    let end = cosine < 0 ? -other.rotation : other.rotation
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
