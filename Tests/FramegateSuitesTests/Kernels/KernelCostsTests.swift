import BenchmarkModel
import MotionKernels
import SampleStatistics
import Testing

@testable import FramegateKit
@testable import FramegateSuites
@testable import LayerKernels

/// The shares of the machine's limits are right only if the costs are.
@Suite("Costs of the kernels")
struct KernelCostsTests {
  private typealias N = CountedNumber

  /// A field of every structure below; no formula depends on which number it is.
  private static let x = N(0.5)

  private static let transform = TransformLanes(
    m11: x, m12: x, m13: x, m14: x, m21: x, m22: x, m23: x, m24: x, m31: x, m32: x, m33: x, m34: x,
    m41: x, m42: x, m43: x, m44: x)
  private static let pose = PoseLanes(
    translationX: x, translationY: x, translationZ: x, rotationX: x, rotationY: x, rotationZ: x,
    rotationW: x, scaleX: x, scaleY: x, scaleZ: x)
  private static let single = CountedTransform(
    m11: x, m12: N(2), m13: x, m14: x, m21: x, m22: x, m23: N(3), m24: x, m31: x, m32: x, m33: x,
    m34: N(5), m41: N(7), m42: x, m43: x, m44: x)

  @Test("Flops are those of the formulas, counted while they run")
  func flops() throws {
    let (x, transform, pose, single) = (Self.x, Self.transform, Self.pose, Self.single)
    func expect(_ stated: Int, _ formula: () -> Void) {
      #expect(FlopCounter.flops(formula) == stated)
    }
    expect(KernelFlops.concat) { _ = single.concatenating(single) }
    try #require(single.inverse != nil)
    expect(KernelFlops.invert) { _ = single.inverted() }
    expect(KernelFlops.compose) { _ = pose.composed(m24: x, m34: x) }
    expect(KernelFlops.mapQuads) { _ = transform.mappedQuad(halfWidth: x, halfHeight: x) }
    expect(KernelFlops.interpolateStored) {
      _ = pose.interpolated(to: pose, at: x).composed()
    }
    expect(KernelFlops.interpolateDecomposed) {
      let (start, end) = (DecomposedLanes(transform), DecomposedLanes(transform))
      _ = start.interpolated(to: end, at: x).composed()
      _ = DecomposedLanes.needsAlignment(start, end)
      _ = DecomposedLanes.quality(start, end)
    }
    expect(KernelFlops.spring) {
      _ = SpringLanes(frequency: x, dampingRatio: x, displacement: x, velocity: x).state(at: x)
    }
    let prepared = PreparedSpringLanes(
      rate: x, phaseHigh: x, phaseLow: x, displacement: x, displacementSwing: x, velocity: x,
      velocitySwing: x)
    expect(KernelFlops.springSorted) { _ = prepared.oscillatingState(at: SplitTime(0.31)) }
    #expect(
      FlopCounter.flops { _ = prepared.overdampedState(at: SplitTime(0.31)) }
        <= KernelFlops.springSorted)
    let propagator = PropagatorLanes(a: x, b: x, c: x, d: x)
    expect(KernelFlops.springFixedStep) {
      _ = propagator.applied(to: SpringStateLanes(displacement: x, velocity: x))
    }
    let table = try #require(PreparedTiming(.easeInOut).table)
    withExtendedLifetime(table) {
      let entries = table.entries
      expect(KernelFlops.timing) { _ = table.progress(at: N.clamp(x, 0, 1), entries) }
      let layer = LayerLanes(
        begin: x, inverseDuration: x, translationX: x, translationY: x, translationZ: x, shiftX: x,
        shiftY: x, shiftZ: x, halfWidth: x, halfHeight: x, widthChange: x, heightChange: x,
        startX: x, startY: x, startZ: x, startW: x, endX: x, endY: x, endZ: x, endW: x,
        angleSquared: x, m24: x, m34: x)
      let parent = ParentLanes<N>(.identity)
      expect(KernelFlops.wholeFrame) {
        let fraction = N.clamp(layer.fraction(at: x), 0, 1)
        _ = layer.quad(at: table.progress(at: fraction, entries), parent: parent)
      }
    }
    let node = NodeLanes(
      m11: x, m12: x, m13: x, m21: x, m22: x, m23: x, m31: x, m32: x, m33: x, left: x, top: x,
      right: x, bottom: x, opacity: x, isDrawn: x, clips: x)
    let world = WorldLanes(
      m11: x, m12: x, m13: x, m21: x, m22: x, m23: x, m31: x, m32: x, m33: x, opacity: x, left: x,
      top: x, right: x, bottom: x)
    expect(KernelFlops.treeWalk) {
      var own = node.world(in: world)
      _ = node.corners(in: &own)
    }
  }

  /// What every kernel over blocks states.
  private static let stated: [String: Int] = {
    var registry = BenchmarkRegistry()
    registry.addKernelSuites()
    return registry.listing.benchmarks.reduce(into: [:]) { bytes, listed in
      guard case .benchmark(let traits) = listed.work else { return }
      bytes[listed.name] = traits.bytesPerOperation
    }
  }()

  /// Expects an implementation of a kernel to touch the cache lines that its name states.
  private func expect<Inputs>(
    _ name: String, _ probe: LineProbe<Inputs>,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(Self.stated[name] == probe.bytesPerItem, "\(name)", sourceLocation: sourceLocation)
  }

  @Test("Bytes are those of the cache lines that blocks depend on or change")
  func bytes() throws {
    try bytes(of: BlockKernels(), "block")
    if let kernels = try? DispatchKernels() { try bytes(of: kernels, "dispatch") }
  }

  private func bytes(of kernels: some BatchKernels, _ variant: String) throws {
    let items = 16
    let transforms = Blocks.transforms(
      KernelInputs.transforms(items, seed: 1, of: Transform3D.self))
    let others = Blocks.transforms(KernelInputs.transforms(items, seed: 2, of: Transform3D.self))
    let poses = Blocks.poses(KernelInputs.repeated(items, seed: 1, KernelInputs.pose))
    let ends = Blocks.poses(KernelInputs.repeated(items, seed: 2, KernelInputs.pose))
    let pairs = Blocks.pairs(Array(repeating: SIMD2(1, 0.5), count: items))
    let fractions = Blocks.numbers(KernelInputs.fractions(items))
    let written = Blocks.transforms(KernelInputs.transforms(items, seed: 3, of: Transform3D.self))
    let quads = Blocks.quads(count: items)
    let springs = KernelInputs.springs(items, dampingRatios: 0.1...0.9)
    let states = Blocks.states(Array(repeating: SIMD2(1, 2), count: items))
    let easing = PreparedTiming(.easeInOut)
    expect(
      "kernel.concat.l2.\(variant)",
      LineProbe(
        items, (transforms, others, written), inputs: [.at(\.0), .at(\.1)], result: .at(\.2)
      ) {
        kernels.concatenate($0.0, $0.1, into: &$0.2)
      })
    expect(
      "kernel.compose.l2.\(variant)",
      LineProbe(items, (poses, pairs, written), inputs: [.at(\.0), .at(\.1)], result: .at(\.2)) {
        kernels.compose($0.0, $0.1, into: &$0.2)
      })
    expect(
      "kernel.interpolateDecomposed.l2.\(variant)",
      LineProbe(
        items, (transforms, others, fractions, written), inputs: [.at(\.0), .at(\.1), .at(\.2)],
        result: .at(\.3)
      ) {
        kernels.interpolate($0.0, $0.1, at: $0.2, into: &$0.3)
      })
    expect(
      "kernel.interpolateStored.l2.\(variant)",
      LineProbe(
        items, (poses, ends, fractions, written), inputs: [.at(\.0), .at(\.1), .at(\.2)],
        result: .at(\.3)
      ) {
        kernels.interpolate($0.0, $0.1, at: $0.2, into: &$0.3)
      })
    expect(
      "kernel.mapQuads.l2.\(variant)",
      LineProbe(items, (transforms, pairs, quads), inputs: [.at(\.0), .at(\.1)], result: .at(\.2)) {
        kernels.mapQuads($0.0, halfSizes: $0.1, into: &$0.2)
      })
    expect(
      "kernel.spring.l2.\(variant)",
      LineProbe(items, (Blocks.springs(springs), states), inputs: [.at(\.0)], result: .at(\.1)) {
        kernels.evaluate($0.0, at: 0.31, into: &$0.1)
      })
    let propagators = KernelInputs.propagators(springs)
    expect(
      "kernel.springFixedStep.l2.\(variant)",
      LineProbe(items, (propagators, states), inputs: [.at(\.0), .at(\.1)], result: .at(\.1)) {
        kernels.step(&$0.1, by: $0.0)
      })
    expect(
      "kernel.timing.l2.\(variant)",
      LineProbe(items, (fractions, fractions), inputs: [.at(\.0)], result: .at(\.1)) {
        kernels.progress(at: $0.0, easing, into: &$0.1)
      })
    let prepared = BlockStorage.blocks(
      springs.map { PreparedSpringLanes<Float>($0) }, padding: PreparedSpringLanes(springs[0]),
      of: PreparedSpringBlock.self)
    expect(
      "kernel.springSorted.l2.\(variant)",
      LineProbe(items, (prepared, states), inputs: [.at(\.0)], result: .at(\.1)) {
        $0.1[0] = $0.0[0].oscillatingState(at: SplitTime(0.31))
      })
    let layers = LayerBlock.blocks(KernelInputs.animations(items))
    expect(
      "kernel.wholeFrame.l2.\(variant)",
      LineProbe(items, (layers, quads), inputs: [.at(\.0)], result: .at(\.1)) {
        LayerKernel.evaluate($0.0, &$0.1, 0.2, KernelInputs.parent, easing)
      })
  }

  @Test("Bytes of arrays of structures are those of all their lines")
  func bytesOfArrays() {
    let items = 16
    let left = KernelInputs.transforms(items, seed: 1, of: Transform3D.self)
    let right = KernelInputs.transforms(items, seed: 2, of: Transform3D.self)
    let sizes = Array(repeating: SIMD2<Float>(20, 30), count: items)
    let quads = Array(repeating: Quad<Float>.zero, count: items)
    expect(
      "kernel.concat.l2.struct",
      LineProbe(items, (left, right, left), inputs: [.at(\.0), .at(\.1)], result: .at(\.2)) {
        arrays in
        for index in 0..<items {
          arrays.2[index] = arrays.0[index].concatenating(arrays.1[index])
        }
      })
    expect(
      "kernel.concat.l2.latency.struct",
      LineProbe(
        items, (left, [Transform3D.identity]), inputs: [.at(\.0)], result: .at(\.1), writes: false
      ) {
        $0.1[0] = $0.0.reduce(.identity) { $0.concatenating($1) }
      })
    expect(
      "kernel.invert.l2.struct",
      LineProbe(items, (left, right), inputs: [.at(\.0)], result: .at(\.1)) { arrays in
        for index in 0..<items { arrays.1[index] = arrays.0[index].inverted() }
      })
    expect(
      "kernel.mapQuads.l2.struct",
      LineProbe(items, (left, sizes, quads), inputs: [.at(\.0), .at(\.1)], result: .at(\.2)) {
        arrays in
        for index in 0..<items {
          arrays.2[index] = arrays.0[index].mappedQuad(
            width: arrays.1[index].x, height: arrays.1[index].y)
        }
      })
  }

  @Test("Bytes of pixels are those of one pass over the images")
  func bytesOfPixels() throws {
    let size = try PixelSize(width: 16, height: 16)
    let kernels = ScalarPixelKernels()
    let source = try RasterInputs.image(size, seed: 1)
    let target = Bitmap(size, Pixel(red: 1, green: 2, blue: 3, alpha: 4))
    let mask = AlphaMask(size, coverage: 200)
    expect(
      "kernel.blend.l2.struct",
      LineProbe(
        size.area, (source, target), inputs: [.at(\.0.bytes), .at(\.1.bytes)],
        result: .at(\.1.bytes)
      ) {
        kernels.blend($0.0, opacity: 200, over: &$0.1, at: .zero)
      })
    expect(
      "kernel.mask.l2.struct",
      LineProbe(
        size.area, (mask, source), inputs: [.at(\.0.bytes), .at(\.1.bytes)], result: .at(\.1.bytes)
      ) {
        kernels.apply($0.0, to: &$0.1, at: .zero)
      })
    let blur = try BoxBlur(sigma: 1)
    expect(
      "kernel.blur.l2.struct",
      LineProbe(size.area, (source, target), inputs: [.at(\.0.bytes)], result: .at(\.1.bytes)) {
        var image = $0.0
        kernels.blur(&image, blur)
        $0.1 = image
      })
  }
}
