import BenchmarkModel
import FramegateKit
import LayerKernels
import MotionKernels

extension BenchmarkRegistry {
  /// Adds interpolation: of whole transforms by decomposition, and of stored parts.
  mutating func addInterpolationSuite() {
    for level in CacheLevel.allCases {
      addDecomposition(of: Transform3D.self, .struct, level)
      addDecomposition(of: SIMDTransform3D.self, .simd, level)
      addDecomposition(of: Transform3D64.self, .struct, level)
      addDecomposition(of: SIMDTransform3D64.self, .simd, level)
      addStoredParts(level)
      addInterpolationBatches(.block, level) { BlockKernels() }
      addInterpolationBatches(.dispatch, level) { try dispatchKernels() }
    }
  }

  /// Adds decomposition of both ends, interpolation of the parts, and composition of the result.
  private mutating func addDecomposition<T: TransformKernel>(
    of type: T.Type, _ variant: Variant, _ level: CacheLevel
  ) {
    let detail = MemoryLayout<T.Scalar>.size == 8 ? ".f64" : ""
    let bytes = KernelBytes.perItem(type, type, Float.self, type)
    kernel(
      "interpolateDecomposed", level, detail: detail, variant, bytes: bytes,
      flops: KernelFlops.interpolateDecomposed
    ) {
      Interpolation(
        from: KernelInputs.transforms($0, seed: 1, of: type),
        to: KernelInputs.transforms($0, seed: 2, of: type),
        progress: KernelInputs.fractions($0),
        result: Array(repeating: T.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        input.result[index] = input.from[index].interpolated(
          to: input.to[index], at: T.Scalar(input.progress[index]))
      }
      blackHole(input.result)
    }
  }

  /// Adds interpolation of stored translation, rotation and scale, composed into a transform.
  private mutating func addStoredParts(_ level: CacheLevel) {
    kernel(
      "interpolateStored", level, .struct,
      bytes: KernelBytes.perItem(ScalarPose.self, ScalarPose.self, Float.self, Transform3D.self),
      flops: KernelFlops.interpolateStored
    ) {
      Interpolation(
        from: KernelInputs.repeated($0, seed: 1) { ScalarPose(KernelInputs.pose(&$0)) },
        to: KernelInputs.repeated($0, seed: 2) { ScalarPose(KernelInputs.pose(&$0)) },
        progress: KernelInputs.fractions($0),
        result: Array(repeating: Transform3D.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        let pose = input.from[index].interpolated(
          to: input.to[index], at: input.progress[index])
        input.result[index] = Transform3D(pose, m24: 0, m34: 0)
      }
      blackHole(input.result)
    }
    kernel(
      "interpolateStored", level, .simd,
      bytes: KernelBytes.perItem(LayerPose.self, LayerPose.self, Float.self, SIMDTransform3D.self),
      flops: KernelFlops.interpolateStored
    ) {
      Interpolation(
        from: KernelInputs.repeated($0, seed: 1, KernelInputs.pose),
        to: KernelInputs.repeated($0, seed: 2, KernelInputs.pose),
        progress: KernelInputs.fractions($0),
        result: Array(repeating: SIMDTransform3D.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        let pose = input.from[index].interpolated(
          to: input.to[index], at: input.progress[index])
        input.result[index] = SIMDTransform3D(pose, m24: 0, m34: 0)
      }
      blackHole(input.result)
    }
  }

  /// Adds both kinds of interpolation over blocks of sixteen, in one implementation.
  private mutating func addInterpolationBatches<Kernels: TransformBatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel(
      "interpolateDecomposed", level, variant,
      bytes: KernelBytes.perLane(
        TransformBlock.self, TransformBlock.self, SIMD16<Float>.self, TransformBlock.self),
      flops: KernelFlops.interpolateDecomposed
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.transforms(KernelInputs.transforms($0, seed: 1, of: Transform3D.self)),
          Blocks.transforms(KernelInputs.transforms($0, seed: 2, of: Transform3D.self)),
          Blocks.numbers(KernelInputs.fractions($0))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.interpolate(
        batch.input.0, batch.input.1, at: batch.input.2, into: &batch.result)
      blackHole(batch.result)
    }
    kernel(
      "interpolateStored", level, variant,
      bytes: KernelBytes.perLane(
        PoseBlock.self, PoseBlock.self, SIMD16<Float>.self, TransformBlock.self),
      flops: KernelFlops.interpolateStored
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.poses(KernelInputs.repeated($0, seed: 1, KernelInputs.pose)),
          Blocks.poses(KernelInputs.repeated($0, seed: 2, KernelInputs.pose)),
          Blocks.numbers(KernelInputs.fractions($0))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.interpolate(
        batch.input.0, batch.input.1, at: batch.input.2, into: &batch.result)
      blackHole(batch.result)
    }
  }
}
