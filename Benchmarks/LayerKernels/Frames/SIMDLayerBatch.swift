package import MotionKernels

/// Layers evaluated one at a time with `SIMD4` values: the `simd` variant.
package struct SIMDLayerBatch: LayerBatch {
  /// The bytes that an evaluation reads and writes per layer.
  package static let bytesPerLayer = MemoryLayout<Layer>.stride + MemoryLayout<Quad<Float>>.stride

  /// One layer's inputs, packed into full vectors.
  ///
  /// - Shape: 128 bytes, aligned to 16.
  struct Layer: Sendable {
    let from, to: LayerPose
    let size: SIMD2<Float>
    let begin, inverseDuration: Float
    let perspective: SIMD2<Float>
  }

  private let layers: [Layer]
  private var quads: [Quad<Float>]
  private let timing: PreparedTiming

  package init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = PreparedTiming(timing)
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
  package var count: Int { layers.count }

  package func quad(at index: Int) -> Quad<Float> { quads[index] }

  package mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    guard let table = timing.table else {
      for index in layers.indices {
        let fraction = layers[index].fraction(at: time)
        quads[index] = layers[index].quad(at: timing.exactProgress(at: fraction), parent: parent)
      }
      return
    }
    withExtendedLifetime(table) {
      let entries = table.entries
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
