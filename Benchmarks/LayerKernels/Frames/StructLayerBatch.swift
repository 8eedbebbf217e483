package import MotionKernels

/// Layers evaluated one number at a time, as scalar code is commonly written: the `struct` variant.
///
/// Uses an array of structs, a Newton solver for the timing function, libm for the spherical
/// interpolation, and general products throughout. Frozen, so that ratios to it keep their meaning:
/// faster code belongs in another variant.
package struct StructLayerBatch: LayerBatch {
  /// The bytes that an evaluation reads and writes per layer.
  package static let bytesPerLayer = MemoryLayout<Layer>.stride

  /// One layer's inputs and corners.
  struct Layer: Sendable {
    let from, to: ScalarPose
    let width, height, begin, duration, m24, m34: Float
    var quad: Quad<Float>
  }

  private var layers: [Layer]
  private let timing: ScalarTiming

  package init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = ScalarTiming(timing)
    layers = animations.map { animation in
      Layer(
        from: ScalarPose(animation.from), to: ScalarPose(animation.to),
        width: animation.size.x, height: animation.size.y,
        begin: animation.begin, duration: animation.duration,
        m24: animation.perspective.x, m34: animation.perspective.y, quad: .zero)
    }
  }
}

extension StructLayerBatch {
  package var count: Int { layers.count }

  package func quad(at index: Int) -> Quad<Float> { layers[index].quad }

  package mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    let parent = parent.converted(to: Transform3D.self)
    for index in layers.indices {
      let layer = layers[index]
      let progress = timing.progress(at: layer.fraction(at: time))
      let pose = layer.from.interpolated(to: layer.to, at: progress)
      let world = Transform3D(pose, m24: layer.m24, m34: layer.m34).concatenating(parent)
      layers[index].quad = world.mappedQuad(width: layer.width, height: layer.height)
    }
  }
}

extension StructLayerBatch.Layer {
  /// The elapsed fraction of the animation, in 0…1.
  @inline(__always)
  func fraction(at time: Float) -> Float {
    guard duration > 0 else { return time < begin ? 0 : 1 }
    let fraction = (time - begin) / duration
    return fraction < 0 ? 0 : fraction > 1 ? 1 : fraction
  }
}
