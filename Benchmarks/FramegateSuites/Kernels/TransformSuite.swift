import BenchmarkModel
import FramegateKit
import LayerKernels
import MotionKernels

extension BenchmarkRegistry {
  /// Adds the kernels of 4 × 4 transforms: product, composition, inverse, corners.
  mutating func addTransformSuite() {
    for level in CacheLevel.allCases {
      addConcatenation(of: Transform3D.self, .struct, level)
      addConcatenation(of: SIMDTransform3D.self, .simd, level)
      addConcatenationChain(of: Transform3D.self, .struct, level)
      addConcatenationChain(of: SIMDTransform3D.self, .simd, level)
      addConcatenation(of: Transform3D64.self, .struct, level)
      addConcatenation(of: SIMDTransform3D64.self, .simd, level)
      addComposition(level)
      addInversion(of: Transform3D.self, .struct, level)
      addInversion(of: SIMDTransform3D.self, .simd, level)
      addInversion(of: Transform3D64.self, .struct, level)
      addInversion(of: SIMDTransform3D64.self, .simd, level)
      addQuads(of: Transform3D.self, .struct, level)
      addQuads(of: SIMDTransform3D.self, .simd, level)
      addQuads(of: Transform3D64.self, .struct, level)
      addQuads(of: SIMDTransform3D64.self, .simd, level)
      addTransformBatches(.block, level) { BlockKernels() }
      addTransformBatches(.dispatch, level) { try dispatchKernels() }
    }
  }

