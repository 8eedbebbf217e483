import LayerKernels
import MotionKernels
import SampleStatistics
import TestSupport
import Testing

@Suite("Batches of layers")
struct LayerBatchTests {
  static func animations(count: Int, seed: UInt64) -> [LayerAnimation] {
    var generator = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &generator) }
    func pose() -> LayerPose {
      LayerPose(
        translation: SIMD3(number(-200...200), number(-300...300), number(-40...40)),
        rotation: SIMDTransform3D.randomQuaternion(using: &generator),
        scale: SIMD3(number(0.5...2), number(0.5...2), number(0.5...2)))
    }
    return (0..<count).map { _ in
      LayerAnimation(
        from: pose(), to: pose(), size: SIMD2(number(10...60), number(10...60)),
        begin: number(0...0.3), duration: number(0.1...0.5),
        perspective: SIMD2(number(-2e-4...2e-4), number(-1e-3...0)))
    }
  }

  static let parent = SIMDTransform3D.makePerspective(m24: -1.0 / 2000, m34: -1.0 / 900)
    .translated(x: 12, y: -15, z: 3).scaled(x: 0.8, y: 0.9, z: 1)

  /// The corners in 64 bits, by the general route: decomposed parts and matrix products.
  static func reference(
    _ animation: LayerAnimation, _ timing: TimingFunction, _ time: Float, _ parent: SIMDTransform3D
  ) -> Quad<Double> {
    let elapsed = Double(time) - Double(animation.begin)
    let fraction =
      animation.duration > 0
      ? min(max(elapsed / Double(animation.duration), 0), 1) : elapsed < 0 ? 0 : 1
    func parts(_ pose: LayerPose) -> DecomposedTransform<Double> {
      let rotation = SIMD4<Double>(pose.rotation)
      return DecomposedTransform(
        perspective: SIMD4(0, Double(animation.perspective.x), Double(animation.perspective.y), 1),
        translation: SIMD4<Double>(SIMD4(pose.translation, 0)),
        scale: SIMD4<Double>(SIMD4(pose.scale, 0)),
        rotation: rotation / (rotation * rotation).sum().squareRoot())
    }
    let progress = timing.progress(at: fraction)
    // Not interpolated as parts of transforms, which mirror alike and turn forward.
    let (from, to) = (parts(animation.from), parts(animation.to))
    var pose = from
    pose.translation += (to.translation - from.translation) * progress
    pose.scale += (to.scale - from.scale) * progress
    pose.rotation = slerp(from.rotation, to.rotation, at: progress, halfTurns: .stated)
    return Transform3D64(pose).concatenating(parent.converted()).mappedQuad(
      width: Double(animation.size.x), height: Double(animation.size.y))
  }

  static func error(_ quad: Quad<Float>, _ reference: Quad<Double>) -> Double {
    let pairs = [
      (quad.topLeft, reference.topLeft), (quad.topRight, reference.topRight),
      (quad.bottomLeft, reference.bottomLeft), (quad.bottomRight, reference.bottomRight),
    ]
    return pairs.map { corner, expected in
      let difference = SIMD2<Double>(corner) - expected
      return max(abs(difference.x), abs(difference.y))
        / max(100, abs(expected.x), abs(expected.y))
    }.max() ?? 0
  }

  /// Whether rounding may move a fraction to the other side of a jump.
  private static func isNearJump(_ animation: LayerAnimation, _ time: Float, steps: Int) -> Bool {
    let fraction = (Double(time) - Double(animation.begin)) / Double(animation.duration)
    let step = Double(steps) * fraction
    return abs(step - step.rounded()) < 1e-5
  }

  @Test("Corners equal the 64-bit reference", arguments: LayerBatchVariant.allCases, 0..<8)
  func equalsReference(variant: LayerBatchVariant, seed: UInt64) {
    let animations = Self.animations(count: 37, seed: seed)
    let timings: [TimingFunction] = [
      .easeInOut, .easeIn, .easeOut, .default, .linear, .cubicBezier(1, 0, 0, 1), .steps(4),
      .piecewiseLinear([LinearStop(0), LinearStop(1.2, at: 0.3), LinearStop(1)]),
    ]
    let timing = timings[Int(seed) % timings.count]
    var batch = LayerBatches.make(variant, animations, timing: timing)
    for time in stride(from: Float(-0.05), through: 0.9, by: 0.0625) {
      batch.evaluate(time: time, parent: Self.parent)
      for (index, animation) in animations.enumerated() {
        let expected = Self.reference(animation, timing, time, Self.parent)
        let error = Self.error(batch.quad(at: index), expected)
        if timing == .steps(4), Self.isNearJump(animation, time, steps: 4) { continue }
        #expect(error < 2e-5, "layer \(index) at \(time)")
      }
    }
  }

  @Test("Any number of layers", arguments: LayerBatchVariant.allCases)
  func anyCount(variant: LayerBatchVariant) {
    for count in [0, 1, 15, 16, 17, 33] {
      let animations = Self.animations(count: count, seed: 7)
      var batch = LayerBatches.make(variant, animations, timing: .easeInOut)
      batch.evaluate(time: 0.2, parent: .identity)
      #expect(batch.count == count)
      for (index, animation) in animations.enumerated() {
        let expected = Self.reference(animation, .easeInOut, 0.2, .identity)
        #expect(Self.error(batch.quad(at: index), expected) < 2e-5)
      }
    }
  }

  @Test("A broken layer leaves the others alone", arguments: LayerBatchVariant.allCases)
  func brokenLayersStayAlone(variant: LayerBatchVariant) {
    var animations = Self.animations(count: 48, seed: 3)
    let whole = animations
    animations[5].from.translation.x = .nan
    animations[17].size.x = .infinity
    animations[18].begin = .nan
    animations[33].to.rotation = SIMD4(.nan, 0, 0, 1)
    animations[34].to.rotation = .zero
    animations[47].perspective = SIMD2(.infinity, .nan)
    var batch = LayerBatches.make(variant, animations, timing: .easeInOut)
    var clean = LayerBatches.make(variant, whole, timing: .easeInOut)
    batch.evaluate(time: 0.25, parent: Self.parent)
    clean.evaluate(time: 0.25, parent: Self.parent)
    for index in 0..<48 where ![5, 17, 18, 33, 34, 47].contains(index) {
      #expect(batch.quad(at: index) == clean.quad(at: index))
    }
    #expect(batch.quad(at: 5).topLeft.x.isNaN)
  }

  @Test(
    "An animation of duration zero is over when it starts", arguments: LayerBatchVariant.allCases)
  func zeroDuration(variant: LayerBatchVariant) {
    for (begin, duration) in [(Float(0), Float(0)), (0.25, 0), (-1, 0), (0.25, -1), (7, 0)] {
      let animation = LayerAnimation(
        from: LayerPose(), to: LayerPose(translation: SIMD3(100, 0, 0)), size: SIMD2(2, 2),
        begin: begin, duration: duration)
      var batch = LayerBatches.make(variant, [animation], timing: .easeIn)
      batch.evaluate(time: begin, parent: .identity)
      #expect(batch.quad(at: 0).topLeft == SIMD2(99, -1))
      batch.evaluate(time: begin - 0.01, parent: .identity)
      #expect(batch.quad(at: 0).topLeft == SIMD2(-1, -1))
    }
  }

  @Test("Identical, opposite and mirrored poses", arguments: LayerBatchVariant.allCases)
  func specialPoses(variant: LayerBatchVariant) {
    let q = SIMD4<Float>(0.5, 0.5, -0.5, 0.5)
    let ends = [
      (LayerPose(rotation: q), LayerPose(rotation: q)),
      (LayerPose(rotation: q), LayerPose(rotation: -q)),
      (LayerPose(scale: SIMD3(-1, 1, 1)), LayerPose(scale: SIMD3(1, -2, 1))),
      (LayerPose(scale: .zero), LayerPose(scale: .one)),
      (LayerPose(rotation: SIMD4(0, 0, 0, 1)), LayerPose(rotation: SIMD4(0, 0, 1, 0))),
      (LayerPose(rotation: SIMD4(0, 0, 0, 1)), LayerPose(rotation: SIMD4(0, 0, 1e-4, 1))),
    ]
    let animations = ends.map {
      LayerAnimation(from: $0.0, to: $0.1, size: SIMD2(40, 20), duration: 1)
    }
    var batch = LayerBatches.make(variant, animations, timing: .linear)
    for time: Float in [0, 0.25, 0.5, 1] {
      batch.evaluate(time: time, parent: Self.parent)
      for (index, animation) in animations.enumerated() {
        let expected = Self.reference(animation, .linear, time, Self.parent)
        #expect(Self.error(batch.quad(at: index), expected) < 1e-6, "\(index) at \(time)")
      }
    }
  }
}
