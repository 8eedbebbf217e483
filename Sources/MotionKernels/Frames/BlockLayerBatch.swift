/// Layers evaluated sixteen at a time, as blocks of `SIMD16` fields: the `block` variant.
///
/// Each layer is prepared when the batch is made (see ``LayerLanes``), and a frame computes only what
/// its corners depend on, without libm and without a branch.
///
/// - Shape: 92 bytes in and 32 bytes out per layer; the last block is filled up.
/// - Note: The spherical interpolation is within 1e-7 for progress in −0.5…1.5; beyond, where no
///   common timing function goes, it loses digits.
public struct BlockLayerBatch: LayerBatch {
  private let blocks: BlockArray<LayerBlock>
  private var quads: BlockArray<QuadBlock>
  private let timing: BatchTiming
  public let count: Int

  public init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = BatchTiming(timing)
    count = animations.count
    blocks = LayerBlock.blocks(animations)
    quads = BlockArray(repeating: .zero, count: blocks.count)
  }
}

extension BlockLayerBatch {
  public func quad(at index: Int) -> Quad<Float> {
    precondition(index < count, "No layer \(index) in a batch of \(count)")
    return quads[index / 16][index % 16]
  }

  public mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    LayerKernel.evaluate(blocks, &quads, time, parent, timing)
  }
}
