import Foundation
import MotionKernels
import SampleStatistics
import TestSupport
import Testing

/// Paths to, from and between transforms that mirror.
@Suite("Mirrored transforms")
struct MirrorTests {
  private typealias Matrix = Transform3D64

  /// Runs a check for every type, with the tolerance of its numbers.
  private func forEachType(_ check: (any TransformKernel.Type, Double) -> Void) {
    check(Transform3D64.self, 1e-12)
    check(SIMDTransform3D64.self, 1e-12)
    check(Transform3D.self, 4e-6)
    check(SIMDTransform3D.self, 4e-6)
  }

  @Test(
    "A mirrored axis is scaled alone, and the others stay",
    arguments: [SIMD3(-1.0, 1, 1), SIMD3(1, -1, 1), SIMD3(1, 1, -1), SIMD3(-0.5, 3, 1)])
  func oneAxis(scale: SIMD3<Double>) {
    forEachType { type, tolerance in
      func check<T: TransformKernel>(_: T.Type) {
        let end = T.makeScale(
          x: T.Scalar(scale.x), y: T.Scalar(scale.y), z: T.Scalar(scale.z))
        for progress in stride(from: 0.0, through: 1, by: 0.125) {
          let s = SIMD3(repeating: 1.0) + (scale - 1) * progress
          let expected = T.makeScale(x: T.Scalar(s.x), y: T.Scalar(s.y), z: T.Scalar(s.z))
          let there = T.identity.interpolated(to: end, at: T.Scalar(progress))
          #expect(there.distance(to: expected) <= tolerance, "\(T.self) at \(progress)")
          let back = end.interpolated(to: .identity, at: T.Scalar(1 - progress))
          #expect(back.distance(to: expected) <= tolerance, "\(T.self), back at \(progress)")
        }
      }
      check(type)
    }
  }

  @Test("A card that is turned, moved and under perspective mirrors about its own axis")
  func inPlace() throws {
    let turned = Matrix.makeRotation(angle: 0.5, x: 0, y: 0, z: 1)
    let eye = Matrix.makePerspective(m24: -1 / 2000, m34: -1 / 500)
    for (before, after) in [
      (Matrix.identity, Matrix.makeTranslation(x: 30, y: -20, z: 0)), (turned, .identity),
      (turned, eye),
    ] {
      let place = before.concatenating(after)
      let end = Matrix.makeScale(x: -1, y: 1, z: 1).concatenating(place)
      for progress in stride(from: 0.0, through: 1, by: 0.25) {
        let expected = Matrix.makeScale(x: 1 - 2 * progress, y: 1, z: 1).concatenating(place)
        #expect(place.interpolated(to: end, at: progress).distance(to: expected) <= 1e-12)
      }
    }
  }

  /// The decomposition of css-transforms-1 for transforms of the plane without shear, with rotation
  /// by angles.
  private struct PlaneParts {
    var scaleX, scaleY, angle: Double

    init(_ m: Matrix) {
      scaleX = hypot(m.m11, m.m12)
      scaleY = hypot(m.m21, m.m22)
      if m.m11 * m.m22 - m.m12 * m.m21 < 0 {
        if m.m11 < m.m22 { scaleX = -scaleX } else { scaleY = -scaleY }
      }
      angle = atan2(m.m12 / scaleX, m.m11 / scaleX)
    }

    func value(to other: PlaneParts, at progress: Double) -> Matrix {
      var (a, b) = (self, other)
      if (a.scaleX < 0 && b.scaleY < 0) || (a.scaleY < 0 && b.scaleX < 0) {
        a.scaleX = -a.scaleX
        a.scaleY = -a.scaleY
        a.angle += a.angle < 0 ? .pi : -.pi
      }
      if a.angle - b.angle > .pi { a.angle -= 2 * .pi }
      if b.angle - a.angle > .pi { b.angle -= 2 * .pi }
      func straight(_ a: Double, _ b: Double) -> Double { a + (b - a) * progress }
      return Matrix.makeRotation(angle: straight(a.angle, b.angle), x: 0, y: 0, z: 1)
        .scaled(x: straight(a.scaleX, b.scaleX), y: straight(a.scaleY, b.scaleY), z: 1)
    }
  }

  @Test("In the plane, paths are those of css-transforms-1", arguments: 0..<300)
  func equalsPlane(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func end() -> Matrix {
      let sign = SIMD2(
        Bool.random(using: &generator) ? -1.0 : 1, Bool.random(using: &generator) ? -1.0 : 1)
      let angle = Double.random(in: -3.1...3.1, using: &generator)
      return Matrix.makeRotation(angle: angle, x: 0, y: 0, z: 1).scaled(
        x: sign.x * .random(in: 0.2...4, using: &generator),
        y: sign.y * .random(in: 0.2...4, using: &generator), z: 1)
    }
    let (start, end) = (end(), end())
    for progress in stride(from: 0.0, through: 1, by: 0.125) {
      let expected = PlaneParts(start).value(to: PlaneParts(end), at: progress)
      #expect(start.interpolated(to: end, at: progress).distance(to: expected) <= 1e-9)
    }
  }

