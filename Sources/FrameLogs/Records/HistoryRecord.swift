/// What was recorded of one commit, by this tool or by another one.
package struct HistoryRecord: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package let benchmark: String

    /// Empty where a benchmark has one number only.
    package var metric = ""

    /// The rate at which a scenario was played, or nil for a benchmark.
    package var rateHz: Int?
    package var unit = ""
    package var number: Double

    /// Nil if none was recorded.
    package var interval: ClosedRange<Double>?

    /// Whether it is a count that repeats.
    package var isCounted = false
    package var prefersLarger = false

    /// The settings that the number depends on, by name.
    package var settings: [String: String] = [:]

    package init(_ benchmark: String, _ number: Double) {
      self.benchmark = benchmark
      self.number = number
    }
  }

  /// The setting that separates rows before all others.
  package static let machine = "machine"

  /// The full hash, or as much of it as was recorded; empty if it is not known.
  package var commit: String
  package var subject = ""

  /// When the commit was made or, where that is not known, measured, in seconds since 1970.
  package var time: Double

  /// Whether the record itself has its time.
  package var isDated = true

  /// Its position in the history: ``time``, unless a repository knows the order of the commits.
  package var place: Double

  /// A hash of the executable, or nil if it is not known.
  package var build: String?

  /// Where and how it was measured, by name.
  package var settings: [String: String] = [:]
  package var values: [Value] = []

  package init(commit: String, time: Double) {
    self.commit = commit
    // Others write what they like; the year 5138 is far enough.
    self.time = time.magnitude < 1e11 ? time : 0
    place = self.time
  }
}

extension HistoryRecord.Value {
  /// Gives the number the unit in which another tool wrote it.
  ///
  /// The unit tells the direction; `larger` says whether larger values are better where it does
  /// not.
  package mutating func measure(in unit: String, orElse larger: Bool = false) {
    let unit = RecordedUnit(unit)
    self.unit = unit.text
    prefersLarger = unit.prefersLarger ?? larger
  }

  /// The value in another unit, or nil if the two units measure different things.
  package func converted(to other: String) -> Self? {
    guard unit != other else { return self }
    guard let factor = RecordedUnit(unit).factor(to: RecordedUnit(other)) else { return nil }
    var value = self
    value.unit = other
    value.number *= factor
    value.interval = interval.flatMap { interval in
      let (low, high) = (interval.lowerBound * factor, interval.upperBound * factor)
      return low <= high ? low...high : nil
    }
    return value
  }
}
