/// The kernels in pure Swift, sixteen items at a time: the `block` variant.
///
/// The formulas are those of ``Lanes`` at a width of 16; at a width of 1 they are the reference.
/// Products, composition, and corners are mostly loads and stores, so they process a block four
/// lanes at a time.
package struct BlockKernels: Sendable {
  /// Creates the kernels; there is nothing to set up.
  package init() {}
}

extension BlockKernels: TransformBatchKernels {
  package func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: left, right) { result, count, left, right in
      for index in 0..<count {
        for quarter in 0..<4 {
          TransformLanes.concatenate(
            BlockQuarter(quarter, of: left + index), BlockQuarter(quarter, of: right + index),
            into: MutableBlockQuarter(quarter, of: result + index))
        }
      }
    }
  }

  package func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: poses, perspectives) { result, count, poses, perspectives in
      for index in 0..<count {
        for quarter in 0..<4 {
          let perspective = BlockQuarter(quarter, of: perspectives + index)
          PoseLanes(BlockQuarter(quarter, of: poses + index))
            .composed(m24: perspective[0], m34: perspective[1])
            .write(to: MutableBlockQuarter(quarter, of: result + index))
        }
      }
    }
  }

  package func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: start, end, progress) { result, count, start, end, progress in
      for index in 0..<count {
        let from = Self.decompose(start + index)
        let to = Self.decompose(end + index)
        if Self.compose(from, to, at: progress[index], into: result + index) {
          Self.composeAligned(start + index, end + index, at: progress[index], into: result + index)
        }
        Self.jump(from, to, start + index, end + index, progress[index], result + index)
      }
    }
  }

  package func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: start, end, progress) { result, count, start, end, progress in
      for index in 0..<count {
        result[index] = start[index].interpolated(to: end[index], at: progress[index]).composed()
      }
    }
  }

  package func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>
  ) {
    result.fill(from: transforms, halfSizes) { result, count, transforms, halfSizes in
      for index in 0..<count {
        for quarter in 0..<4 {
          let half = BlockQuarter(quarter, of: halfSizes + index)
          TransformLanes(BlockQuarter(quarter, of: transforms + index))
            .mappedQuad(halfWidth: half[0], halfHeight: half[1])
            .write(to: MutableBlockQuarter(quarter, of: result + index))
        }
      }
    }
  }
}

/// Sixteen decomposed transforms.
private typealias DecomposedBlock = DecomposedLanes<SIMD16<Float>>

// The steps of interpolation by decomposition. Each is a separate function, called once per sixteen
// items: in a single function they take ten times as long to compile and run no faster.
extension BlockKernels {
  @inline(never)
  private static func decompose(_ transforms: UnsafePointer<TransformBlock>) -> DecomposedBlock {
    DecomposedLanes(transforms.pointee)
  }

  /// Returns whether some pair needs to be aligned first.
  @inline(never)
  private static func compose(
    _ start: DecomposedBlock, _ end: DecomposedBlock,
    at progress: SIMD16<Float>, into result: UnsafeMutablePointer<TransformBlock>
  ) -> Bool {
    result.pointee = start.interpolated(to: end, at: progress).composed()
    return DecomposedLanes.needsAlignment(start, end).sum() > 0
  }

  /// Composes blocks in which the ends of a pair differ in mirroring or are half a turn apart,
  /// which is rare.
  @inline(never)
  private static func composeAligned(
    _ from: UnsafePointer<TransformBlock>, _ to: UnsafePointer<TransformBlock>,
    at progress: SIMD16<Float>, into result: UnsafeMutablePointer<TransformBlock>
  ) {
    var (start, end) = (decompose(from), decompose(to))
    DecomposedLanes.align(&start, &end, from.pointee, to.pointee)
    result.pointee = start.interpolated(to: end, at: progress).composed()
  }

  @inline(never)
  private static func jump(
    _ startParts: DecomposedBlock, _ endParts: DecomposedBlock,
    _ start: UnsafePointer<TransformBlock>, _ end: UnsafePointer<TransformBlock>,
    _ progress: SIMD16<Float>, _ result: UnsafeMutablePointer<TransformBlock>
  ) {
    let quality = DecomposedLanes.quality(startParts, endParts)
    // The rest handles lanes with an end that cannot be decomposed, which are rare.
    let missing = SIMD16<Float>.select(.zero, below: quality, .zero, .one)
    guard missing.sum() > 0 else { return }
    result.pointee = result.pointee.orJump(
      from: start.pointee, to: end.pointee, at: progress, quality: quality)
  }
}

extension BlockKernels: SpringBatchKernels {
  package func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SIMD16<Float>.splat(time)
    result.fill(from: springs) { result, count, springs in
      for index in 0..<count { result[index] = springs[index].state(at: time) }
    }
  }

  package func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SplitTime(time)
    let split = springs.oscillatingBlockCount
    result.fill(from: springs.blocks) { result, count, blocks in
      Self.evaluateOscillating(blocks, 0..<split, time, result)
      Self.evaluateOverdamped(blocks, split..<count, time, result)
    }
  }

  // One function per regime: in a single function, the compiler copies whole blocks.
  @inline(never)
  private static func evaluateOscillating(
    _ blocks: UnsafePointer<PreparedSpringBlock>, _ indices: Range<Int>, _ time: SplitTime,
    _ result: UnsafeMutablePointer<SpringStateBlock>
  ) {
    for index in indices { result[index] = blocks[index].oscillatingState(at: time) }
  }

  @inline(never)
  private static func evaluateOverdamped(
    _ blocks: UnsafePointer<PreparedSpringBlock>, _ indices: Range<Int>, _ time: SplitTime,
    _ result: UnsafeMutablePointer<SpringStateBlock>
  ) {
    for index in indices { result[index] = blocks[index].overdampedState(at: time) }
  }

  package func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    states.fill(from: propagators) { states, count, propagators in
      for index in 0..<count { states[index] = propagators[index].applied(to: states[index]) }
    }
  }
}

extension BlockKernels: TimingBatchKernels {
  package func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    result.fill(from: fractions) { result, count, fractions in
      timing.progress(at: fractions, count: count, into: result)
    }
  }
}
