import MotionKernels
import SampleStatistics
import TestSupport
import Testing

@Suite("Interpolation by parts")
struct InterpolationTests {
  struct Path: Decodable {
    struct Sample: Decodable {
      let p: Double
      let full: [Double]?
    }
    let name, from, to: String
    let samples: [Sample]

    static func entries(_ css: String) -> [Double] {
      css.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ",")
        .compactMap { Double($0.drop { $0 == " " }) }
    }
  }

  private func check(_ file: String, tolerance: Double, skipping skipped: [String]) throws {
    struct File: Decodable { let matrices: [Path] }
    for path in try vectors(file, as: File.self).matrices
    where !skipped.contains(where: { path.name.contains($0) }) {
      func check<T: TransformKernel>(_: T.Type, tolerance: Double) throws {
        let from = T(entries: Path.entries(path.from))
        let to = T(entries: Path.entries(path.to))
        for sample in path.samples {
          let value = from.interpolated(to: to, at: T.Scalar(sample.p))
          let expected = T(entries: try #require(sample.full))
          let distance = value.distance(to: expected)
          #expect(distance <= tolerance, "\(T.self): \(path.name) at \(sample.p)")
        }
      }
      try check(Transform3D64.self, tolerance: tolerance)
      try check(SIMDTransform3D64.self, tolerance: tolerance)
      try check(Transform3D.self, tolerance: max(tolerance, 2e-6))
      try check(SIMDTransform3D.self, tolerance: max(tolerance, 2e-6))
    }
  }

  @Test("Paths equal Chromium's")
  func equalsChromium() throws {
    try check("matrix3d.json", tolerance: 1e-6, skipping: [])
  }

  @Test("Paths equal WebKit's in full precision")
  func equalsWebKit() throws {
    try check("webkit-matrix3d.json", tolerance: 1e-12, skipping: ["rotateX 45", "skewed 2d"])
  }

  @Test("The cart-fold's poses and corners equal the browser's")
  func cartFold() throws {
    struct Leg: Decodable {
      struct Sample: Decodable {
        let m: [Double]
        let P: [[Double]]
      }
      let n: String
      let v: [Sample]
    }
    let home = Transform3D64.identity
    let fold = Transform3D64.makePerspective(m24: -1.0 / 2000, m34: 0)
    let rest = Transform3D64.makeTranslation(x: 0, y: -15, z: 0).scaled(x: 0.8, y: 0.9, z: 1)
    let bent = Transform3D64.makePerspective(m24: -1.0 / 5000, m34: 0)
    let unfold = bent.scaled(x: 0.95, y: 0.95, z: 1)
    var dragStart = Transform3D64.makeTranslation(x: 0, y: 15, z: 0)
    dragStart.m24 = -1.0 / 5000
    dragStart = dragStart.scaled(x: 0.85, y: 1, z: 1)
    func drag(_ f: Double) -> Transform3D64 {
      Transform3D64.makePerspective(m24: (f - 1) / 3500, m34: 0)
        .scaled(x: 0.85 + 0.15 * f, y: 0.9 + 0.1 * f, z: 1)
    }
    let legs: [String: (Transform3D64, Transform3D64, TimingFunction)] = [
      "present1": (home, fold, .easeOut), "present2": (fold, rest, .easeOut),
      "dismiss1": (rest, unfold, .easeIn), "dismiss2": (unfold, home, .easeIn),
      "dragstart": (rest, dragStart, .easeInOut), "finish.6": (drag(0.6), home, .easeInOut),
      "cancel.3": (drag(0.3), rest, .easeOut),
    ]
    for leg in try vectors("verify-cartfold.json", as: [Leg].self) {
      let (from, to, timing) = try #require(legs[leg.n])
      let path = TransformInterpolation(from: from, to: to)
      for (index, sample) in leg.v.enumerated() {
        let pose = path.value(at: timing.progress(at: Double(index) / 4))
        #expect(pose.distance(to: Transform3D64(entries: sample.m)) <= 1e-6, "\(leg.n) \(index)")
        // The corners of the browser's own matrix: its seven decimals move them by 0.002.
        let quad = Transform3D64(entries: sample.m).mappedQuad(width: 375, height: 667)
        let corners = [quad.topLeft, quad.bottomRight]
        for (corner, expected) in zip(corners, sample.P) {
          #expect(abs(corner.x + 187.5 - expected[0]) < 1e-9, "\(leg.n) \(index)")
          #expect(abs(corner.y + 333.5 - expected[1]) < 1e-9, "\(leg.n) \(index)")
        }
      }
    }
  }

  @Test("Decomposing and composing gives the transform back", arguments: 0..<200)
  func roundTrip(seed: UInt64) {
    func check<T: TransformKernel>(_: T.Type, tolerance: Double) {
      var generator = SplitMix64(seed: seed)
      let pose = T.randomPose(using: &generator)
      guard let parts = pose.decomposed else {
        Issue.record("a pose must decompose")
        return
      }
      #expect(T(parts).distance(to: pose) <= tolerance)
      let length = Double((parts.rotation * parts.rotation).sum().squareRoot())
      #expect(abs(length - 1) <= 2.5e-7)
    }
    check(Transform3D64.self, tolerance: 1e-13)
    check(SIMDTransform3D64.self, tolerance: 1e-13)
    check(Transform3D.self, tolerance: 2e-6)
    check(SIMDTransform3D.self, tolerance: 2e-6)
  }

  @Test("Scales from a thousandth to a thousand survive the round trip", arguments: 0..<100)
  func extremeScales(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func scale() -> Float {
      let exponent = Double.random(in: -3...3, using: &generator)
      var value = 1.0
      for _ in 0..<Int(abs(exponent) * 10) { value *= 1.2589254117941673 }
      return Float(exponent < 0 ? 1 / value : value) * (Bool.random(using: &generator) ? 1 : -1)
    }
    let factors = SIMD3(scale(), scale(), scale())
    func check<T: TransformKernel>(_: T.Type) where T.Scalar == Float {
      let rotation = T.makeRotation(
        quaternion: T.randomQuaternion(using: &generator))
      let pose = rotation.scaled(x: factors.x, y: factors.y, z: factors.z)
      guard let parts = pose.decomposed else {
        Issue.record("a pose must decompose")
        return
      }
      let back = T(parts)
      for (row, original) in [
        (back.row1, pose.row1), (back.row2, pose.row2), (back.row3, pose.row3),
      ] {
        let size = (original * original).sum().squareRoot()
        let difference = row - original
        #expect((difference * difference).sum().squareRoot() <= 2e-6 * size)
      }
    }
    check(Transform3D.self)
    check(SIMDTransform3D.self)
  }

  @Test("Scalar and SIMD take the same path", arguments: 0..<100)
  func variantsAgree(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let from = Transform3D64.randomPose(using: &generator)
    let to = Transform3D64.randomPose(using: &generator)
    let progress = Double.random(in: -0.2...1.2, using: &generator)
    let reference = from.interpolated(to: to, at: progress)
    let simd = from.converted(to: SIMDTransform3D64.self)
      .interpolated(to: to.converted(), at: progress)
    #expect(simd.converted(to: Transform3D64.self).distance(to: reference) < 1e-10)
  }

  @Test("Without rotation or skew every entry is interpolated linearly")
  func affineFastPath() {
    let from = Transform3D64.makeTranslation(x: 3, y: -4, z: 5).scaled(x: 0.5, y: 2, z: 3)
    let to = Transform3D64.makeTranslation(x: -7, y: 40, z: 0.5).scaled(x: 2, y: 0.25, z: 1)
    for progress in stride(from: -0.5, through: 1.5, by: 0.125) {
      let expected = zip(from.entries, to.entries).map { $0 + ($1 - $0) * progress }
      let value = from.interpolated(to: to, at: progress)
      #expect(value.distance(to: Transform3D64(entries: expected)) < 1e-12)
    }
  }

  @Test("A rotation takes the shorter arc and keeps its length")
  func shortWay() {
    let start = Transform3D64.identity
    for (degrees, half) in [(170.0, 85.0), (190, -85), (350, -5)] {
      let end = Transform3D64.makeRotation(angle: degrees * .pi / 180, x: 0, y: 0, z: 1)
      let middle = start.interpolated(to: end, at: 0.5)
      let expected = Transform3D64.makeRotation(angle: half * .pi / 180, x: 0, y: 0, z: 1)
      #expect(middle.distance(to: expected) < 1e-12)
    }
  }

  @Test("An end that cannot be decomposed makes the path jump at a half")
  func discrete() {
    func check<T: TransformKernel>(_: T.Type) {
      var weightless = T.identity
      weightless.m44 = 0
      var broken = T.identity
      broken.m12 = .nan
      for end in [T.makeScale(x: 0, y: 0, z: 0), weightless, broken] {
        #expect(end.decomposed == nil)
        let path = TransformInterpolation(from: T.identity, to: end)
        #expect(path.value(at: 0.49).isIdentity)
        #expect(path.value(at: 0.5).entries.map(\.bitPattern) == end.entries.map(\.bitPattern))
      }
    }
    check(Transform3D.self)
    check(SIMDTransform3D.self)
    check(Transform3D64.self)
    check(SIMDTransform3D64.self)
  }

  @Test("Identical and opposite quaternions give no NaN")
  func parallelQuaternions() {
    let q = SIMD4<Float>(0.5, 0.5, -0.5, 0.5)
    for end in [q, -q] {
      let middle = slerp(q, end, at: 0.5, halfTurns: .forward)
      #expect(abs(middle.x - q.x) < 1e-7 && abs(middle.w - q.w) < 1e-7)
    }
    let d = SIMD4<Double>(0.5, 0.5, -0.5, 0.5)
    #expect(slerp(d, -d, at: 0.25, halfTurns: .forward) == d)
  }
}
