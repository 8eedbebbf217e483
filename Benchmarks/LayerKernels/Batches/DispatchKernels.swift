internal import CLayerKernels

/// The kernels compiled for each instruction set and chosen at run time: the `dispatch` variant.
///
/// These are the formulas of ``BlockKernels`` in C, because Swift cannot compile a function for
/// more than one instruction set without unsafe flags. Multiply and add are fused if the set has a
/// fused instruction, so results differ between sets by a few units in the last place.
///
/// - Note: On arm64 there is nothing to choose: every processor has NEON, and ``BlockKernels`` is
///   compiled for it. ``BlockKernels`` does not fuse there either, so its results are the same on
///   every machine.
package struct DispatchKernels {
  /// The instruction set that is used.
  package let instructionSet: InstructionSet

  /// The table of functions, which is a constant of the program.
  let functions: UnsafePointer<motion_kernels>

  /// The kernels for one set, or `nil` if this machine does not have it.
  package init?(_ instructionSet: InstructionSet) {
    guard let table = motion_kernels_for(instructionSet.level) else { return nil }
    self.instructionSet = instructionSet
    functions = table
  }

  /// The kernels for this machine's best set.
  ///
  /// - Throws: ``DispatchUnavailable`` on processors other than x86-64, and for a set that is none.
  package init() throws(DispatchUnavailable) {
    guard let kernels = DispatchKernels(try InstructionSet.best.get()) else {
      throw .otherProcessor
    }
    self = kernels
  }
}

// The compiler cannot know that nobody writes through a pointer that C returned: the table is a
// constant of the program, initialized before it starts and valid until it ends.
extension DispatchKernels: @unchecked Sendable {}

/// Why there are no kernels to choose from.
package enum DispatchUnavailable: Error, Hashable {
  case otherProcessor
  /// The environment names an instruction set that is none.
  case unknownSet(String)
}

extension DispatchUnavailable: CustomStringConvertible {
  package var description: String {
    switch self {
    case .otherProcessor:
      """
      Kernels are dispatched on x86-64 only. On this processor the 'block' variant is already \
      compiled for the vector instructions that every machine has; use that.
      """
    case .unknownSet(let name):
      """
      FRAMEGATE_ISA is '\(name)', which is no instruction set. Set it to 'base', 'avx2' or 'avx512', \
      or unset it.
      """
    }
  }
}

extension DispatchKernels: TransformBatchKernels {
  package func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: left, right) { result, count, left, right in
      functions.pointee.concatenate(floats(left), floats(right), floats(result), count)
    }
  }

  package func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: poses, perspectives) { result, count, poses, perspectives in
      functions.pointee.compose(floats(poses), floats(perspectives), floats(result), count)
    }
  }

  package func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>, into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: start, end, progress) { result, count, start, end, progress in
      functions.pointee.interpolate_decomposed(
        floats(start), floats(end), floats(progress), floats(result), count)
    }
  }

  package func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>, into result: inout BlockArray<TransformBlock>
  ) {
    result.fill(from: start, end, progress) { result, count, start, end, progress in
      functions.pointee.interpolate_stored(
        floats(start), floats(end), floats(progress), floats(result), count)
    }
  }

  package func mapQuads(
    _ transforms: BlockArray<TransformBlock>, halfSizes: BlockArray<PairBlock>,
    into result: inout BlockArray<QuadBlock>
  ) {
    result.fill(from: transforms, halfSizes) { result, count, transforms, halfSizes in
      functions.pointee.map_quads(floats(transforms), floats(halfSizes), floats(result), count)
    }
  }
}

extension DispatchKernels: SpringBatchKernels {
  package func evaluate(
    _ springs: BlockArray<SpringBlock>, at time: Float,
    into result: inout BlockArray<SpringStateBlock>
  ) {
    result.fill(from: springs) { result, count, springs in
      functions.pointee.springs(floats(springs), time, floats(result), count)
    }
  }

  package func evaluate(
    _ springs: SortedSprings, at time: Double, into result: inout BlockArray<SpringStateBlock>
  ) {
    let time = SplitTime(time)
    let split = springs.oscillatingBlockCount
    result.fill(from: springs.blocks) { result, count, springs in
      functions.pointee.springs_oscillating(
        floats(springs), time.high, time.low, time.whole, floats(result), split)
      functions.pointee.springs_overdamped(
        floats(springs + split), time.whole, floats(result + split), count - split)
    }
  }

  package func step(
    _ states: inout BlockArray<SpringStateBlock>, by propagators: BlockArray<PropagatorBlock>
  ) {
    states.fill(from: propagators) { states, count, propagators in
      functions.pointee.springs_step(floats(propagators), floats(states), count)
    }
  }
}

extension DispatchKernels: TimingBatchKernels {
  package func progress(
    at fractions: BlockArray<SIMD16<Float>>, _ timing: PreparedTiming,
    into result: inout BlockArray<SIMD16<Float>>
  ) {
    guard let table = timing.native else {
      return BlockKernels().progress(at: fractions, timing, into: &result)
    }
    result.fill(from: fractions) { result, count, fractions in
      functions.pointee.timing(floats(fractions), table.value, floats(result), count)
    }
    withExtendedLifetime(timing) {}
  }
}

/// Blocks in the form that the C kernels take: sixteen floats per field.
@inline(__always)
func floats<Block: BitwiseCopyable>(_ blocks: UnsafePointer<Block>) -> UnsafePointer<Float> {
  UnsafeRawPointer(blocks).assumingMemoryBound(to: Float.self)
}

/// Blocks to write to, in the form that the C kernels take.
@inline(__always)
func floats<Block: BitwiseCopyable>(
  _ blocks: UnsafeMutablePointer<Block>
) -> UnsafeMutablePointer<Float> {
  UnsafeMutableRawPointer(blocks).assumingMemoryBound(to: Float.self)
}
