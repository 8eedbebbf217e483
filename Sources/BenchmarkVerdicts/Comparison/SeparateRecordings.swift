package import SampleStatistics

/// The intervals of changes between two recordings that were made one after the other, so that
/// their values cannot be paired.
package enum SeparateRecordings {
  /// The level of the intervals, the same as for all results that were recorded separately.
  private static let level = 0.95

  /// How many slots of each recording ``difference(ofPercent:_:)`` needs.
  package static let fewestSlots = 5 * UnpairedParts.count

  /// How many times of each recording ``ratio(of:_:_:)`` needs for a percentile.
  package static func fewestTimes(for percentile: Percentile) -> Int {
    UnpairedParts.count * max(5, percentile.minimumCount)
  }

  /// A percentile of times, or 0 without any.
  package static func number(_ percentile: Percentile, of times: some Sequence<Int64>) -> Double {
    SortedSamples(times.map(Double.init))?.quantile(percentile) ?? 0
  }

  /// The second recording's percentile of times divided by the first's.
  ///
  /// - Returns: The interval, or nil if there are too few times or a percentile is not above 0.
  package static func ratio(
    of percentile: Percentile, _ first: [Int64], _ second: [Int64]
  ) -> Interval? {
    func number(_ times: some Sequence<Int64>) -> Double { self.number(percentile, of: times) }
    let before = number(first)
    guard min(first.count, second.count) >= fewestTimes(for: percentile), before > 0,
      let old = UnpairedParts.numbers(of: first, { number($0) }),
      let new = UnpairedParts.numbers(of: second, { number($0) })
    else { return nil }
    return UnpairedParts(old, new).interval(aroundRatio: number(second) / before, level: level)
  }

  /// The percentage of marked slots in the second recording minus that in the first.
  ///
  /// - Returns: The interval in percentage points, or nil for too few slots.
  package static func difference(ofPercent first: [Bool], _ second: [Bool]) -> Interval? {
    func percent(_ part: ArraySlice<Bool>) -> Double {
      100 * Double(part.count { $0 }) / Double(max(1, part.count))
    }
    guard let old = UnpairedParts.numbers(of: first, percent),
      let new = UnpairedParts.numbers(of: second, percent)
    else { return nil }
    return UnpairedParts(old, new).differenceInterval(level: level)
  }
}
