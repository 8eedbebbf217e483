/// The unit in which one column of times is shown.
struct TimeUnit: Hashable {
  let name: String
  let nanoseconds: Double

  static let all = [
    TimeUnit(name: "ns", nanoseconds: 1), TimeUnit(name: "µs", nanoseconds: 1e3),
    TimeUnit(name: "ms", nanoseconds: 1e6), TimeUnit(name: "s", nanoseconds: 1e9),
  ]

  /// The unit for a column of times: the largest one that the median time reaches.
  ///
  /// - Parameter times: Nanoseconds; zeros are ignored.
  init(for times: [Double]) {
    let positive = times.filter { $0 > 0 }.sorted()
    let middle = positive.isEmpty ? 1 : positive[positive.count / 2]
    self = Self.all.last { middle >= $0.nanoseconds } ?? Self.all[0]
  }

  private init(name: String, nanoseconds: Double) {
    self.name = name
    self.nanoseconds = nanoseconds
  }

  /// The number alone; the unit is in the column's title.
  func format(_ time: Double) -> String {
    NumberText.format(time / nanoseconds)
  }

  /// The number with the unit that suits it, for sentences.
  static func printWithUnit(_ time: Double) -> String {
    let unit = TimeUnit(for: [time.magnitude])
    return "\(unit.format(time)) \(unit.name)"
  }
  /// The number with the unit that suits it, for sentences.
  static func printWithUnit(_ time: Int64) -> String {
    printWithUnit(Double(time))
  }
}
