import LayerKernels
import MotionKernels
import Testing

@testable import FramegateSuites

/// Denormal numbers, infinities and NaN take a different time than other numbers.
@Suite("Inputs and results of the kernels")
struct KernelInputsTests {
  private static let count = 64

  /// Whether every number is finite, and 0 or normal.
  private func isOrdinary(_ values: some Sequence<some BinaryFloatingPoint>) -> Bool {
    values.allSatisfy { $0.isNormal || $0.isZero }
  }

  private func isOrdinary<Block>(_ blocks: BlockArray<Block>) -> Bool {
    blocks.withUnsafeBufferPointer {
      isOrdinary(UnsafeRawBufferPointer($0).bindMemory(to: Float.self))
    }
  }

  private func isOrdinary<T: TransformKernel>(_ transform: T) -> Bool {
    [transform.row1, transform.row2, transform.row3, transform.row4].allSatisfy { row in
      isOrdinary(row.indices.map { row[$0] })
    }
  }

  private func isOrdinary<Scalar>(_ quad: Quad<Scalar>) -> Bool {
    isOrdinary(
      [quad.topLeft, quad.topRight, quad.bottomLeft, quad.bottomRight].flatMap { [$0.x, $0.y] })
  }

  @Test("The same seed gives the same inputs, another seed gives others")
  func seeds() {
    let first = KernelInputs.fractions(Self.count, seed: 1)
    #expect(first == KernelInputs.fractions(Self.count, seed: 1))
    #expect(first != KernelInputs.fractions(Self.count, seed: 2))
    #expect(KernelInputs.fractions(2_000).suffix(976)[...] == KernelInputs.fractions(976)[...])
  }

  @Test("Single transforms stay ordinary numbers")
  func transforms() {
    func check<T: TransformKernel>(_ type: T.Type) {
      let left = KernelInputs.transforms(Self.count, seed: 1, of: type)
      let right = KernelInputs.transforms(Self.count, seed: 2, of: type)
      let fractions = KernelInputs.fractions(Self.count)
      for index in 0..<Self.count {
        let (a, b) = (left[index], right[index])
        #expect(isOrdinary(a.concatenating(b)))
        #expect(a.inverse.map(isOrdinary) == true)
        #expect(isOrdinary(a.mappedQuad(width: 60, height: 10)))
        #expect(isOrdinary(a.interpolated(to: b, at: T.Scalar(fractions[index]))))
      }
    }
    check(Transform3D.self)
    check(SIMDTransform3D.self)
    check(Transform3D64.self)
    check(SIMDTransform3D64.self)
  }

  @Test("A chain of products neither grows nor decays")
  func chain() {
    var product = SIMDTransform3D.identity
    for _ in 0..<10 {
      for rotation in KernelInputs.rotations(1_024, of: SIMDTransform3D.self) {
        product = product.concatenating(rotation)
      }
    }
    for row in [product.row1, product.row2, product.row3] {
      #expect(abs((row * row).sum() - 1) < 0.01)
    }
  }

  @Test("Blocks of transforms stay ordinary numbers")
  func transformBlocks() {
    let transforms = KernelInputs.transforms(Self.count, of: Transform3D.self)
    let (left, right) = (Blocks.transforms(transforms), Blocks.transforms(transforms.reversed()))
    let start = Blocks.poses(KernelInputs.repeated(Self.count, seed: 1, KernelInputs.pose))
    let end = Blocks.poses(KernelInputs.repeated(Self.count, seed: 2, KernelInputs.pose))
    let fractions = Blocks.numbers(KernelInputs.fractions(Self.count))
    let pairs = Blocks.pairs(Array(repeating: SIMD2(30, 5), count: Self.count))
    let kernels = BlockKernels()
    var result = Blocks.identities(count: Self.count)
    kernels.concatenate(left, right, into: &result)
    #expect(isOrdinary(result))
    let perspectives = Array(repeating: SIMD2<Float>(-1 / 4_000, -1 / 3_000), count: Self.count)
    kernels.compose(start, Blocks.pairs(perspectives), into: &result)
    #expect(isOrdinary(result))
    kernels.interpolate(left, right, at: fractions, into: &result)
    #expect(isOrdinary(result))
    kernels.interpolate(start, end, at: fractions, into: &result)
    #expect(isOrdinary(result))
    var quads = Blocks.quads(count: Self.count)
    kernels.mapQuads(left, halfSizes: pairs, into: &quads)
    #expect(isOrdinary(quads))
  }

  @Test("Springs stay ordinary numbers, however many fixed steps they take")
  func springs() {
    let springs = KernelInputs.springs(Self.count, dampingRatios: 0.1...2)
    for spring in springs {
      let state = spring.state(at: KernelInputs.springTime)
      #expect(isOrdinary([state.displacement, state.velocity]))
    }
    var states = Blocks.states(Array(repeating: .zero, count: Self.count))
    BlockKernels().evaluate(Blocks.springs(springs), at: KernelInputs.springTime, into: &states)
    #expect(isOrdinary(states))

    let undamped = KernelInputs.springs(Self.count, dampingRatios: 0...0)
    let propagators = KernelInputs.propagators(undamped)
    states = Blocks.states(undamped.map { SIMD2($0.displacement, $0.velocity) })
    for _ in 0..<2_000 { BlockKernels().step(&states, by: propagators) }
    for (spring, state) in zip(undamped, Blocks.states(states, count: Self.count)) {
      // ω²x² + v² is constant without damping.
      let (stiffness, v) = (spring.frequency * spring.frequency, spring.velocity)
      let energy = stiffness * spring.displacement * spring.displacement + v * v
      let left = stiffness * state.x * state.x + state.y * state.y
      #expect(abs(left / energy - 1) < 0.01)
    }
  }

  @Test("Progress of timing functions is in 0…1")
  func timing() {
    let fractions = KernelInputs.fractions(Self.count)
    let newton = NewtonBezier(0.42, 0, 0.58, 1)
    var result = Blocks.numbers(fractions)
    BlockKernels().progress(
      at: Blocks.numbers(fractions), PreparedTiming(.easeInOut), into: &result)
    for (fraction, progress) in zip(fractions, Blocks.numbers(result, count: Self.count)) {
      #expect(abs(newton.progress(at: fraction) - progress) < 3e-7)
      #expect((0...1).contains(progress))
    }
  }

  @Test("Corners of whole frames stay ordinary numbers", arguments: LayerBatchVariant.allCases)
  func wholeFrames(variant: LayerBatchVariant) {
    var batch = LayerBatches.make(
      variant, KernelInputs.animations(Self.count), timing: .easeInOut)
    batch.evaluate(time: 0.2, parent: KernelInputs.parent)
    for index in 0..<Self.count { #expect(isOrdinary(batch.quad(at: index))) }
  }
}
