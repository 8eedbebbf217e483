/// Springs and timing functions four at a time: the `simd` variant of kernels whose items are too
/// small for one item to fill a vector.
///
/// The formulas are those of ``Lanes`` at a width of 4, over the same blocks of sixteen as
/// ``BlockKernels``, one quarter after another. The results are the same bits as those of
/// ``BlockKernels``.
package struct SIMDKernels: Sendable {
  /// Creates the kernels; there is nothing to set up.
  package init() {}
}

extension SIMDKernels: SpringBatchKernels {
  package func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SIMD4<Float>.splat(time)
    result.fill(from: springs) { result, count, springs in
      for index in 0..<count {
        for quarter in 0..<4 {
          SpringLanes(BlockQuarter(quarter, of: springs + index)).state(at: time)
            .write(to: MutableBlockQuarter(quarter, of: result + index))
        }
      }
    }
  }

  package func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SplitTime(time)
    let split = springs.oscillatingBlockCount
    result.fill(from: springs.blocks) { result, count, blocks in
      for index in 0..<split {
        for quarter in 0..<4 {
          PreparedSpringLanes(BlockQuarter(quarter, of: blocks + index))
            .oscillatingState(at: time)
            .write(to: MutableBlockQuarter(quarter, of: result + index))
        }
      }
      for index in split..<count {
        for quarter in 0..<4 {
          PreparedSpringLanes(BlockQuarter(quarter, of: blocks + index))
            .overdampedState(at: time)
            .write(to: MutableBlockQuarter(quarter, of: result + index))
        }
      }
    }
  }

  package func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    states.fill(from: propagators) { states, count, propagators in
      for index in 0..<count {
        for quarter in 0..<4 {
          let state = SpringStateLanes(BlockQuarter(quarter, of: UnsafePointer(states + index)))
          PropagatorLanes(BlockQuarter(quarter, of: propagators + index))
            .applied(to: state)
            .write(to: MutableBlockQuarter(quarter, of: states + index))
        }
      }
    }
  }
}

extension SIMDKernels: TimingBatchKernels {
  package func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    guard let table = timing.table else {
      return BlockKernels().progress(at: fractions, timing, into: &result)
    }
    result.fill(from: fractions) { result, count, fractions in
      table.progress(
        at: UnsafeRawPointer(fractions).assumingMemoryBound(to: SIMD4<Float>.self),
        count: 4 * count,
        into: UnsafeMutableRawPointer(result).assumingMemoryBound(to: SIMD4<Float>.self))
    }
  }
}
