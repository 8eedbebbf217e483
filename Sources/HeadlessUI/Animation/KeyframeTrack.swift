import MotionKernels

/// The keyframes of one property in a keyframe animation.
///
/// The value moves to each keyframe in an interval of the animation; between intervals, it rests.
final class KeyframeTrack {
  /// The interval in which the value moves to a keyframe, as fractions of the whole animation.
  struct Interval {
    let start: Double
    let end: Double

    /// Whether the value jumps at the start of the interval.
    let isDiscrete: Bool
  }

  private struct Keyframe {
    let interval: Interval
    let value: SIMD4<Double>
    let transform: Transform3D64
    var path: TransformPath?
  }

  private let initial: SIMD4<Double>
  private let initialTransform: Transform3D64
  private let isAdditive: Bool
  private let isDiscrete: Bool
  private var keyframes: [Keyframe] = []

  /// The value that was assigned last, which is the model's value.
  private var final: SIMD4<Double>

  init(
    from initial: SIMD4<Double> = .zero, transform: Transform3D64 = .identity,
    isAdditive: Bool = false, isDiscrete: Bool
  ) {
    self.initial = initial
    initialTransform = transform
    self.isAdditive = isAdditive
    self.isDiscrete = isDiscrete
    final = initial
  }

  /// Adds a keyframe in the order of time; it comes after others that start at the same time.
  func add(_ value: SIMD4<Double>, at interval: Interval) {
    insert(Keyframe(interval: interval, value: value, transform: .identity))
    final = value
  }

  /// Adds a keyframe of a transform; returns the path to it, or nil if the transform jumps.
  func add(_ transform: Transform3D64, at interval: Interval) -> TransformPath? {
    let added = insert(Keyframe(interval: interval, value: .zero, transform: transform))
    var before = initialTransform
    for index in keyframes.indices {
      keyframes[index].path = TransformPath(from: before, to: keyframes[index].transform)
      before = keyframes[index].transform
    }
    return isDiscrete || interval.start == interval.end ? nil : keyframes[added].path
  }

  @discardableResult
  private func insert(_ keyframe: Keyframe) -> Int {
    let later = keyframes.firstIndex { $0.interval.start > keyframe.interval.start }
    let index = later ?? keyframes.count
    keyframes.insert(keyframe, at: index)
    return index
  }

  /// The value at a fraction of the animation; relative to the model's value if the property is
  /// additive.
  func value(at fraction: Double) -> SIMD4<Double> {
    var value = initial
    for keyframe in keyframes {
      guard let progress = progress(to: keyframe, at: fraction) else { break }
      value = progress == 1 ? keyframe.value : value + (keyframe.value - value) * progress
    }
    return isAdditive ? value - final : value
  }

  /// The change of the value per whole animation.
  func slope(at fraction: Double) -> SIMD4<Double> {
    let step = 1e-6
    return (value(at: fraction + step) - value(at: fraction - step)) / (2 * step)
  }

  func transform(at fraction: Double) -> Transform3D64 {
    var transform = initialTransform
    for keyframe in keyframes {
      guard let progress = progress(to: keyframe, at: fraction) else { break }
      transform =
        progress == 1 ? keyframe.transform : keyframe.path?.value(at: progress) ?? transform
    }
    return transform
  }

  /// The progress to a keyframe at a fraction, 0…1, or nil before it.
  private func progress(to keyframe: Keyframe, at fraction: Double) -> Double? {
    let interval = keyframe.interval
    guard fraction >= interval.start else { return nil }
    guard !isDiscrete, fraction < interval.end else { return 1 }
    return (fraction - interval.start) / (interval.end - interval.start)
  }
}
