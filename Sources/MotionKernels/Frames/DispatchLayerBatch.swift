internal import CMotionKernels

/// Layers evaluated sixteen at a time on the best instruction set of this machine: the `dispatch`
/// variant.
///
/// The blocks and formulas of ``BlockLayerBatch``. Where there is nothing to dispatch to, on
/// processors other than x86-64, it *is* a ``BlockLayerBatch``; ``DispatchKernels/init()`` tells.
public struct DispatchLayerBatch: LayerBatch {
  private let blocks: BlockArray<LayerBlock>
  private var quads: BlockArray<QuadBlock>
  private let timing: BatchTiming
  private let kernels: DispatchKernels?
  public let count: Int

  public init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.init(animations, timing: timing, instructionSet: InstructionSet.best)
  }

  /// Creates a batch for one instruction set.
  ///
  /// - Parameters:
  ///   - animations: The layers.
  ///   - timing: Their common timing function.
  ///   - instructionSet: What to compute with; where it is `nil` or missing, plain blocks are used.
  public init(
    _ animations: [LayerAnimation], timing: TimingFunction, instructionSet: InstructionSet?
  ) {
    self.timing = BatchTiming(timing)
    kernels = instructionSet.flatMap { DispatchKernels($0) }
    count = animations.count
    blocks = LayerBlock.blocks(animations)
    quads = BlockArray(repeating: .zero, count: blocks.count)
  }
}

extension DispatchLayerBatch {
  public func quad(at index: Int) -> Quad<Float> {
    precondition(index < count, "No layer \(index) in a batch of \(count)")
    return quads[index / 16][index % 16]
  }

  public mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    guard let kernels, let table = timing.table else {
      return LayerKernel.evaluate(blocks, &quads, time, parent, timing)
    }
    table.withNative { table in
      blocks.withFloats { blocks in
        withUnsafeBytes(of: parent) { parent in
          let parent = parent.assumingMemoryBound(to: Float.self).baseAddress
          quads.withMutableFloats { quads, count in
            kernels.functions.whole_frame(blocks, time, parent, table, quads, count)
          }
        }
      }
    }
  }
}
