/// The values that this tool or another one recorded for one commit.
package struct HistoryRecord: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package let benchmark: String

    /// The name of the metric; empty if a benchmark has only one number.
    package var metric = ""

    /// The rate at which a scenario was played, or nil for a benchmark.
    package var rateHz: Int?
    package var unit = ""
    package var number: Double

    /// The interval, or nil if none was recorded.
    package var interval: ClosedRange<Double>?

    /// Whether it is a count, which repeats exactly.
    package var isCounted = false
    package var prefersLarger = false

    /// The settings that the number depends on, by name.
    package var settings: [String: String] = [:]

    package init(_ benchmark: String, _ number: Double) {
      self.benchmark = benchmark
      self.number = number
    }
  }

  /// The setting by which rows are separated first.
  package static let machine = "machine"

  /// The full hash, or as much of it as was recorded; empty if it is not known.
  package var commit: String
  package var subject = ""

  /// When the commit was made or, if not known, measured, in seconds since 1970.
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
    // Other tools may write anything; times after the year 5138 are ignored.
    self.time = time.magnitude < 1e11 ? time : 0
    place = self.time
  }
}

extension HistoryRecord.Value {
  /// Sets the unit in which another tool wrote the number.
  ///
  /// The unit decides which direction is better; `larger` says whether larger values are better if
  /// the unit does not decide it.
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
