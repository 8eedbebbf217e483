extension SIMDKernels {
  /// Sorted springs at `time` seconds.
  ///
  /// - Precondition: `result` has as many blocks.
  public func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    precondition(springs.blocks.count == result.count, "Counts differ")
    let time = SplitTime(time)
    let split = springs.oscillatingBlockCount
    springs.blocks.withUnsafeBufferPointer { blocks in
      result.withUnsafeMutableBufferPointer { result in
        guard let blocks = blocks.baseAddress, let base = result.baseAddress else { return }
        for index in 0..<split {
          for quarter in 0..<4 {
            PreparedSpringLanes(BlockQuarter(quarter, of: blocks + index))
              .oscillatingState(at: time)
              .write(to: MutableBlockQuarter(quarter, of: base + index))
          }
        }
        for index in split..<result.count {
          for quarter in 0..<4 {
            PreparedSpringLanes(BlockQuarter(quarter, of: blocks + index))
              .overdampedState(at: time)
              .write(to: MutableBlockQuarter(quarter, of: base + index))
          }
        }
      }
    }
  }

  /// Moves every state on by its propagator's interval.
  ///
  /// - Precondition: Both arrays have as many blocks.
  public func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    precondition(propagators.count == states.count, "Counts differ")
    propagators.withUnsafeBufferPointer { propagators in
      states.withUnsafeMutableBufferPointer { states in
        guard let steps = propagators.baseAddress, let base = states.baseAddress else { return }
        for index in 0..<states.count {
          for quarter in 0..<4 {
            let state = BlockQuarter(quarter, of: UnsafePointer(base + index))
            PropagatorLanes(BlockQuarter(quarter, of: steps + index))
              .applied(to: SpringStateLanes(displacement: state[0], velocity: state[1]))
              .write(to: MutableBlockQuarter(quarter, of: base + index))
          }
        }
      }
    }
  }
}

extension SpringStateLanes<SIMD4<Float>> {
  /// Writes a quarter of a block.
  @inline(__always)
  func write(to quarter: MutableBlockQuarter) {
    quarter.write(displacement, velocity, from: 0)
  }
}
