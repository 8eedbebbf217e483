internal import CLayerKernels

/// The speeds that no kernel can exceed on this machine: of multiply-adds and of memory traffic.
///
/// They are measured. A kernel's share of the limit that applies to it shows how much there is to
/// gain.
package struct MachineLimit: Sendable {
  private let kernels: DispatchKernels

  /// The limits of one instruction set.
  package init(_ kernels: DispatchKernels) {
    self.kernels = kernels
  }

  /// Multiply-adds per iteration of ``multiplyAdd(_:iterations:)``.
  package static let multiplyAddsPerIteration = 192

  /// Runs twelve independent chains, sixteen numbers wide, of `a = a · factor + term`.
  ///
  /// - Parameters:
  ///   - numbers: Factor, term and twelve starting values; results replace the starting values.
  ///   - iterations: How many steps each chain takes.
  /// - Precondition: `numbers` has 14 elements.
  package func multiplyAdd(_ numbers: inout [Float], iterations: Int) {
    precondition(numbers.count == 14, "14 numbers are needed, got \(numbers.count)")
    numbers.withUnsafeMutableBufferPointer { numbers in
      kernels.functions.multiply_add(numbers.baseAddress, iterations)
    }
  }

  /// Adds to blocks of 64 bytes in place.
  ///
  /// Reads twice as many bytes as it writes, and fetches no cache line only to overwrite it.
  ///
  /// - Precondition: Both have the same count.
  package func update(
    _ result: inout BlockArray<SIMD16<Float>>, adding source: BlockArray<SIMD16<Float>>
  ) {
    result.fill(from: source) { result, count, source in
      kernels.functions.update(floats(source), floats(result), count)
    }
  }

  /// Copies blocks of 64 bytes; reads as many bytes as it writes.
  ///
  /// - Precondition: Both have the same count.
  package func copy(
    _ source: BlockArray<SIMD16<Float>>, into result: inout BlockArray<SIMD16<Float>>
  ) {
    result.fill(from: source) { result, count, source in
      kernels.functions.copy(floats(source), floats(result), count)
    }
  }
}
