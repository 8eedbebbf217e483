internal import CMotionKernels

/// The kernels compiled for each instruction set and chosen at run time: the `dispatch` variant.
///
/// The same formulas as ``BlockKernels``, in C, because Swift cannot compile a function for more than
/// one instruction set without unsafe flags. Multiply and add are fused where the set has that, so
/// results differ between sets by a few units in the last place.
///
/// - Note: On arm64 there is nothing to choose: every processor has NEON, and ``BlockKernels`` is
///   compiled for it. It does not fuse there, so that its results are those of every other machine.
public struct DispatchKernels: BatchKernels {
  /// The instruction set that is used.
  public let instructionSet: InstructionSet

  private let table: UnsafePointer<motion_kernels>

  /// The kernels of one set, or `nil` where this machine has none of it.
  public init?(_ instructionSet: InstructionSet) {
    guard let table = motion_kernels_for(instructionSet.level) else { return nil }
    self.instructionSet = instructionSet
    self.table = table
  }

  /// The kernels of this machine's best set.
  ///
  /// - Throws: ``DispatchUnavailable`` on processors other than x86-64.
  public init() throws(DispatchUnavailable) {
    guard let best = InstructionSet.best, let kernels = DispatchKernels(best) else {
      throw DispatchUnavailable()
    }
    self = kernels
  }

  /// The C functions.
  var functions: motion_kernels { table.pointee }
}

// The compiler cannot know that nobody writes through a pointer that C returned: the table is a
// constant of the program, made before it starts and there until it ends.
extension DispatchKernels: @unchecked Sendable {}

/// Thrown where there are no kernels to choose from.
public struct DispatchUnavailable: Error, CustomStringConvertible {
  public var description: String {
    """
    Kernels are only dispatched on x86-64; here the 'block' variant is compiled for what every \
    processor has. Use that.
    """
  }
}

extension DispatchKernels {
  public func concatenate(
    _ left: BlockArray<TransformBlock>, _ right: BlockArray<TransformBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    precondition(left.count == result.count && right.count == result.count, "Counts differ")
    left.withFloats { left in
      right.withFloats { right in
        result.withMutableFloats { functions.concatenate(left, right, $0, $1) }
      }
    }
  }

  public func compose(
    _ poses: BlockArray<PoseBlock>, _ perspectives: BlockArray<PairBlock>,
    into result: inout BlockArray<TransformBlock>
  ) {
    precondition(poses.count == result.count && perspectives.count == result.count, "Counts differ")
    poses.withFloats { poses in
      perspectives.withFloats { perspectives in
        result.withMutableFloats { functions.compose(poses, perspectives, $0, $1) }
      }
    }
  }

  public func interpolate(
    _ start: BlockArray<TransformBlock>, _ end: BlockArray<TransformBlock>,
    at progress: BlockArray<SIMD16<Float>>, into result: inout BlockArray<TransformBlock>
  ) {
    precondition(
      start.count == result.count && end.count == result.count && progress.count == result.count,
      "Counts differ")
    start.withFloats { start in
      end.withFloats { end in
        progress.withFloats { progress in
          result.withMutableFloats {
            functions.interpolate_decomposed(start, end, progress, $0, $1)
          }
        }
      }
    }
  }

  public func interpolate(
    _ start: BlockArray<PoseBlock>, _ end: BlockArray<PoseBlock>,
    at progress: BlockArray<SIMD16<Float>>, into result: inout BlockArray<TransformBlock>
  ) {
    precondition(
      start.count == result.count && end.count == result.count && progress.count == result.count,
      "Counts differ")
    start.withFloats { start in
      end.withFloats { end in
        progress.withFloats { progress in
          result.withMutableFloats { functions.interpolate_stored(start, end, progress, $0, $1) }
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
    transforms.withFloats { transforms in
      halfSizes.withFloats { halfSizes in
        result.withMutableFloats { functions.map_quads(transforms, halfSizes, $0, $1) }
      }
    }
  }
}
