package import BenchmarkModel
import Foundation
import FrameTiming
import SampleStatistics

/// What was recorded of commits one after the other, not in pairs.
///
/// It has a row per commit, machine and settings: machine by machine, and by time on each.
package struct RecordedHistory: Sendable {
  /// What its steps cannot tell, and what to do.
  package static let caution = """
    These values were not measured in pairs, so a step cannot be told apart from a drift of the \
    machine. 'trend' and 'bisect' compare the commits in pairs.
    """

  /// Those of one commit and time with the same settings are one.
  package let rows: [HistoryRecord]

  /// The courses of all numbers; counts only if they change.
  package let courses: [Trend.Course]

  package init(_ records: [HistoryRecord]) {
    let order = records.enumerated().sorted { one, other in
      func place(_ index: Int, _ record: HistoryRecord) -> (String, Double, String, Int) {
        let settings = record.settings.sorted { $0.key < $1.key }
        return (
          record.settings[HistoryRecord.machine] ?? "", record.place,
          "\(record.commit) \(settings)",
          index
        )
      }
      return place(one.offset, one.element) < place(other.offset, other.element)
    }
    var rows: [HistoryRecord] = []
    for record in order.map(\.element) {
      if let last = rows.last, !last.commit.isEmpty, last.commit == record.commit,
        last.time == record.time, last.settings == record.settings
      {
        rows[rows.count - 1].values += record.values
      } else {
        rows.append(record)
      }
    }
    self.rows = rows
    let tables = rows.map { row in
      Dictionary(grouping: row.values.filter(\.number.isFinite)) { HistorySeries($0) }
    }
    let all = rows.flatMap(\.values).filter(\.number.isFinite).map { HistorySeries($0) }.uniqued()
    let series = Dictionary(grouping: all, by: \.benchmark)
    courses = all.filter { series[$0.benchmark]?.first == $0 }.flatMap { first in
      let all = series[first.benchmark] ?? []
      let sorted = all.filter { !$0.isCounted } + all.filter(\.isCounted)
      return sorted.enumerated().compactMap { index, series in
        let course = Trend.Course(
          series, label: series.label(isFirst: index == 0), rows, tables.map { $0[series] ?? [] })
        return series.isCounted && course.steps.isEmpty && index > 0 ? nil : course
      }
    }
  }
}

extension HistorySeries {
  fileprivate init(_ value: HistoryRecord.Value) {
    benchmark = value.benchmark
    metric = value.metric
    rate = value.rateHz.map { RefreshRate(hertz: $0) }
    isCounted = value.isCounted
  }
}

extension Trend.Course {
  /// The course of recorded values, with all that there are of each row.
  fileprivate init(
    _ series: HistorySeries, label: String, _ rows: [HistoryRecord],
    _ values: [[HistoryRecord.Value]]
  ) {
    self.init(series: series, label: label)
    verdicts = rows.map { _ in nil }
    var last: [String: String]?
    for (index, all) in values.enumerated() {
      let same = all.filter { $0.settings == all.last?.settings }
      let median = SortedSamples(same.map(\.number))?.median
      levels.append(nil)
      guard let value = same.last, let median else { continue }
      let ends = same.compactMap(\.interval).flatMap { [$0.lowerBound, $0.upperBound, median] }
      let interval = Interval(low: ends.min() ?? median, high: ends.max() ?? median)
      levels[index] = Trend.Level(value: median, interval: interval)
      let settings = rows[index].settings.merging(value.settings) { $1 }
      if let last, last != settings { breaks[index] = Self.change(from: last, to: settings) }
      last = settings
      unit = value.unit
    }
    let prefersLarger = values.joined().contains(where: \.prefersLarger)
    steps = segments.flatMap { steps(in: $0, prefersLarger: prefersLarger) }
  }

  /// The settings that changed, with their new values; only the machine where that is another one,
  /// because then the rest usually changes, too.
  private static func change(from old: [String: String], to new: [String: String]) -> String {
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    let named = changed.contains(HistoryRecord.machine) ? [HistoryRecord.machine] : changed.sorted()
    return named.map { "\($0) \(new[$0] ?? "not known")" }.joined(separator: ", ")
  }

  /// The steps within rows of one machine and settings: every change of a count, and what either
  /// method finds in other numbers.
  private func steps(in part: Range<Int>, prefersLarger: Bool) -> [Trend.Step] {
    let rows = part.filter { levels[$0] != nil }
    let numbers = rows.compactMap { levels[$0]?.value }
    var found: [Int: [StepSearch.Method]] = [:]
    if series.isCounted, series.metric != HistorySeries.dropped {
      for index in numbers.indices.dropFirst() where numbers[index] != numbers[index - 1] {
        found[index] = []
      }
    } else {
      for index in StepSearch.steps(in: numbers, by: .ranks) { found[index] = [.ranks] }
      for index in StepSearch.steps(in: numbers, by: .mean) {
        // A value in between may be an outlier of either side.
        let same = [index, index - 1, index + 1].first { found[$0]?.contains(.ranks) == true }
        found[same ?? index, default: []].insert(.mean, at: 0)
      }
    }
    let places = [0] + found.keys.sorted() + [numbers.count]
    return zip(zip(places, places.dropFirst()), places.dropFirst(2)).compactMap { ends, end in
      let (start, place) = ends
      guard let before = SortedSamples(Array(numbers[start..<place]))?.median,
        let after = SortedSamples(Array(numbers[place..<end]))?.median, before != after
      else { return nil }
      return Trend.Step(
        series: series, from: rows[place - 1], to: rows[place],
        ratio: before > 0 ? after / before : nil, interval: nil,
        verdict: (after > before) == prefersLarger ? .improved : .regressed, pair: nil,
        explanation: nil, methods: found[place] ?? [])
    }
  }
}
