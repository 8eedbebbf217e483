package import MotionKernels

/// Layers evaluated sixteen at a time, as blocks of `SIMD16` fields: the `block` variant.
///
/// Each layer is prepared when the batch is created (see ``LayerLanes``). A frame then computes
/// only what the corners depend on, without libm or a branch.
///
/// - Shape: 92 bytes in and 32 bytes out per layer; the last block is filled up.
/// - Note: The spherical interpolation is accurate to 1e-7 for progress in −0.5…1.5. Beyond that
///   range, which no common timing function reaches, it loses digits.
package struct BlockLayerBatch: LayerBatch {
  /// The bytes that an evaluation reads and writes per layer.
  package static let bytesPerLayer =
    (MemoryLayout<LayerBlock>.size + MemoryLayout<QuadBlock>.size) / 16

  let blocks: BlockArray<LayerBlock>
  var quads: BlockArray<QuadBlock>
  let timing: PreparedTiming
  package let count: Int

  package init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = PreparedTiming(timing)
    count = animations.count
    blocks = LayerBlock.blocks(animations)
    quads = BlockArray(repeating: .zero, count: blocks.count)
  }
}

extension BlockLayerBatch {
  package func quad(at index: Int) -> Quad<Float> {
    precondition(index < count, "No layer \(index) in a batch of \(count)")
    return quads[index / 16][index % 16]
  }

  package mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    LayerKernel.evaluate(blocks, &quads, time, parent, timing)
  }
}
