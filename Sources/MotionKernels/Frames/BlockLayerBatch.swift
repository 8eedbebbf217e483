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
    guard let table = timing.table else {
      for index in blocks.indices {
        let fractions = blocks[index].fraction(at: .splat(time))
        let progress = timing.exactProgress(at: fractions)
        quads[index] = blocks[index].quad(at: progress, parent: ParentLanes(parent))
      }
      return
    }
    table.entries.withUnsafeBufferPointer { entries in
      guard let entries = entries.baseAddress else { return }
      switch table.warp {
      case .none: evaluate(time, parent, entries, .none)
      case .start: evaluate(time, parent, entries, .start)
      case .end: evaluate(time, parent, entries, .end)
      case .both: evaluate(time, parent, entries, .both)
      }
    }
  }

  /// One loop per kind of warp, so that no iteration asks which it is.
  @inline(__always)
  private mutating func evaluate(
    _ time: Float, _ parent: SIMDTransform3D, _ entries: UnsafePointer<SIMD4<Float>>,
    _ warp: TimingTable.Warp
  ) {
    let time = SIMD16<Float>.splat(time)
    for index in blocks.indices {
      let fraction = blocks[index].fraction(at: time)
      let progress = TimingTable.progress(at: fraction, entries, warp)
      quads[index] = blocks[index].quad(at: progress, parent: ParentLanes(parent))
    }
  }
}
