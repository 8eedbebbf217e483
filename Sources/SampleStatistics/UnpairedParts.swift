import Foundation

/// Two recordings whose values are not paired, each cut into consecutive parts.
///
/// Neighboring values of a recording are alike. So each part is reduced to one number, such as a
/// percentile, and the scatter of these numbers gives the interval (the method of batch means).
package struct UnpairedParts: Sendable {
  /// How many parts a recording has.
  package static let count = 20

  /// The numbers of each recording's parts.
  private let first, second: [Double]

  /// Takes the numbers of the parts.
  ///
  /// - Precondition: Both have ``count`` elements.
  package init(_ first: [Double], _ second: [Double]) {
    precondition(first.count == Self.count && second.count == Self.count, "Every part has a number")
    self.first = first
    self.second = second
  }

  /// A number for each part of a recording, or nil if parts would have fewer than 5 values.
  package static func numbers<Value>(
    of values: [Value], _ number: (ArraySlice<Value>) -> Double
  ) -> [Double]? {
    guard values.count >= 5 * count else { return nil }
    return (0..<count).map { part in
      number(values[values.count * part / count..<values.count * (part + 1) / count])
    }
  }
}

extension UnpairedParts {
  /// The interval around `ratio`, the number of the whole second recording divided by that of the
  /// first; nil unless all numbers are above 0.
  package func interval(aroundRatio ratio: Double, level: Double) -> Interval? {
    guard ratio > 0, (first + second).allSatisfy({ $0 > 0 }) else { return nil }
    let reach = Self.reach(first.map { log($0) }, second.map { log($0) }, level)
    guard reach.isFinite else { return nil }
    return Interval(low: ratio * exp(-reach), high: ratio * exp(reach))
  }

  /// The interval of the mean of the second recording's parts minus that of the first's.
  package func differenceInterval(level: Double) -> Interval {
    let difference = Self.mean(second) - Self.mean(first)
    let reach = Self.reach(first, second, level)
    return Interval(low: difference - reach, high: difference + reach)
  }

  /// Half the width of the interval of a difference of means, with the degrees of freedom of one
  /// side, the smallest possible number.
  private static func reach(_ first: [Double], _ second: [Double], _ level: Double) -> Double {
    let variance = (variance(first) + variance(second)) / Double(count)
    return StudentT.quantile(level: level, degrees: count - 1) * variance.squareRoot()
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  private static func variance(_ values: [Double]) -> Double {
    let mean = mean(values)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }
}