  /// Random ends: in the plane or in space, of any sign, sheared, turned, with perspective or not.
  private func ends(seed: UInt64) -> (start: Matrix, end: Matrix, isPlanar: Bool) {
    var generator = SplitMix64(seed: seed)
    guard seed % 2 == 0 else {
      return (.randomPose(using: &generator), .randomPose(using: &generator), false)
    }
    func end() -> Matrix {
      func number() -> Double { .random(in: -3...3, using: &generator) }
      while true {
        let affine = AffineTransform(
          a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
        // Nearly singular ones are sheared without limit.
        if abs(affine.a * affine.d - affine.b * affine.c) > 1 { return .makeAffine(affine) }
      }
    }
    return (end(), end(), true)
  }

  private func determinant(_ m: Matrix) -> Double {
    m.m11 * (m.m22 * m.m33 - m.m23 * m.m32) - m.m12 * (m.m21 * m.m33 - m.m23 * m.m31)
      + m.m13 * (m.m21 * m.m32 - m.m22 * m.m31)
  }

  @Test(
    "Ends are exact, the way is continuous, it mirrors at most once, and a plane stays a plane",
    arguments: seeds(short: 400, long: 20_000))
  func laws(seed: UInt64) {
    let (start, end, isPlanar) = ends(seed: seed)
    let path = TransformInterpolation(from: start, to: end)
    #expect(!path.isDiscrete)
    #expect(path.value(at: 0).distance(to: start) <= 1e-9)
    #expect(path.value(at: 1).distance(to: end) <= 1e-9)
    var changes = 0
    var before = path.value(at: 0)
    let steps = 256
    for step in 1...steps {
      let value = path.value(at: Double(step) / Double(steps))
      // Half a turn of a scale of 12, sheared, in 256 steps.
      let size = [start, end].flatMap(\.entries).map(abs).max() ?? 1
      #expect(value.distance(to: before) <= 0.1 * max(size, 1), "\(step)")
      if determinant(value) * determinant(before) < 0 { changes += 1 }
      if isPlanar { #expect(value.isAffine || !start.isAffine, "\(value)") }
      before = value
    }
    #expect(changes == (determinant(start) * determinant(end) < 0 ? 1 : 0))
  }

  @Test("Scalar, SIMD, and both widths of numbers take one path", arguments: 0..<300)
  func implementationsAgree(seed: UInt64) {
    let (start, end, _) = ends(seed: seed)
    #expect(start.decomposed != nil && end.decomposed != nil)
    for progress in [0.1, 0.5, 0.9] {
      let expected = start.interpolated(to: end, at: progress)
      let simd = start.converted(to: SIMDTransform3D64.self)
        .interpolated(to: end.converted(), at: progress)
      #expect(simd.converted(to: Matrix.self).distance(to: expected) <= 1e-10)
      let single = start.converted(to: Transform3D.self)
        .interpolated(to: end.converted(), at: Float(progress))
      let singleSIMD = start.converted(to: SIMDTransform3D.self)
        .interpolated(to: end.converted(), at: Float(progress))
      #expect(singleSIMD.converted(to: Transform3D.self).distance(to: single) <= 1e-4)
    }
  }

  @Test("Parts that negate other axes are of the same transform", arguments: 0..<50)
  func alignment(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var pose = Matrix.randomPose(using: &generator)
    if determinant(pose) > 0 { pose = pose.scaled(x: -1, y: 1, z: 1) }
    let parts = try #require(pose.decomposed)
    #expect([parts.scale.x, parts.scale.y, parts.scale.z].filter { $0 < 0 }.count == 1)
    for signs in [
      SIMD4<Double>(-1, 1, 1, 0), SIMD4(1, -1, 1, 0), SIMD4(1, 1, -1, 0), SIMD4(-1, -1, -1, 0),
    ] {
      let aligned = parts.aligned(with: DecomposedTransform(scale: signs))
      #expect((aligned.scale.x < 0) == (signs.x < 0))
      #expect((aligned.scale.y < 0) == (signs.y < 0))
      #expect((aligned.scale.z < 0) == (signs.z < 0))
      #expect(Matrix(aligned).distance(to: pose) <= 1e-12)
    }
    #expect(parts.aligned(with: DecomposedTransform()) == parts)
  }

  @Test("From one mirrored axis to the other, the view turns and keeps its size")
  func otherAxis() {
    let path = TransformInterpolation(
      from: Matrix.makeScale(x: -1, y: 1, z: 1), to: .makeScale(x: 1, y: -1, z: 1))
    for progress in stride(from: 0.0, through: 1, by: 0.125) {
      #expect(abs(determinant(path.value(at: progress)) + 1) <= 1e-12)
    }
    let swapped = Matrix.makeAffine(AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(path.value(at: 0.5).distance(to: swapped) <= 1e-12)
  }

  struct Turn: Sendable {
    let angle, direction: Double
  }

  static let turns = [
    Turn(angle: Double.pi, direction: 1), Turn(angle: -Double.pi, direction: 1),
    Turn(angle: 3.14159265358979, direction: 1), Turn(angle: -3.14159265358979, direction: -1),
    Turn(angle: Double.pi - 1e-9, direction: 1), Turn(angle: 1e-9 - Double.pi, direction: -1),
    Turn(angle: Double.pi + 1e-9, direction: -1), Turn(angle: 3.1, direction: 1),
    Turn(angle: 3.2, direction: -1), Turn(angle: -3.1, direction: -1),
  ]

  @Test(
    "Half a turn goes in the positive direction, whatever its sign; less goes where it is nearer",
    arguments: turns)
  func halfTurns(turn: Turn) {
    let (angle, direction) = (turn.angle, turn.direction)
    let axes: [(SIMD3<Double>, (Matrix) -> Double)] = [
      (SIMD3(0, 0, 1), { $0.m12 }), (SIMD3(0, 1, 0), { $0.m31 }), (SIMD3(1, 0, 0), { $0.m23 }),
    ]
    for (axis, sine) in axes {
      let end = Matrix.makeRotation(angle: angle, x: axis.x, y: axis.y, z: axis.z)
      let quarter = Matrix.identity.interpolated(to: end, at: 0.25)
      #expect(abs(sine(quarter) - direction * 0.5.squareRoot()) < 2e-2, "\(axis)")
    }
  }

  @Test("Half a turn goes on in the positive direction on the way back, too")
  func halfTurnsBack() {
    for angle in [Double.pi, -Double.pi] {
      let turned = Matrix.makeRotation(angle: angle, x: 0, y: 0, z: 1)
      let middle = turned.interpolated(to: .identity, at: 0.5)
      #expect(middle.distance(to: .makeRotation(angle: -.pi / 2, x: 0, y: 0, z: 1)) < 1e-9)
      // Developers turn back with twice π, which is not exactly the identity.
      let back = turned.interpolated(
        to: .makeRotation(angle: -2 * Double.pi, x: 0, y: 0, z: 1), at: 0.5)
      #expect(abs(back.m12 - (angle > 0 ? 1 : -1)) < 1e-9)
    }
    // Numbers of 32 bits, whose π is another one.
    for angle in [Float.pi, -.pi, Float(Double.pi), Float(-Double.pi)] {
      let end = SIMDTransform3D.makeRotation(angle: angle, x: 0, y: 0, z: 1)
      #expect(SIMDTransform3D.identity.interpolated(to: end, at: 0.25).m12 > 0.7)
      let scalar = Transform3D.makeRotation(angle: angle, x: 0, y: 0, z: 1)
      #expect(Transform3D.identity.interpolated(to: scalar, at: 0.25).m12 > 0.7)
    }
  }

  @Test(
    "The smallest scales do not jump, in 64 bits down to 1e-150", arguments: [1e-3, 1e-30, 1e-150])
  func tinyScales(scale: Double) {
    for sign in [1.0, -1] {
      let end = Matrix.makeTranslation(x: 10, y: 20, z: 0).scaled(x: sign * scale, y: scale, z: 1)
      let path = TransformInterpolation(from: Matrix.identity, to: end)
      // A product of all three scales would be below what a number can hold.
      #expect(!path.isDiscrete)
      let quarter = path.value(at: 0.25)
      #expect(abs(quarter.m11 - (sign > 0 ? 0.75 + 0.25 * scale : 0.75 - 0.25 * scale)) < 1e-12)
      #expect(abs(quarter.m22 - (0.75 + 0.25 * scale)) < 1e-12)
      #expect(abs(path.value(at: 1).m22 - scale) <= 1e-15)
    }
    let inFloat = TransformInterpolation(
      from: SIMDTransform3D.identity,
      to: .makeScale(x: Float(scale), y: Float(scale), z: 1))
    #expect(inFloat.isDiscrete == (scale < 1e-18))
  }

  @Test("A reflection under perspective keeps both", arguments: 0..<100 as Range<UInt64>)
  func reflectionWithPerspective(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pose = Matrix.randomPose(using: &generator)
    let end = Matrix.makeScale(x: 1, y: -1, z: 1).concatenating(pose)
    let path = TransformInterpolation(from: pose, to: end)
    #expect(path.value(at: 0).distance(to: pose) <= 1e-11)
    #expect(path.value(at: 1).distance(to: end) <= 1e-11)
  }
}
