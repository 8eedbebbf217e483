/// Springs and timing functions four at a time: the `simd` variant of what has no vector of its own
/// within one item.
///
/// The formulas are those of ``Lanes`` at a width of 4, over the same blocks of sixteen as
/// ``BlockKernels``, a quarter after the other. Nothing is allocated; NaN and infinity stay in their
/// lane. Bit for bit what ``BlockKernels`` computes.
public struct SIMDKernels: Sendable {
  /// Creates the kernels; there is nothing to set up.
  public init() {}
}

extension SIMDKernels {
  /// Springs of any regime at `time` seconds.
  ///
  /// - Precondition: Both arrays have as many blocks.
  public func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    precondition(springs.count == result.count, "Counts differ")
    let time = SIMD4<Float>.splat(time)
    springs.withUnsafeBufferPointer { springs in
      result.withUnsafeMutableBufferPointer { result in
        guard let springs = springs.baseAddress, let base = result.baseAddress else { return }
        for index in 0..<result.count {
          for quarter in 0..<4 {
            let state = SpringLanes(BlockQuarter(quarter, of: springs + index)).state(at: time)
            MutableBlockQuarter(quarter, of: base + index)
              .write(state.displacement, state.velocity, from: 0)
          }
        }
      }
    }
  }

  /// Progress at fractions, which are moved into 0…1 first.
  ///
  /// - Precondition: Both arrays have as many blocks.
  public func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    precondition(fractions.count == result.count, "Counts differ")
    guard let table = timing.timing.table else {
      return BlockKernels().progress(at: fractions, timing, into: &result)
    }
    BlockKernels.withBuffers(fractions, fractions, &result) { fractions, _, result in
      guard let base = result.baseAddress else { return }
      table.progress(
        at: UnsafeRawPointer(fractions).assumingMemoryBound(to: SIMD4<Float>.self),
        count: 4 * result.count,
        into: UnsafeMutableRawPointer(base).assumingMemoryBound(to: SIMD4<Float>.self))
    }
  }
}
