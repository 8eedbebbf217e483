import MotionKernels
import SampleStatistics
import TestSupport
import Testing

@Suite("Transforms")
struct TransformTests {
  /// Runs a check for all four implementations; the tolerance is that of the scalar.
  private func forEach(_ check: (any TransformKernel.Type, Double) -> Void) {
    check(Transform3D.self, 1e-5)
    check(SIMDTransform3D.self, 1e-5)
    check(Transform3D64.self, 1e-12)
    check(SIMDTransform3D64.self, 1e-12)
  }

  @Test("Products, inverses, points and rotations equal the browser's")
  func equalsBrowser() throws {
    struct File: Decodable {
      struct Product: Decodable { let a, b, concat_ab: [Double] }
      struct Inverse: Decodable { let a, inv: [Double] }
      struct Point: Decodable {
        struct Homogeneous: Decodable { let x, y, z, w: Double }
        let a: [Double]
        let p, q: Homogeneous
      }
      struct Rotation: Decodable {
        let ax, m: [Double]
        let deg: Double
      }
      let mul: [Product]
      let inv: [Inverse]
      let pt: [Point]
      let rot: [Rotation]
    }
    let file = try vectors("kernel.json", as: File.self)
    func check<T: TransformKernel>(_: T.Type) where T.Scalar == Double {
      for row in file.mul {
        let product = T(entries: row.a).concatenating(T(entries: row.b))
        #expect(product == T(entries: row.concat_ab))
      }
      for row in file.inv {
        let inverse = T(entries: row.a).inverse
        #expect((inverse ?? .identity).distance(to: T(entries: row.inv)) <= 1e-12)
      }
      for row in file.pt {
        let image = T(entries: row.a).applied(to: SIMD4(row.p.x, row.p.y, row.p.z, row.p.w))
        #expect(image == SIMD4(row.q.x, row.q.y, row.q.z, row.q.w))
      }
      for row in file.rot {
        let rotation = T.makeRotation(
          angle: row.deg * .pi / 180, x: row.ax[0], y: row.ax[1], z: row.ax[2])
        #expect(rotation.distance(to: T(entries: row.m)) <= 1e-12)
      }
    }
    check(Transform3D64.self)
    check(SIMDTransform3D64.self)
  }

  @Test("SIMD equals the scalar reference bit for bit", arguments: 0..<64)
  func simdMatchesReference(seed: UInt64) {
    func check<S: ScalarTransformKernel, V: SIMDTransformKernel>(_: S.Type, _: V.Type)
    where S.Scalar == V.Scalar {
      var generator = SplitMix64(seed: seed)
      let (a, b) = (S.random(using: &generator), S.random(using: &generator))
      let (va, vb) = (a.converted(to: V.self), b.converted(to: V.self))
      #expect(va.concatenating(vb).converted() == a.concatenating(b))
      #expect(va.inverse?.converted() == a.inverse)
      #expect(va.translated(x: 3, y: -2, z: 0.5).converted() == a.translated(x: 3, y: -2, z: 0.5))
      #expect(va.scaled(x: 3, y: -2, z: 0.5).converted() == a.scaled(x: 3, y: -2, z: 0.5))
      #expect(va.applied(to: b.row1) == a.applied(to: b.row1))
      #expect(va.mapped(x: 30, y: -20) == a.mapped(x: 30, y: -20))
      #expect(va.mappedQuad(width: 375, height: 667) == a.mappedQuad(width: 375, height: 667))
    }
    check(Transform3D.self, SIMDTransform3D.self)
    check(Transform3D64.self, SIMDTransform3D64.self)
  }