  /// Adds independent products: two transforms in, one out.
  private mutating func addConcatenation<T: TransformKernel>(
    of type: T.Type, _ variant: Variant, _ level: CacheLevel
  ) {
    kernel(
      "concat", level, detail: width(of: type), variant,
      bytes: KernelBytes.perItem(type, type, type), flops: KernelFlops.concat
    ) {
      Binary(
        left: KernelInputs.transforms($0, seed: 1, of: type),
        right: KernelInputs.transforms($0, seed: 2, of: type),
        result: Array(repeating: T.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        input.result[index] = input.left[index].concatenating(input.right[index])
      }
      blackHole(input.result)
    }
  }

  /// Adds a chain of products in which each waits for the previous one: latency, not throughput.
  private mutating func addConcatenationChain<T: TransformKernel>(
    of type: T.Type, _ variant: Variant, _ level: CacheLevel
  ) {
    let detail = ".latency" + width(of: type)
    kernel(
      "concat", level, detail: detail, variant, bytes: KernelBytes.perItem(type),
      traffic: .reads, flops: KernelFlops.concat
    ) {
      KernelInputs.rotations($0, of: type)
    } body: { rotations in
      var product = T.identity
      for rotation in rotations { product = product.concatenating(rotation) }
      blackHole(product)
    }
  }

  /// Adds composition of translation, rotation, scale and perspective.
  private mutating func addComposition(_ level: CacheLevel) {
    kernel(
      "compose", level, .struct,
      bytes: KernelBytes.perItem(ScalarPose.self, SIMD2<Float>.self, Transform3D.self),
      flops: KernelFlops.compose
    ) {
      Composition(
        poses: KernelInputs.repeated($0) { ScalarPose(KernelInputs.pose(&$0)) },
        perspectives: Array(repeating: SIMD2(-1 / 4_000, -1 / 3_000), count: $0),
        result: Array(repeating: Transform3D.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        let perspective = input.perspectives[index]
        input.result[index] = Transform3D(
          input.poses[index], m24: perspective.x, m34: perspective.y)
      }
      blackHole(input.result)
    }
    kernel(
      "compose", level, .simd,
      bytes: KernelBytes.perItem(LayerPose.self, SIMD2<Float>.self, SIMDTransform3D.self),
      flops: KernelFlops.compose
    ) {
      Composition(
        poses: KernelInputs.repeated($0, KernelInputs.pose),
        perspectives: Array(repeating: SIMD2(-1 / 4_000, -1 / 3_000), count: $0),
        result: Array(repeating: SIMDTransform3D.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        let perspective = input.perspectives[index]
        input.result[index] = SIMDTransform3D(
          input.poses[index], m24: perspective.x, m34: perspective.y)
      }
      blackHole(input.result)
    }
  }

  /// Adds general inverses: a transform in, one out.
  private mutating func addInversion<T: TransformKernel>(
    of type: T.Type, _ variant: Variant, _ level: CacheLevel
  ) {
    kernel(
      "invert", level, detail: width(of: type), variant, bytes: KernelBytes.perItem(type, type),
      flops: KernelFlops.invert
    ) {
      Unary(
        operand: KernelInputs.transforms($0, of: type),
        result: Array(repeating: T.identity, count: $0))
    } body: { input in
      for index in input.result.indices {
        input.result[index] = input.operand[index].inverted()
      }
      blackHole(input.result)
    }
  }

  /// Adds corners: a transform and a size in, four points out, divided by w.
  private mutating func addQuads<T: TransformKernel>(
    of type: T.Type, _ variant: Variant, _ level: CacheLevel
  ) {
    let bytes = KernelBytes.perItem(type, SIMD2<T.Scalar>.self, Quad<T.Scalar>.self)
    kernel(
      "mapQuads", level, detail: width(of: type), variant, bytes: bytes, flops: KernelFlops.mapQuads
    ) {
      Mapping(
        transforms: KernelInputs.transforms($0, of: type),
        sizes: KernelInputs.repeated($0) {
          SIMD2<T.Scalar>(SIMD2<Float>.random(in: 10...60, using: &$0))
        },
        result: Array(repeating: Quad<T.Scalar>.zero, count: $0))
    } body: { input in
      for index in input.result.indices {
        let size = input.sizes[index]
        input.result[index] = input.transforms[index].mappedQuad(width: size.x, height: size.y)
      }
      blackHole(input.result)
    }
  }

  /// Adds products, composition and corners over blocks of sixteen, in one implementation.
  private mutating func addTransformBatches<Kernels: TransformBatchKernels>(
    _ variant: Variant, _ level: CacheLevel, _ kernels: @escaping () throws -> Kernels
  ) {
    kernel(
      "concat", level, variant,
      bytes: KernelBytes.perLane(TransformBlock.self, TransformBlock.self, TransformBlock.self),
      flops: KernelFlops.concat
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.transforms(KernelInputs.transforms($0, seed: 1, of: Transform3D.self)),
          Blocks.transforms(KernelInputs.transforms($0, seed: 2, of: Transform3D.self))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.concatenate(batch.input.0, batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
    kernel(
      "compose", level, variant,
      bytes: KernelBytes.perLane(PoseBlock.self, PairBlock.self, TransformBlock.self),
      flops: KernelFlops.compose
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.poses(KernelInputs.repeated($0, KernelInputs.pose)),
          Blocks.pairs(Array(repeating: SIMD2(-1 / 4_000, -1 / 3_000), count: $0))
        ),
        result: Blocks.identities(count: $0))
    } body: { batch in
      batch.kernels.compose(batch.input.0, batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
    kernel(
      "mapQuads", level, variant, bytes: KernelBytes.mappedQuads, flops: KernelFlops.mapQuads
    ) {
      Batch(
        kernels: try kernels(),
        input: (
          Blocks.transforms(KernelInputs.transforms($0, of: Transform3D.self)),
          Blocks.pairs(
            KernelInputs.repeated($0) { SIMD2<Float>.random(in: 5...30, using: &$0) })
        ),
        result: Blocks.quads(count: $0))
    } body: { batch in
      batch.kernels.mapQuads(batch.input.0, halfSizes: batch.input.1, into: &batch.result)
      blackHole(batch.result)
    }
  }

  /// The part of a name that marks a 64-bit kernel; empty for 32 bits.
  private func width<T: TransformKernel>(of _: T.Type) -> String {
    MemoryLayout<T.Scalar>.size == 8 ? ".f64" : ""
  }
}
