internal import CLayerKernels
package import MotionKernels

/// Layers evaluated sixteen at a time on the best instruction set of this machine: the `dispatch`
/// variant.
///
/// Uses the blocks and formulas of ``BlockLayerBatch``. On processors other than x86-64,
/// ``DispatchKernels/init()`` throws, and this batch computes exactly what a ``BlockLayerBatch``
/// does.
package struct DispatchLayerBatch: LayerBatch {
  /// The bytes that an evaluation reads and writes per layer.
  package static let bytesPerLayer = BlockLayerBatch.bytesPerLayer

  private var batch: BlockLayerBatch
  private let kernels = try? DispatchKernels()

  package init(_ animations: [LayerAnimation], timing: TimingFunction) {
    batch = BlockLayerBatch(animations, timing: timing)
  }
}

extension DispatchLayerBatch {
  package var count: Int { batch.count }

  package func quad(at index: Int) -> Quad<Float> { batch.quad(at: index) }

  package mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    guard let kernels, let table = batch.timing.native else {
      return batch.evaluate(time: time, parent: parent)
    }
    withUnsafeBytes(of: parent) { parent in
      let parent = parent.assumingMemoryBound(to: Float.self).baseAddress
      batch.quads.fill(from: batch.blocks) { quads, count, blocks in
        kernels.functions.pointee.whole_frame(
          floats(blocks), time, parent, table.value, floats(quads), count)
      }
    }
  }
}
