import MotionKernels
import SampleStatistics

/// Inputs of the kernels: from a fixed seed, finite, normal, and so chosen that no result grows or
/// dies away.
///
/// A table of 1 024 different values is repeated, so that the largest inputs are built quickly.
enum KernelInputs {
  static let seed: UInt64 = 0x5EED

  /// `count` values that repeat after 1 024.
  static func repeated<Value>(
    _ count: Int, seed: UInt64 = seed, _ make: (inout SplitMix64) -> Value
  ) -> [Value] {
    var generator = SplitMix64(seed: seed)
    let table = (0..<min(count, 1_024)).map { _ in make(&generator) }
    return (0..<count).map { table[$0 % table.count] }
  }

  /// A unit quaternion.
  static func quaternion(_ generator: inout SplitMix64) -> SIMD4<Float> {
    while true {
      let q = SIMD4<Float>.random(in: -1...1, using: &generator)
      let length = (q * q).sum().squareRoot()
      if length > 0.1, length < 1 { return q / length }
    }
  }

  /// Rotations, so that a chain of products neither grows nor dies away.
  static func rotations<T: TransformKernel>(
    _ count: Int, seed: UInt64 = seed, of _: T.Type
  ) -> [T] {
    repeated(count, seed: seed) { generator in
      SIMDTransform3D.makeRotation(quaternion: quaternion(&generator)).converted()
    }
  }

  /// Layers' poses: within a screen, turned at random, half to double size.
  static func pose(_ generator: inout SplitMix64) -> LayerPose {
    LayerPose(
      translation: SIMD3<Float>.random(in: -200...200, using: &generator),
      rotation: quaternion(&generator),
      scale: SIMD3<Float>.random(in: 0.5...2, using: &generator))
  }

  /// Whole transforms of such poses, with a little perspective.
  static func transforms<T: TransformKernel>(
    _ count: Int, seed: UInt64 = seed, of _: T.Type
  ) -> [T] {
    repeated(count, seed: seed) { generator in
      SIMDTransform3D(pose(&generator), m24: -1 / 4_000, m34: -1 / 3_000).converted()
    }
  }

  /// Fractions of a duration: 0.001…0.999 in no order.
  static func fractions(_ count: Int, seed: UInt64 = seed) -> [Float] {
    repeated(count, seed: seed) { .random(in: 0.001...0.999, using: &$0) }
  }

  /// Layers that animate for 0.25…0.5 s from a random begin in the first 0.1 s.
  static func animations(_ count: Int, seed: UInt64 = seed) -> [LayerAnimation] {
    repeated(count, seed: seed) { generator in
      LayerAnimation(
        from: pose(&generator), to: pose(&generator),
        size: SIMD2<Float>.random(in: 10...60, using: &generator),
        begin: .random(in: 0...0.1, using: &generator),
        duration: .random(in: 0.25...0.5, using: &generator),
        perspective: SIMD2(-1 / 4_000, -1 / 3_000))
    }
  }

  /// A parent with perspective, as a stage has it.
  static let parent = SIMDTransform3D.makePerspective(m24: -1 / 2_000, m34: -1 / 900)
    .scaled(x: 0.8, y: 0.9, z: 1)
}
