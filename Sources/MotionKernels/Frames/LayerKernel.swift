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
    guard let block = blocks.baseAddress, let quad = quads.baseAddress else { return }
    let time = SIMD16<Float>.splat(time)
    withUnsafePointer(to: parent) { parent in
      for index in 0..<quads.count {
        let fraction = block[index].fraction(at: time)
        write(
          block + index, at: TimingTable.progress(at: fraction, entries, warp), parent,
          to: quad + index)
      }
    }
  }

  /// Evaluates all blocks with the exact timing function, one lane after the other.
  @inline(never)
  static func evaluateExactly(
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: UnsafeMutableBufferPointer<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ timing: BatchTiming
  ) {
    guard let block = blocks.baseAddress, let quad = quads.baseAddress else { return }
    withUnsafePointer(to: parent) { parent in
      for index in 0..<quads.count {
        let fraction = block[index].fraction(at: .splat(time))
        write(block + index, at: timing.exactProgress(at: fraction), parent, to: quad + index)
      }
    }
  }

  /// The corners of sixteen layers.
  ///
  /// Not inlined: five loops call it, and five copies of it take the compiler seconds. The parent is
  /// spread over the lanes here, where the compiler sees that all lanes are the same.
  @inline(never)
  private static func write(
    _ block: UnsafePointer<LayerBlock>, at progress: SIMD16<Float>,
    _ parent: UnsafePointer<SIMDTransform3D>, to quad: UnsafeMutablePointer<QuadBlock>
  ) {
    quad.pointee = block.pointee.quad(at: progress, parent: ParentLanes(parent.pointee))
  }
}
