/// Sixteen transforms taken apart.
private typealias DecomposedBlock = DecomposedLanes<SIMD16<Float>>

extension BlockKernels {
  public func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    precondition(
      start.count == result.count && end.count == result.count && progress.count == result.count,
      "Counts differ")
    progress.withUnsafeBufferPointer { progress in
      Self.withBuffers(start, end, &result) { start, end, result in
        guard let base = result.baseAddress else { return }
        for index in 0..<result.count {
          let from = Self.decompose(start + index)
          let to = Self.decompose(end + index)
          Self.compose(from, to, at: progress[index], into: base + index)
          Self.jump(from, to, start + index, end + index, progress[index], base + index)
        }
      }
    }
  }

  // Functions of their own, called once per sixteen items: as one, the compiler takes ten times as
  // long over it and the code is no faster.

  @inline(never)
  private static func decompose(_ transforms: UnsafePointer<TransformBlock>) -> DecomposedBlock {
    DecomposedLanes(transforms.pointee)
  }

  @inline(never)
  private static func compose(
    _ start: DecomposedBlock, _ end: DecomposedBlock,
    at progress: SIMD16<Float>, into result: UnsafeMutablePointer<TransformBlock>
  ) {
    result.pointee = start.interpolated(to: end, at: progress).composed()
  }

  @inline(never)
  private static func jump(
    _ startParts: DecomposedBlock, _ endParts: DecomposedBlock,
    _ start: UnsafePointer<TransformBlock>, _ end: UnsafePointer<TransformBlock>,
    _ progress: SIMD16<Float>, _ result: UnsafeMutablePointer<TransformBlock>
  ) {
    let quality = DecomposedLanes.quality(startParts, endParts)
    // Rare: somewhere an end has no parts.
    let missing = SIMD16<Float>.select(.zero, below: quality, .zero, .one)
    guard missing.sum() > 0 else { return }
    result.pointee = result.pointee.orJump(
      from: start.pointee, to: end.pointee, at: progress, quality: quality)
  }
}
