import LayerKernels
import MotionKernels
import SampleStatistics
import TestSupport
import Testing

/// The implementations of the batch kernels on this machine, named in failures.
enum BatchImplementation: String, CaseIterable, Sendable {
  case reference, block, base, avx2, avx512

  static var allCases: [BatchImplementation] {
    [.reference, .block]
      + InstructionSet.allCases.filter { DispatchKernels($0) != nil }
      .compactMap { Self(rawValue: $0.rawValue) }
  }

  var kernels: any BatchKernels {
    if self == .reference { return ReferenceKernels() }
    return InstructionSet(rawValue: rawValue).flatMap { DispatchKernels($0) } ?? BlockKernels()
  }
}

@Suite("Kernels over blocks")
struct BatchKernelTests {
  static let count = 53

  @Test("A named instruction set caps this machine's best one, and a name of none is refused")
  func instructionSets() throws {
    // Other processors have nothing to cap.
    guard let best = try? InstructionSet.best(cappedBy: nil) else { return }
    for set in InstructionSet.allCases {
      #expect(try InstructionSet.best(cappedBy: set.rawValue) == min(set, best))
    }
    for name in ["AVX2", "neon", ""] {
      #expect(throws: DispatchUnavailable.unknownSet(name)) {
        try InstructionSet.best(cappedBy: name)
      }
    }
  }

  static func transforms(_ seed: UInt64) -> [Transform3D] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in Transform3D.randomPose(using: &generator) }
  }

  static func poses(_ seed: UInt64) -> [LayerPose] {
    LayerBatchTests.animations(count: count, seed: seed).map(\.from)
  }

  static func fractions(_ seed: UInt64) -> [Float] {
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in .random(in: 0...1, using: &generator) }
  }

  private static func parts(_ pose: LayerPose, _ perspective: SIMD2<Float>)
    -> DecomposedTransform<Double>
  {
    DecomposedTransform(
      perspective: SIMD4(0, Double(perspective.x), Double(perspective.y), 1),
      translation: SIMD4<Double>(SIMD4(pose.translation, 0)),
      scale: SIMD4<Double>(SIMD4(pose.scale, 0)),
      rotation: SIMD4<Double>(pose.rotation))
  }

  @Test(
    "Products are within 4 ulp of the sum of magnitudes", arguments: BatchImplementation.allCases)
  func products(_ implementation: BatchImplementation) {
    let (left, right) = (Self.transforms(1), Self.transforms(2))
    var result = Blocks.identities(count: Self.count)
    implementation.kernels.concatenate(
      Blocks.transforms(left), Blocks.transforms(right), into: &result)
    for (index, product) in Blocks.transforms(result, count: Self.count).enumerated() {
      let (a, b) = (left[index].entries, right[index].entries)
      for row in 0..<4 {
        for column in 0..<4 {
          let terms = (0..<4).map { a[4 * row + $0] * b[4 * $0 + column] }
          let bound = 4 * Double(Float.ulpOfOne) * terms.map(abs).reduce(0, +)
          let error = abs(product.entries[4 * row + column] - terms.reduce(0, +))
          #expect(error <= bound, "entry \(row), \(column) of product \(index)")
        }
      }
    }
  }

  @Test("Compositions equal the 64-bit ones", arguments: BatchImplementation.allCases)
  func compositions(_ implementation: BatchImplementation) {
    let poses = Self.poses(3)
    let perspective = SIMD2<Float>(-1 / 4_000, -1 / 3_000)
    var result = Blocks.identities(count: Self.count)
    implementation.kernels.compose(
      Blocks.poses(poses), Blocks.pairs(Array(repeating: perspective, count: Self.count)),
      into: &result)
    for (index, transform) in Blocks.transforms(result, count: Self.count).enumerated() {
      let expected = Transform3D64(Self.parts(poses[index], perspective))
      let distance = transform.converted(to: Transform3D64.self).distance(to: expected)
      #expect(distance <= 1e-6, "composition \(index)")
    }
  }

  @Test(
    "Interpolations by decomposition equal the 64-bit ones", arguments: BatchImplementation.allCases
  )
  func decompositions(_ implementation: BatchImplementation) {
    let (start, end) = (Self.transforms(4), Self.transforms(5))
    let fractions = Self.fractions(6)
    var result = Blocks.identities(count: Self.count)
    implementation.kernels.interpolate(
      Blocks.transforms(start), Blocks.transforms(end), at: Blocks.numbers(fractions),
      into: &result)
    for (index, transform) in Blocks.transforms(result, count: Self.count).enumerated() {
      let expected = start[index].converted(to: Transform3D64.self)
        .interpolated(to: end[index].converted(), at: Double(fractions[index]))
      let distance = transform.converted(to: Transform3D64.self).distance(to: expected)
      #expect(distance <= 1.3e-5, "interpolation \(index)")
    }
  }

  @Test(
    "Ends that cannot be decomposed jump, others come back", arguments: BatchImplementation.allCases
  )
  func decompositionEdges(_ implementation: BatchImplementation) {
    var generator = SplitMix64(seed: 9)
    let mirrored = Transform3D.makeRotation(angle: 3.1415, x: 1, y: 2, z: 3).scaled(
      x: -2, y: 1, z: 1)
    var broken = Transform3D.identity
    broken.m12 = .nan
    var weightless = Transform3D.identity
    weightless.m44 = 0
    let extreme = Transform3D.makeRotation(
      quaternion: Transform3D.randomQuaternion(using: &generator)
    ).scaled(x: 1e-3, y: -1e3, z: 1)
    let start = [
      Transform3D.identity, .identity, .identity, .identity, mirrored, extreme,
      .makeScale(x: 1, y: 0, z: 1), .makeRotation(angle: .pi, x: 1, y: 0, z: 0),
    ]
    let end = [
      Transform3D.makeScale(x: 0, y: 0, z: 0), broken, weightless, .identity, mirrored, extreme,
      .identity, .makeRotation(angle: .pi, x: 1, y: 0, z: 0),
    ]
    for progress: Float in [0, 0.25, 0.5, 1] {
      var result = Blocks.identities(count: 8)
      implementation.kernels.interpolate(
        Blocks.transforms(start), Blocks.transforms(end),
        at: Blocks.numbers(Array(repeating: progress, count: 8)), into: &result)
      let values = Blocks.transforms(result, count: 8)
      for index in [0, 1, 2, 6] {
        let expected = progress < 0.5 ? start[index] : end[index]
        #expect(
          values[index].entries.map(\.bitPattern) == expected.entries.map(\.bitPattern),
          "\(index) at \(progress)")
      }
      for index in [3, 4, 5, 7] {
        for (row, original) in [
          (values[index].row1, start[index].row1), (values[index].row2, start[index].row2),
          (values[index].row3, start[index].row3), (values[index].row4, start[index].row4),
        ] {
          let (difference, size) = (row - original, (original * original).sum().squareRoot())
          #expect((difference * difference).sum().squareRoot() <= 2e-6 * size, "\(index)")
        }
      }
    }
  }

  @Test(
    "Mirrored ends and half turns take the same path in every implementation",
    arguments: BatchImplementation.allCases)
  func mirrors(_ implementation: BatchImplementation) {
    let turn = Transform3D.makeRotation(angle: 0.5, x: 0, y: 0, z: 1)
    var pairs: [(start: Transform3D, end: Transform3D)] = [
      (.identity, .makeScale(x: -1, y: 1, z: 1)), (.makeScale(x: 1, y: -1, z: 1), .identity),
      (.identity, .makeScale(x: 1, y: 1, z: -1)), (turn, turn.scaled(x: -2, y: 0.5, z: 1)),
      (.makeScale(x: -1, y: 1, z: 1), .makeScale(x: 1, y: -1, z: 1)),
      (.identity, .makeScale(x: -1, y: -1, z: -1)),
    ]
    for angle in [Float.pi, -.pi, Float(Double.pi), Float(-Double.pi)] {
      for axis in [SIMD3<Float>(0, 0, 1), SIMD3(0, 1, 0), SIMD3(1, 0, 0)] {
        pairs.append((.identity, .makeRotation(angle: angle, x: axis.x, y: axis.y, z: axis.z)))
        pairs.append((.makeRotation(angle: angle, x: axis.x, y: axis.y, z: axis.z), .identity))
      }
    }
    for progress: Float in [0, 0.25, 0.5, 0.75, 1] {
      var result = Blocks.identities(count: pairs.count)
      implementation.kernels.interpolate(
        Blocks.transforms(pairs.map(\.start)), Blocks.transforms(pairs.map(\.end)),
        at: Blocks.numbers(Array(repeating: progress, count: pairs.count)), into: &result)
      for (index, value) in Blocks.transforms(result, count: pairs.count).enumerated() {
        let expected = pairs[index].start.interpolated(to: pairs[index].end, at: progress)
        #expect(value.distance(to: expected) <= 1e-6, "\(index) at \(progress)")
      }
      let quarter = Blocks.transforms(result, count: 1)[0]
      #expect(quarter.distance(to: .makeScale(x: 1 - 2 * progress, y: 1, z: 1)) <= 2e-7)
    }
  }

  @Test("Poses made of both ends of a path mirror alike, and turn forward")
  func posesOfPaths() throws {
    let pairs: [(Transform3D64, Transform3D64)] = [
      (.makeScale(x: -1, y: 1, z: 1), .makeScale(x: 1, y: -1, z: 1)),
      (.identity, .makeScale(x: -1, y: 1, z: 1)),
      (.identity, .makeRotation(angle: .pi, x: 0, y: 0, z: 1)),
      (.identity, .makeRotation(angle: -.pi, x: 0, y: 0, z: 1)),
      (.makeRotation(angle: -.pi, x: 0, y: 0, z: 1), .identity),
    ]
    for (start, end) in pairs {
      let from = try #require(LayerPose(start))
      let to = try #require(LayerPose(end, from: from))
      for progress in [0.25, 0.5, 0.75] {
        let expected = start.interpolated(to: end, at: progress)
        let pose = from.interpolated(to: to, at: Float(progress))
        let value = SIMDTransform3D(pose, m24: 0, m34: 0).converted(to: Transform3D64.self)
        #expect(value.distance(to: expected) <= 1e-6, "\(start) at \(progress)")
        let scalar = Transform3D(
          ScalarPose(from).interpolated(to: ScalarPose(to), at: Float(progress)), m24: 0, m34: 0)
        #expect(scalar.converted(to: Transform3D64.self).distance(to: expected) <= 1e-6)
        var result = Blocks.identities(count: 1)
        for implementation in BatchImplementation.allCases {
          implementation.kernels.interpolate(
            Blocks.poses([from]), Blocks.poses([to]), at: Blocks.numbers([Float(progress)]),
            into: &result)
          let block = Blocks.transforms(result, count: 1)[0].converted(to: Transform3D64.self)
          #expect(block.distance(to: expected) <= 1e-6, "\(implementation) at \(progress)")
        }
      }
    }
  }

  @Test(
    "Interpolations of stored parts equal the 64-bit ones", arguments: BatchImplementation.allCases)
  func storedParts(_ implementation: BatchImplementation) {
    var (start, end) = (Self.poses(7), Self.poses(8))
    end[0].rotation = start[0].rotation
    end[1].rotation = -start[1].rotation
    end[2].scale = .zero
    start[3].rotation = SIMD4(0, 0, 0, 1)
    end[3].rotation = SIMD4(0, 0, 1, 0)
    let fractions = Self.fractions(9)
    var result = Blocks.identities(count: Self.count)
    implementation.kernels.interpolate(
      Blocks.poses(start), Blocks.poses(end), at: Blocks.numbers(fractions), into: &result)
    for (index, transform) in Blocks.transforms(result, count: Self.count).enumerated() {
      let (a, b) = (Self.parts(start[index], .zero), Self.parts(end[index], .zero))
      let expected = Transform3D64(a.interpolated(to: b, at: Double(fractions[index])))
      for (entry, (value, exact)) in zip(transform.entries, expected.entries).enumerated() {
        // Rows are rotations (within 3e-7) times a rounded scale of at most 2; translations are at
        // most 300 points.
        let bound = entry < 12 ? 2 * (3e-7 + 6e-8) : 300 * 1.2e-7
        #expect(abs(value - exact) <= bound, "layer \(index), entry \(entry)")
      }
    }
  }

  @Test("Corners equal the 64-bit ones", arguments: BatchImplementation.allCases)
  func corners(_ implementation: BatchImplementation) {
    let transforms = Self.transforms(10)
    var generator = SplitMix64(seed: 11)
    let halves = (0..<Self.count).map { _ in
      SIMD2<Float>.random(in: 5...30, using: &generator)
    }
    var result = Blocks.quads(count: Self.count)
    implementation.kernels.mapQuads(
      Blocks.transforms(transforms), halfSizes: Blocks.pairs(halves), into: &result)
    for index in 0..<Self.count {
      let expected = transforms[index].converted(to: Transform3D64.self).mappedQuad(
        width: 2 * Double(halves[index].x), height: 2 * Double(halves[index].y))
      #expect(LayerBatchTests.error(result[index / 16][index % 16], expected) <= 1e-6)
    }
  }

  @Test("Blocks equal width 1 bit for bit", arguments: 0..<16)
  func widthsAgree(seed: UInt64) {
    let items = BatchItems(count: Self.count, seed: seed)
    let (wide, narrow) = (items.results(of: BlockKernels()), items.results(of: ReferenceKernels()))
    for (wide, narrow) in zip(wide, narrow) { #expect(wide == narrow, "\(wide.kernel)") }
  }
}
