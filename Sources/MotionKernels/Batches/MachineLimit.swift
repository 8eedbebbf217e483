internal import CMotionKernels

/// What a kernel cannot exceed on this machine: how fast it multiplies and adds, and how fast it
/// moves memory.
///
/// Measured, not computed: a kernel's share of the bound that holds it says what is left to gain.
public struct MachineLimit: Sendable {
  private let kernels: DispatchKernels

  /// The limits with one instruction set.
  public init(_ kernels: DispatchKernels) {
    self.kernels = kernels
  }

  /// How many multiply-adds one iteration of ``multiplyAdd(_:iterations:)`` does.
  public static let multiplyAddsPerIteration = 192

  /// Runs twelve independent chains, sixteen numbers wide, of `a = a · factor + term`.
  ///
  /// - Parameters:
  ///   - numbers: Factor, term and twelve starting values; the results replace the latter.
  ///   - iterations: How often each chain goes on.
  /// - Precondition: There are fourteen numbers.
  public func multiplyAdd(_ numbers: inout [Float], iterations: Int) {
    precondition(numbers.count == 14, "Fourteen numbers are needed, got \(numbers.count)")
    numbers.withUnsafeMutableBufferPointer { numbers in
      kernels.functions.multiply_add(numbers.baseAddress, iterations)
    }
  }

  /// Adds to blocks of 64 bytes in place: twice as many bytes are read as are written, and no line of
  /// a cache is fetched only to be overwritten.
  ///
  /// - Precondition: Both have the same count.
  public func update(
    _ result: inout BlockArray<SIMD16<Float>>, adding source: BlockArray<SIMD16<Float>>
  ) {
    precondition(source.count == result.count, "Counts differ")
    source.withFloats { source in
      result.withMutableFloats { kernels.functions.update(source, $0, $1) }
    }
  }

  /// Copies blocks of 64 bytes: as many are read as are written.
  ///
  /// - Precondition: Both have the same count.
  public func copy(
    _ source: BlockArray<SIMD16<Float>>, into result: inout BlockArray<SIMD16<Float>>
  ) {
    precondition(source.count == result.count, "Counts differ")
    source.withFloats { source in
      result.withMutableFloats { kernels.functions.copy(source, $0, $1) }
    }
  }
}
