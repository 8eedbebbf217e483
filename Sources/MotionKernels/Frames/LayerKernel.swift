/// The loops of the whole frame, over blocks.
enum LayerKernel {
  /// Blocks whose progress is worked out before their corners; 16 of them fill 1 KiB of the stack.
  private static let chunk = 16

  /// Evaluates all blocks: with the timing function's table where it has one.
  ///
  /// First the progress of a few blocks, then their corners, so that there is one loop for each kind of
  /// timing and only one for the corners.
  static func evaluate(
    _ blocks: BlockArray<LayerBlock>, _ quads: inout BlockArray<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ timing: BatchTiming
  ) {
    blocks.withUnsafeBufferPointer { blocks in
      quads.withUnsafeMutableBufferPointer { quads in
        withUnsafeTemporaryAllocation(of: SIMD16<Float>.self, capacity: chunk) { buffer in
          guard
            let blocks = blocks.baseAddress, let base = quads.baseAddress,
            let progress = buffer.baseAddress
          else { return }
          var first = 0
          while first < quads.count {
            let count = min(chunk, quads.count - first)
            for index in 0..<count {
              progress[index] = blocks[first + index].fraction(at: .splat(time))
            }
            timing.progress(at: progress, count: count, into: progress)
            write(blocks + first, at: progress, count, parent, to: base + first)
            first += count
          }
        }
      }
    }
  }

  /// The corners of `count` blocks.
  ///
  /// Not inlined: the parent is spread over the lanes here, where the compiler sees that all lanes are
  /// the same.
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
