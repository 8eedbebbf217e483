internal import CLayerKernels

/// Measures the speeds of arithmetic and of memory traffic that no kernel can exceed on this
/// machine.
///
/// A kernel's share of the limit that applies to it shows how much there is to gain.
package struct MachineLimit: Sendable {
  private let kernels: DispatchKernels

  /// Prepares the measurements for one instruction set.
  package init(_ kernels: DispatchKernels) {
    self.kernels = kernels
  }
}

extension MachineLimit {
  /// The numbers that one step of a chain processes at once.
  package static let lanesPerIteration = 16

  /// The multiply-adds per iteration of ``Chains/multiplyAdd(iterations:)``.
  package static let multiplyAddsPerIteration = lanesPerIteration * Int(motion_chains)

  /// The flops per iteration and lane of ``Chains/multiplyAddAndAdd(iterations:)``.
  package static let mixedFlopsPerLane =
    2 * Int(motion_mixed_multiply_adds) + Int(motion_mixed_additions)

  /// Independent chains of arithmetic, each sixteen numbers wide.
  package struct Chains: Sendable {
    private let limit: MachineLimit

    /// The factor, the term, and one number for each chain.
    private var numbers: [Float]

    /// Creates chains that converge to term / (1 − factor) = 1.
    package init(_ limit: MachineLimit) {
      self.limit = limit
      numbers = [0.5, 0.5] + [Float](repeating: 1, count: Int(motion_chains))
    }

    /// Runs steps of `a = a · factor + term`.
    package mutating func multiplyAdd(iterations: Int) {
      let function = limit.kernels.functions.pointee.multiply_add
      numbers.withUnsafeMutableBufferPointer { function?($0.baseAddress, iterations) }
    }

    /// Runs a mix of steps `a = a · factor + term` and `a = a + term`: a processor may have adders
    /// in addition to its units for multiply-adds.
    ///
    /// The numbers of the additions grow until a term is too small to change them.
    package mutating func multiplyAddAndAdd(iterations: Int) {
      let function = limit.kernels.functions.pointee.multiply_add_and_add
      numbers.withUnsafeMutableBufferPointer { function?($0.baseAddress, iterations) }
    }
  }
}

extension MachineLimit {
  /// Reads blocks of 64 bytes and writes one.
  ///
  /// - Precondition: `result` has one block.
  package func read(
    _ source: BlockArray<SIMD16<Float>>, into result: inout BlockArray<SIMD16<Float>>
  ) {
    precondition(result.count == 1, "The result has \(result.count) blocks instead of 1")
    result.withUnsafeMutableBufferPointer { result in
      source.withUnsafeBufferPointer { source in
        guard let from = source.baseAddress, let to = result.baseAddress else { return }
        kernels.functions.pointee.read(floats(from), floats(to), source.count)
      }
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
      kernels.functions.pointee.update(floats(source), floats(result), count)
    }
  }

  /// Copies blocks of 64 bytes; reads as many bytes as it writes.
  ///
  /// - Precondition: Both have the same count.
  package func copy(
    _ source: BlockArray<SIMD16<Float>>, into result: inout BlockArray<SIMD16<Float>>
  ) {
    result.fill(from: source) { result, count, source in
      kernels.functions.pointee.copy(floats(source), floats(result), count)
    }
  }
}
