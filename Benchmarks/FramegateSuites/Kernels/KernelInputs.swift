import LayerKernels
import MotionKernels
import SampleStatistics

/// The inputs of the kernels: random numbers from a fixed seed, finite and normal, chosen so that
/// no result grows or decays.
///
/// The inputs repeat a table of 1,024 values, so the largest ones are built quickly.
enum KernelInputs {
  static let seed: UInt64 = 0x5EED

  /// `count` values that repeat after 1,024.
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

  /// Rotations, so that a chain of products neither grows nor decays.
  static func rotations<T: TransformKernel>(
    _ count: Int, seed: UInt64 = seed, of _: T.Type
  ) -> [T] {
    repeated(count, seed: seed) { generator in
      SIMDTransform3D.makeRotation(quaternion: quaternion(&generator)).converted()
    }
  }

  /// A layer's pose: within a screen, rotated at random, at half to double size.
  static func pose(_ generator: inout SplitMix64) -> LayerPose {
    LayerPose(
      translation: SIMD3<Float>.random(in: -200...200, using: &generator),
      rotation: quaternion(&generator),
      scale: SIMD3<Float>.random(in: 0.5...2, using: &generator))
  }

  /// Transforms of random poses, with a little perspective.
  static func transforms<T: TransformKernel>(
    _ count: Int, seed: UInt64 = seed, of _: T.Type
  ) -> [T] {
    repeated(count, seed: seed) { generator in
      SIMDTransform3D(pose(&generator), m24: -1 / 4_000, m34: -1 / 3_000).converted()
    }
  }

  /// Fractions of a duration in random order: 0.001…0.999.
  static func fractions(_ count: Int, seed: UInt64 = seed) -> [Float] {
    repeated(count, seed: seed) { .random(in: 0.001...0.999, using: &$0) }
  }

  /// Layers that animate for 0.25…0.5 s, starting at a random time in the first 0.1 s.
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

  /// A parent with perspective, like that of a stage.
  static let parent = SIMDTransform3D.makePerspective(m24: -1 / 2_000, m34: -1 / 900)
    .scaled(x: 0.8, y: 0.9, z: 1)
}
