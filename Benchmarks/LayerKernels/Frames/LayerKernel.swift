import MotionKernels

/// The loops of the whole frame, over blocks.
enum LayerKernel {
  /// The number of blocks whose progress is computed at a time; 16 take 1 KiB of the stack.
  private static let chunk = 16

  /// Evaluates all blocks, using the timing function's table if it has one.
  ///
  /// Computes the progress of a few blocks, then their corners, so that each kind of timing has its
  /// own loop, and all kinds share the loop for the corners.
  static func evaluate(
    _ blocks: BlockArray<LayerBlock>, _ quads: inout BlockArray<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ timing: PreparedTiming
  ) {
    quads.fill(from: blocks) { quads, blockCount, blocks in
      withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: chunk) { buffer in
        guard let progress = buffer.baseAddress else { return }
        for first in stride(from: 0, to: blockCount, by: chunk) {
          let count = min(chunk, blockCount - first)
          for index in 0..<count {
            progress[index] = blocks[first + index].fraction(at: .splat(time))
          }
          timing.progress(at: progress, count: count, into: progress)
          write(blocks + first, at: progress, count, parent, to: quads + first)
        }
      }
    }
  }

  /// Writes the corners of `count` blocks.
  ///
  /// Not inlined, because in a separate function the compiler can see that the parent is the same
  /// in all lanes.
  @inline(never)
  private static func write(
    _ blocks: UnsafePointer<LayerBlock>, at progress: UnsafePointer<SIMD16<Float>>, _ count: Int,
    _ parent: SIMDTransform3D, to quads: UnsafeMutablePointer<QuadBlock>
  ) {
    let parent = ParentLanes<SIMD16<Float>>(parent)
    for index in 0..<count {
      quads[index] = blocks[index].quad(at: progress[index], parent: parent)
    }
  }
}
