/// Layers evaluated sixteen at a time, as blocks of `SIMD16` fields: the `block` variant.
///
/// Each layer is prepared when the batch is made (see ``LayerLanes``), and a frame computes only what
/// its corners depend on, without libm and without a branch.
///
/// - Shape: 92 bytes in and 32 bytes out per layer; the last block is filled up.
/// - Note: The spherical interpolation is within 1e-7 for progress in −0.5…1.5; beyond, where no
///   common timing function goes, it loses digits.
public struct BlockLayerBatch: LayerBatch {
  private let blocks: [LayerBlock]
  private var quads: [QuadBlock]
  private let timing: BatchTiming
  public let count: Int

  public init(_ animations: [LayerAnimation], timing: TimingFunction) {
    self.timing = BatchTiming(timing)
    count = animations.count
    blocks = BlockStorage.blocks(
      animations.map { LayerLanes<Float>($0) }, padding: .padding, of: LayerBlock.self)
    quads = Array(repeating: .zero, count: blocks.count)
  }
}

extension BlockLayerBatch {
  public func quad(at index: Int) -> Quad<Float> {
    precondition(index < count, "No layer \(index) in a batch of \(count)")
    return quads[index / 16][index % 16]
  }

  public mutating func evaluate(time: Float, parent: SIMDTransform3D) {
    blocks.withUnsafeBufferPointer { blocks in
      quads.withUnsafeMutableBufferPointer { quads in
        guard let table = timing.table else {
          return LayerKernel.evaluateExactly(blocks, &quads, time, parent, timing)
        }
        table.entries.withUnsafeBufferPointer { entries in
          guard let entries = entries.baseAddress else { return }
          LayerKernel.evaluate(blocks, &quads, time, parent, entries, table.warp)
        }
      }
    }
  }
}

/// The loops of the whole frame, over blocks.
enum LayerKernel {
  /// Evaluates all blocks with a table; one loop per kind of warp, so that none asks which it is.
  @inline(never)
  static func evaluate(
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: inout UnsafeMutableBufferPointer<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ entries: UnsafePointer<SIMD4<Float>>,
    _ warp: TimingTable.Warp
  ) {
    switch warp {
    case .none: loop(blocks, &quads, time, parent, entries, .none)
    case .start: loop(blocks, &quads, time, parent, entries, .start)
    case .end: loop(blocks, &quads, time, parent, entries, .end)
    case .both: loop(blocks, &quads, time, parent, entries, .both)
    }
  }

  @inline(__always)
  private static func loop(
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: inout UnsafeMutableBufferPointer<QuadBlock>,
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
    _ blocks: UnsafeBufferPointer<LayerBlock>, _ quads: inout UnsafeMutableBufferPointer<QuadBlock>,
    _ time: Float, _ parent: SIMDTransform3D, _ timing: BatchTiming
  ) {
    let parent = ParentLanes<SIMD16<Float>>(parent)
    for index in blocks.indices {
      let fraction = blocks[index].fraction(at: .splat(time))
      quads[index] = blocks[index].quad(at: timing.exactProgress(at: fraction), parent: parent)
    }
  }
}