  @Test("Products associate, and an inverse undoes", arguments: 0..<32)
  func laws(seed: UInt64) {
    forEach { type, tolerance in
      func check<T: TransformKernel>(_: T.Type) {
        var generator = SplitMix64(seed: seed)
        let poses = (0..<3).map { _ in T.randomPose(using: &generator) }
        let left = poses[0].concatenating(poses[1]).concatenating(poses[2])
        let right = poses[0].concatenating(poses[1].concatenating(poses[2]))
        #expect(left.distance(to: right) < 100 * tolerance)
        let undone = poses[0].concatenating(poses[0].inverted())
        #expect(undone.distance(to: .identity) < 1000 * tolerance)
        #expect(poses[0].concatenating(.identity) == poses[0])
        #expect(T.identity.concatenating(poses[0]) == poses[0])
      }
      check(type)
    }
  }

  @Test("Construction acts before the existing transform")
  func constructionOrder() {
    forEach { type, tolerance in
      func check<T: TransformKernel>(_: T.Type) {
        #expect(T.makeTranslation(x: 10, y: 0, z: 0).scaled(x: 2, y: 2, z: 2).m41 == 10)
        #expect(T.makeScale(x: 2, y: 2, z: 2).translated(x: 10, y: 0, z: 0).m41 == 20)
        let bent = T.makePerspective(m24: 0.25, m34: 0)
        #expect(bent.scaled(x: 1, y: 3, z: 1).m24 == 0.75)
        #expect(bent.translated(x: 0, y: 8, z: 0).m44 == 3)
        let quarter = T.makeRotation(angle: .pi / 2, x: 0, y: 0, z: 7)
        #expect(Double(abs(quarter.m12 - 1)) < tolerance)
        #expect(Double(abs(quarter.m21 + 1)) < tolerance)
        #expect(T.makeRotation(angle: 1, x: 0, y: 0, z: 0).isIdentity)
        let turned = bent.rotated(angle: 1, x: 1, y: 2, z: 3)
        let product = T.makeRotation(angle: 1, x: 1, y: 2, z: 3).concatenating(bent)
        #expect(turned == product)
      }
      check(type)
    }
  }

  @Test("A singular transform has no inverse and is its own inverted")
  func singular() {
    forEach { type, _ in
      func check<T: TransformKernel>(_: T.Type) {
        let flat = T.makeScale(x: 1, y: 0, z: 1)
        #expect(flat.inverse == nil)
        #expect(flat.inverted() == flat)
        var broken = T.identity
        broken.m22 = .nan
        #expect(broken.inverse == nil)
        #expect(T.makeScale(x: .infinity, y: 1, z: 1).inverse == nil)
      }
      check(type)
    }
  }

  @Test("Affine helpers know the plane")
  func affine() {
    forEach { type, _ in
      func check<T: TransformKernel>(_: T.Type) {
        let entries = AffineTransform<T.Scalar>(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        let transform = T.makeAffine(entries)
        #expect(transform.isAffine)
        #expect(transform.layerAffine == entries)
        #expect(transform.mapped(x: 1, y: 1) == SIMD2(9, 12))
        let bent = T.makePerspective(m34: -0.5)
        #expect(!bent.isAffine)
        #expect(bent.layerAffine == AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0))
        #expect(T.identity.isAffine)
      }
      check(type)
    }
  }

  @Test("A quad is mapped about its anchor and divided by w")
  func quads() {
    let fold = Transform3D64.makePerspective(m24: -1.0 / 2000, m34: 0)
    let quad = fold.mappedQuad(width: 375, height: 667)
    #expect(abs(quad.topLeft.x - (26.797193057638736 - 187.5)) < 1e-9)
    #expect(abs(quad.topLeft.y - (47.66327405185342 - 333.5)) < 1e-9)
    #expect(abs(quad.bottomRight.x - (412.522502250225 - 187.5)) < 1e-9)
    #expect(abs(quad.bottomRight.y - (733.7400240024002 - 333.5)) < 1e-9)
    let corner = Transform3D64.identity.mappedQuad(
      width: 10, height: 20, anchorX: 0, anchorY: 1)
    #expect(corner.topLeft == SIMD2(0, -20))
    #expect(corner.bottomRight == SIMD2(10, 0))
  }
}
