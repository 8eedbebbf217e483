/// The kernels in pure Swift, sixteen items at a time: the `block` variant.
///
/// The formulas are those of ``Lanes``, at a width of 16; at a width of 1 they are the reference.
/// Products, composition and corners, which are mostly loads and stores, take four lanes of a block at a time.
public struct BlockKernels: BatchKernels {
  /// Creates the kernels; there is nothing to set up.
  public init() {}
}

extension BlockKernels {
  public func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    precondition(left.count == result.count && right.count == result.count, "Counts differ")
    Self.withBuffers(left, right, &result) { left, right, result in
      guard let base = result.baseAddress else { return }
      for index in 0..<result.count {
        for quarter in 0..<4 {
          TransformLanes.concatenate(
            BlockQuarter(quarter, of: left + index), BlockQuarter(quarter, of: right + index),
            into: MutableBlockQuarter(quarter, of: base + index))
        }
      }
    }
  }

  public func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    precondition(poses.count == result.count && perspectives.count == result.count, "Counts differ")
    Self.withBuffers(poses, perspectives, &result) { poses, perspectives, result in
      guard let base = result.baseAddress else { return }
      for index in 0..<result.count {
        for quarter in 0..<4 {
          let perspective = BlockQuarter(quarter, of: perspectives + index)
          PoseLanes(BlockQuarter(quarter, of: poses + index))
            .composed(m24: perspective[0], m34: perspective[1])
            .write(to: MutableBlockQuarter(quarter, of: base + index))
        }
      }
    }
  }

  public func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>,
    into result: inout BlockArray<TransformBlock>
  ) {
    precondition(
      start.count == result.count && end.count == result.count && progress.count == result.count,
      "Counts differ")
    progress.withUnsafeBufferPointer { progress in
      Self.withBuffers(start, end, &result) { start, end, result in
        for index in 0..<result.count {
          result[index] = start[index].interpolated(to: end[index], at: progress[index]).composed()
        }
      }
    }
  }

  public func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>
  ) {
    precondition(
      transforms.count == result.count && halfSizes.count == result.count, "Counts differ")
    Self.withBuffers(transforms, halfSizes, &result) { transforms, halfSizes, result in
      guard let base = result.baseAddress else { return }
      for index in 0..<result.count {
        for quarter in 0..<4 {
          let half = BlockQuarter(quarter, of: halfSizes + index)
          TransformLanes(BlockQuarter(quarter, of: transforms + index))
            .mappedQuad(halfWidth: half[0], halfHeight: half[1])
            .write(to: MutableBlockQuarter(quarter, of: base + index))
        }
      }
    }
  }

  public func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    precondition(springs.count == result.count, "Counts differ")
    let time = SIMD16<Float>.splat(time)
    Self.withBuffers(springs, springs, &result) { springs, _, result in
      for index in 0..<result.count { result[index] = springs[index].state(at: time) }
    }
  }

  public func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    precondition(springs.blocks.count == result.count, "Counts differ")
    let time = SplitTime(time)
    let split = springs.oscillatingBlockCount
    Self.withBuffers(springs.blocks, springs.blocks, &result) { blocks, _, result in
      Self.evaluateOscillating(blocks, split, time, result)
      Self.evaluateOverdamped(blocks, split, time, result)
    }
  }

  // One function per regime: in one, the compiler copies whole blocks.
  @inline(never)
  private static func evaluateOscillating(
    _ blocks: UnsafePointer<PreparedSpringBlock>, _ split: Int, _ time: SplitTime,
    _ result: UnsafeMutableBufferPointer<SpringStateBlock>
  ) {
    for index in 0..<split { result[index] = blocks[index].oscillatingState(at: time) }
  }

  @inline(never)
  private static func evaluateOverdamped(
    _ blocks: UnsafePointer<PreparedSpringBlock>, _ split: Int, _ time: SplitTime,
    _ result: UnsafeMutableBufferPointer<SpringStateBlock>
  ) {
    for index in split..<result.count { result[index] = blocks[index].overdampedState(at: time) }
  }

  public func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    precondition(propagators.count == states.count, "Counts differ")
    Self.withBuffers(propagators, propagators, &states) { propagators, _, states in
      for index in 0..<states.count {
        states[index] = propagators[index].applied(to: states[index])
      }
    }
  }

  public func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    precondition(fractions.count == result.count, "Counts differ")
    Self.withBuffers(fractions, fractions, &result) { fractions, _, result in
      guard let base = result.baseAddress else { return }
      timing.timing.progress(at: fractions, count: result.count, into: base)
    }
  }

  /// Hands out two inputs and the result as memory: the uniqueness is checked once, and a field of a
  /// block is read where it is used instead of the whole block being copied.
  @inline(__always)
  static func withBuffers<
    A: BitwiseCopyable & Sendable, B: BitwiseCopyable & Sendable,
    Result: BitwiseCopyable & Sendable
  >(
    _ a: BlockArray<A>, _ b: BlockArray<B>, _ result: inout BlockArray<Result>,
    _ body: (UnsafePointer<A>, UnsafePointer<B>, UnsafeMutableBufferPointer<Result>) -> Void
  ) {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        result.withUnsafeMutableBufferPointer { result in
          guard let a = a.baseAddress, let b = b.baseAddress else { return }
          body(a, b, result)
        }
      }
    }
  }
}
