import MotionKernels

/// The stations of one property on its way through a keyframe animation.
///
/// Each station is reached in an interval of the whole; between two intervals the value rests.
final class KeyframeTrack {
  /// When a station is approached, as fractions of the whole animation.
  struct Interval {
    let start: Double
    let end: Double

    /// Whether the value jumps at the start of the interval.
    let isDiscrete: Bool
  }

  private struct Station {
    let interval: Interval
    let value: SIMD4<Double>
    let transform: Transform3D64
    var path: TransformPath?
  }

  private let initial: SIMD4<Double>
  private let initialTransform: Transform3D64
  private let isAdditive: Bool
  private let isDiscrete: Bool
  private var stations: [Station] = []

  /// What was assigned last, which is the model's value.
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

  /// Adds a station, in the order of time; one that starts at the same time as another comes after
  /// it.
  func add(_ value: SIMD4<Double>, at interval: Interval) {
    insert(Station(interval: interval, value: value, transform: .identity))
    final = value
  }

  /// The same for a transform; returns the path to it, nil where it is not followed.
  func add(_ transform: Transform3D64, at interval: Interval) -> TransformPath? {
    let added = insert(Station(interval: interval, value: .zero, transform: transform))
    var before = initialTransform
    for index in stations.indices {
      stations[index].path = TransformPath(from: before, to: stations[index].transform)
      before = stations[index].transform
    }
    return isDiscrete || interval.start == interval.end ? nil : stations[added].path
  }

  @discardableResult
  private func insert(_ station: Station) -> Int {
    let later = stations.firstIndex { $0.interval.start > station.interval.start }
    let index = later ?? stations.count
    stations.insert(station, at: index)
    return index
  }

  /// The value at a fraction of the whole; of an additive property, relative to the model's.
  func value(at fraction: Double) -> SIMD4<Double> {
    var value = initial
    for station in stations {
      guard let way = way(to: station, at: fraction) else { break }
      value = way == 1 ? station.value : value + (station.value - value) * way
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
    for station in stations {
      guard let way = way(to: station, at: fraction) else { break }
      transform = way == 1 ? station.transform : station.path?.value(at: way) ?? transform
    }
    return transform
  }

  /// How far on the way to a station a fraction is, 0…1, or nil before it.
  private func way(to station: Station, at fraction: Double) -> Double? {
    let interval = station.interval
    guard fraction >= interval.start else { return nil }
    guard !isDiscrete, fraction < interval.end else { return 1 }
    return (fraction - interval.start) / (interval.end - interval.start)
  }
}
