/// The loops of the whole frame, over blocks.
enum LayerKernel {
  /// Evaluates all blocks: with the timing function's table where it has one.
  static func evaluate(
    _ blocks: BlockArray<LayerBlock>, _ quads: inout BlockArray<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ timing: BatchTiming
  ) {
    blocks.withUnsafeBufferPointer { blocks in
      quads.withUnsafeMutableBufferPointer { quads in
        guard let table = timing.table else {
          return evaluateExactly(blocks, quads, time, parent, timing)
        }
        table.entries.withUnsafeBufferPointer { entries in
          guard let entries = entries.baseAddress else { return }
          evaluate(blocks, quads, time, parent, entries, table.warp)
        }
      }
    }
  }

  /// Evaluates all blocks with a table; one loop per kind of warp, so that none asks which it is.
  @inline(never)
  static func evaluate(
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: UnsafeMutableBufferPointer<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ entries: UnsafePointer<SIMD4<Float>>,
    _ warp: TimingTable.Warp
  ) {
    switch warp {
    case .none: loop(blocks, quads, time, parent, entries, .none)
    case .start: loop(blocks, quads, time, parent, entries, .start)
    case .end: loop(blocks, quads, time, parent, entries, .end)
    case .both: loop(blocks, quads, time, parent, entries, .both)
    }
  }

  @inline(__always)
  private static func loop(
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: UnsafeMutableBufferPointer<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ entries: UnsafePointer<SIMD4<Float>>,
    _ warp: TimingTable.Warp
  ) {
    let time = SIMD16<Float>.splat(time)
    let parent = ParentLanes<SIMD16<Float>>(parent)
    for index in blocks.indices {
      let progress = TimingTable.progress(
        at: blocks[index].fraction(at: time), entries, warp)
      quads[index] = blocks[index].quad(at: progress, parent: parent)
    }
  }

  /// Evaluates all blocks with the exact timing function, one lane after the other.
  @inline(never)
  static func evaluateExactly(
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: UnsafeMutableBufferPointer<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ timing: BatchTiming
  ) {
    let parent = ParentLanes<SIMD16<Float>>(parent)
    for index in blocks.indices {
      let fraction = blocks[index].fraction(at: .splat(time))
      quads[index] = blocks[index].quad(at: timing.exactProgress(at: fraction), parent: parent)
    }
  }
}
