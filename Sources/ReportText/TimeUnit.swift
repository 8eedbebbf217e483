/// The unit in which one column of times, or one time, is shown.
package struct TimeUnit: Hashable {
  package let name: String
  let nanoseconds: Double
}

extension TimeUnit {
  static let all = [
    TimeUnit(name: "ns", nanoseconds: 1), TimeUnit(name: "µs", nanoseconds: 1e3),
    TimeUnit(name: "ms", nanoseconds: 1e6), TimeUnit(name: "s", nanoseconds: 1e9),
  ]

  /// The unit for times that are shown together: the largest one that the median time reaches.
  ///
  /// - Parameter times: Nanoseconds; zeros are ignored.
  package init(for times: [Double]) {
    let positive = times.filter { $0 > 0 }.sorted()
    let upperMedian = positive.isEmpty ? 1 : positive[positive.count / 2]
    self = Self.all.last { upperMedian >= $0.nanoseconds } ?? Self.all[0]
  }

  /// The number alone; the unit is in the column's title.
  package func format(_ time: Double) -> String { NumberText.format(time / nanoseconds) }

  /// The number with the most readable unit, for sentences.
  package static func text(_ time: Double) -> String {
    let unit = TimeUnit(for: [time.magnitude])
    return "\(unit.format(time)) \(unit.name)"
  }

  package static func text(_ time: Int64) -> String { text(Double(time)) }
}

/// How a column of times is shown: in one unit, which its title names, or with a unit per time.
package struct TimeColumn: Hashable {
  /// The range of numbers that are easy to read.
  private static let readable = 0.01..<100_000

  /// Nil if no unit suits all times of the column.
  private let unit: TimeUnit?

  package init(for times: [Double]) {
    let unit = TimeUnit(for: times)
    let isReadable = times.allSatisfy { $0 <= 0 || Self.readable.contains($0 / unit.nanoseconds) }
    self.unit = isReadable ? unit : nil
  }

  /// The title: `work max ms`, or `work max` if each time has its own unit.
  package func title(_ name: String) -> String { unit.map { "\(name) \($0.name)" } ?? name }

  /// The title of a time per something: `ns/op`, or `time/op` if each time has its own unit.
  package func title(per divisor: String) -> String { "\(unit?.name ?? "time")/\(divisor)" }

  package func format(_ time: Double) -> String {
    unit.map { $0.format(time) } ?? TimeUnit.text(time)
  }

  /// Both ends of an interval, in one unit.
  package func format(from low: Double, to high: Double) -> String {
    let own = TimeUnit(for: [low, high])
    let unit = unit ?? own
    let suffix = self.unit == nil ? " \(own.name)" : ""
    return "\(unit.format(low)) – \(unit.format(high))\(suffix)"
  }
}
