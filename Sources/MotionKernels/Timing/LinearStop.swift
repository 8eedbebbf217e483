/// A point of a piecewise-linear timing function.
public struct LinearStop: Hashable, Sendable {
  /// The progress at this stop.
  public var progress: Double

  /// The elapsed fraction of this stop, or `nil` to space it evenly between its neighbors.
  public var fraction: Double?

  /// Creates a stop.
  public init(_ progress: Double, at fraction: Double? = nil) {
    self.progress = progress
    self.fraction = fraction
  }
}

extension LinearStop {
  /// The same stops with every fraction filled in and none below an earlier one.
  static func placed(_ stops: [LinearStop]) -> [LinearStop] {
    for stop in stops {
      precondition(
        stop.progress.isFinite && (stop.fraction ?? 0).isFinite,
        "A stop's numbers must be finite, got \(stop)")
    }
    var fractions = stops.map(\.fraction)
    fractions[0] = fractions[0] ?? 0
    fractions[stops.count - 1] = fractions[stops.count - 1] ?? 1
    var largest = -Double.infinity
    for index in fractions.indices {
      guard let fraction = fractions[index] else { continue }
      largest = max(largest, fraction)
      fractions[index] = largest
    }
    var placed: [LinearStop] = []
    placed.reserveCapacity(stops.count)
    var (lastIndex, lastFraction) = (0, 0.0)
    for (index, stop) in stops.enumerated() {
      if let fraction = fractions[index] {
        lastIndex = index
        lastFraction = fraction
        placed.append(LinearStop(stop.progress, at: fraction))
        continue
      }
      let nextIndex = fractions[index...].firstIndex { $0 != nil } ?? index
      let nextFraction = fractions[nextIndex] ?? lastFraction
      let share = Double(index - lastIndex) / Double(nextIndex - lastIndex)
      placed.append(
        LinearStop(stop.progress, at: lastFraction + (nextFraction - lastFraction) * share))
    }
    return placed
  }

  /// The progress of placed stops at an elapsed fraction.
  static func value(at fraction: Double, of stops: [LinearStop]) -> Double {
    guard stops.count > 1, !fraction.isNaN else {
      return fraction.isNaN ? fraction : stops[0].progress
    }
    // The last stop at or before the fraction; the first and the last line extend beyond the ends.
    let after = stops.firstIndex { ($0.fraction ?? 0) > fraction } ?? stops.count
    let index = min(max(after - 1, 0), stops.count - 2)
    let (a, b) = (stops[index], stops[index + 1])
    let (start, end) = (a.fraction ?? 0, b.fraction ?? 0)
    guard start < end else { return fraction < start ? a.progress : b.progress }
    return a.progress + (fraction - start) / (end - start) * (b.progress - a.progress)
  }
}
