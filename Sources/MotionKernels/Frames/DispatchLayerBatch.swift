internal import CMotionKernels

/// Layers evaluated sixteen at a time on the best instruction set of this machine: the `dispatch`
/// variant.
///
/// Uses the blocks and formulas of ``BlockLayerBatch``. On processors other than x86-64 there is
/// nothing to dispatch to, and it computes exactly what a ``BlockLayerBatch`` does;
/// ``DispatchKernels/init()`` throws there.
package struct DispatchLayerBatch: LayerBatch {
  /// Bytes that an evaluation reads and writes per layer.
  package static let bytesPerLayer = BlockLayerBatch.bytesPerLayer

  private let blocks: BlockArray<LayerBlock>
  private var quads: BlockArray<QuadBlock>
  private let timing: PreparedTiming
  private let kernels: DispatchKernels?
  package let count: Int

  package init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = PreparedTiming(timing)
    kernels = try? DispatchKernels()
    count = animations.count
    blocks = LayerBlock.blocks(animations)
    quads = BlockArray(repeating: .zero, count: blocks.count)
  }
}

extension DispatchLayerBatch {
  package func quad(at index: Int) -> Quad<Float> {
    precondition(index < count, "No layer \(index) in a batch of \(count)")
    return quads[index / 16][index % 16]
  }

  package mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    guard let kernels, let table = timing.table else {
      return LayerKernel.evaluate(blocks, &quads, time, parent, timing)
    }
    table.withNative { table in
      withUnsafeBytes(of: parent) { parent in
        let parent = parent.assumingMemoryBound(to: Float.self).baseAddress
        quads.fill(from: blocks) { quads, count, blocks in
          kernels.functions.whole_frame(floats(blocks), time, parent, table, floats(quads), count)
        }
      }
    }
  }
}
