internal import CMotionKernels

extension DispatchKernels {
  public func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    precondition(springs.count == result.count, "Counts differ")
    springs.withFloats { springs in
      result.withMutableFloats { functions.springs(springs, time, $0, $1) }
    }
  }

  public func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    precondition(springs.blocks.count == result.count, "Counts differ")
    let time = SplitTime(time)
    let split = springs.oscillatingBlockCount
    springs.blocks.withFloats { springs in
      result.withMutableFloats { result, count in
        functions.springs_oscillating(springs, time.high, time.low, time.whole, result, split)
        functions.springs_overdamped(
          springs + split * 7 * 16, time.whole, result + split * 2 * 16, count - split)
      }
    }
  }

  public func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    precondition(propagators.count == states.count, "Counts differ")
    propagators.withFloats { propagators in
      states.withMutableFloats { functions.springs_step(propagators, $0, $1) }
    }
  }

  public func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    guard let table = timing.timing.table else {
      return BlockKernels().progress(at: fractions, timing, into: &result)
    }
    precondition(fractions.count == result.count, "Counts differ")
    table.withNative { table in
      fractions.withFloats { fractions in
        result.withMutableFloats { functions.timing(fractions, table, $0, $1) }
      }
    }
  }
}

extension TimingTable {
  /// Gives the table to `body` as the C kernels take it.
  func withNative(_ body: (motion_timing) -> Void) {
    entries.withUnsafeBytes { entries in
      columns.withFloats { columns in
        body(
          motion_timing(
            pieces: entries.bindMemory(to: Float.self).baseAddress, columns: columns,
            warp: warp.rawValue))
      }
    }
  }
}

extension BlockArray {
  /// Gives the blocks to `body` as numbers.
  @inline(__always)
  func withFloats(_ body: (UnsafePointer<Float>) -> Void) {
    withUnsafeBufferPointer { blocks in
      guard let base = UnsafeRawPointer(blocks.baseAddress) else { return }
      body(base.assumingMemoryBound(to: Float.self))
    }
  }

  /// Gives the blocks to `body` as numbers that it may change, with the number of blocks.
  @inline(__always)
  mutating func withMutableFloats(_ body: (UnsafeMutablePointer<Float>, Int) -> Void) {
    withUnsafeMutableBufferPointer { blocks in
      guard let base = UnsafeMutableRawPointer(blocks.baseAddress) else { return }
      body(base.assumingMemoryBound(to: Float.self), blocks.count)
    }
  }
}
