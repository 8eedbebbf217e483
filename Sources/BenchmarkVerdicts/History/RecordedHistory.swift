import BenchmarkModel
import Foundation
package import FrameLogs
import FrameTiming
import ReportText
import SampleStatistics

/// What was recorded about commits one after the other, not in pairs.
///
/// There is a row for each combination of commit, machine and settings, ordered by machine and then
/// by time.
package struct RecordedHistory: Sendable {
  /// A caution about its steps, with what to do.
  package static let caution = """
    These values were not measured in pairs, so a step cannot be told apart from a drift of the \
    machine. 'trend' and 'bisect' compare the commits in pairs.
    """

  /// The rows; records of one commit with the same settings share a row.
  package let rows: [HistoryRecord]

  /// The courses of all numbers; counts only if they change.
  package let courses: [Trend.Course]

  /// What a reader should know about the values.
  package let warnings: [MeasuringWarning]

  package init(_ records: [HistoryRecord]) {
    var rows = Self.rows(of: Self.ordered(records))
    Self.convertUnits(of: &rows)
    self.rows = rows
    courses = Self.courses(of: rows)
    warnings = [Self.repeats(in: courses, rows)].compactMap(\.self)
  }

  /// The records ordered by machine and then by time.
  private static func ordered(_ records: [HistoryRecord]) -> [HistoryRecord] {
    func place(_ index: Int, _ record: HistoryRecord) -> (String, Double, String, Int) {
      let settings = record.settings.sorted { $0.key < $1.key }
      return (
        record.settings[HistoryRecord.machine] ?? "", record.place,
        "\(record.commit) \(settings)",
        index
      )
    }
    return records.enumerated()
      .sorted { place($0.offset, $0.element) < place($1.offset, $1.element) }.map(\.element)
  }

  /// Joins the records of one commit with the same settings in one row, in the place of the first.
  private static func rows(of records: [HistoryRecord]) -> [HistoryRecord] {
    var rows: [HistoryRecord] = []
    var known: [RowKey: Int] = [:]
    for record in records {
      let key = RowKey(commit: record.commit, settings: record.settings)
      if let row = known[key], !record.commit.isEmpty {
        rows[row].values += record.values
      } else {
        known[key] = rows.count
        rows.append(record)
      }
    }
    return rows
  }

  /// The courses of all numbers; those of one benchmark are together.
  private static func courses(of rows: [HistoryRecord]) -> [Trend.Course] {
    let tables = rows.map { row in
      Dictionary(grouping: row.values.filter(\.number.isFinite)) { HistorySeries($0) }
    }
    let all = rows.flatMap(\.values).filter(\.number.isFinite).map { HistorySeries($0) }.uniqued()
    let series = Dictionary(grouping: all, by: \.benchmark)
    return all.filter { series[$0.benchmark]?.first == $0 }.flatMap { first in
      let all = series[first.benchmark] ?? []
      let times = all.filter { !$0.quantity.isCounted }
      // A benchmark's only number comes before its values in units that cannot be converted.
      let sorted =
        times.filter(\.quantity.metric.isEmpty)
        + times.filter { !$0.quantity.metric.isEmpty }
        + all.filter(\.quantity.isCounted)
      return sorted.enumerated().compactMap { index, series in
        let course = Trend.Course(
          series, label: series.label(isFirst: index == 0), rows, tables.map { $0[series] ?? [] })
        return series.quantity.isCounted && course.steps.isEmpty && index > 0 ? nil : course
      }
    }
  }

  /// What the records of a row have in common.
  private struct RowKey: Hashable {
    let commit: String
    let settings: [String: String]
  }

  /// Converts all values of a series to the unit of the last one; values that cannot be converted
  /// get a series of their own.
  private static func convertUnits(of rows: inout [HistoryRecord]) {
    var units: [HistorySeries: String] = [:]
    for value in rows.flatMap(\.values) { units[HistorySeries(value)] = value.unit }
    for row in rows.indices {
      for (index, value) in rows[row].values.enumerated() {
        let unit = units[HistorySeries(value)] ?? value.unit
        if let converted = value.converted(to: unit) {
          rows[row].values[index] = converted
        } else {
          rows[row].values[index].metric += (value.metric.isEmpty ? "" : " ") + value.unit
        }
      }
    }
  }

  /// How much the joined values of one commit differ, or nil if none do.
  private static func repeats(in courses: [Trend.Course], _ rows: [HistoryRecord])
    -> MeasuringWarning?
  {
    var repeated: Set<Int> = []
    var most: (distance: Double, course: Trend.Course, row: Int)?
    for course in courses {
      for (row, level) in course.levels.enumerated() {
        guard let level, level.range.low < level.range.high else { continue }
        repeated.insert(row)
        let scale = max(level.range.low.magnitude, level.range.high.magnitude)
        let distance = level.range.high / scale - level.range.low / scale
        if distance > most?.distance ?? 0 { most = (distance, course, row) }
      }
    }
    guard let most, let range = most.course.levels[most.row]?.range else { return nil }
    let numbers = [range.low, range.high].map { NumberText.format($0) }.joined(separator: " … ")
    return .differentRuns(
      commits: Set(repeated.map { rows[$0].commit }).count, course: most.course.label,
      commit: String(rows[most.row].commit.prefix(12)), range: numbers + most.course.unitSuffix)
  }
}

extension HistorySeries {
  fileprivate init(_ value: HistoryRecord.Value) {
    self.init(
      value.benchmark,
      value.isCounted
        ? Quantity(derived: value.metric) ?? .counted(metric: value.metric)
        : .measured(metric: value.metric),
      at: value.rateHz.map { RefreshRate(hertz: $0) })
  }
}

extension Trend.Course {
  /// The course of recorded values, with all values of each row.
  fileprivate init(
    _ series: HistorySeries, label: String, _ rows: [HistoryRecord],
    _ values: [[HistoryRecord.Value]]
  ) {
    self.init(series: series, label: label)
    verdicts = rows.map { _ in nil }
    var last: [String: String]?
    var prefersLarger = false
    for (index, all) in values.enumerated() {
      let same = all.filter { $0.settings == all.last?.settings }
      let median = SortedSamples(same.map(\.number))?.median
      levels.append(nil)
      guard let value = same.last, let median else { continue }
      let numbers = same.map(\.number)
      let ends = numbers + same.compactMap(\.interval).flatMap { [$0.lowerBound, $0.upperBound] }
      levels[index] = Trend.Level(
        value: median, interval: Interval(low: ends.min() ?? median, high: ends.max() ?? median),
        count: same.count,
        range: Interval(low: numbers.min() ?? median, high: numbers.max() ?? median))
      let settings = rows[index].settings.merging(value.settings) { $1 }
      if let last, last != settings { breaks[index] = Self.change(from: last, to: settings) }
      last = settings
      unit = value.unit
      prefersLarger = value.prefersLarger
    }
    steps = segments.flatMap { steps(in: $0, prefersLarger: prefersLarger) }
  }

  /// The settings that changed, with their new values; if the machine changed, only the machine,
  /// because other settings usually change with it.
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
    if series.quantity.isCounted, series.quantity != .droppedSlots {
      for index in numbers.indices.dropFirst() where numbers[index] != numbers[index - 1] {
        found[index] = []
      }
    } else {
      for index in StepSearch.steps(in: numbers, by: .ranks) { found[index] = [.ranks] }
      for index in StepSearch.steps(in: numbers, by: .mean) {
        // The two methods may differ by one value, an outlier between both sides.
        let same = [index, index - 1, index + 1].first { found[$0]?.contains(.ranks) == true }
        found[same ?? index, default: []].insert(.mean, at: 0)
      }
    }
    let places = [0] + found.keys.sorted() + [numbers.count]
    return zip(zip(places, places.dropFirst()), places.dropFirst(2)).compactMap { ends, end in
      let (start, place) = ends
      let parts = [numbers[start..<place], numbers[place..<end]]
      guard let before = SortedSamples(Array(parts[0]))?.median,
        let after = SortedSamples(Array(parts[1]))?.median, before != after
      else { return nil }
      let errors = zip(parts, [before, after]).map { Self.error(ofMedian: $1, of: $0) }
      // There is no meaningful ratio to a value of 0 or below.
      let ratio = before > 0 && after >= 0 ? after / before : .infinity
      return Trend.Step(
        series: series, from: rows[place - 1], to: rows[place],
        ratio: ratio.isFinite ? ratio : nil, interval: nil,
        verdict: (after > before) == prefersLarger ? .improved : .regressed, pair: nil,
        explanation: nil,
        ends: Trend.Step.Ends(
          before: before, after: after, error: hypot(errors[0], errors[1])),
        methods: found[place] ?? [])
    }
  }

  /// The standard error of a median, from the median distance to it, on which outliers have little
  /// effect.
  private static func error(ofMedian median: Double, of values: ArraySlice<Double>) -> Double {
    let distances = values.map { ($0 / 2 - median / 2).magnitude }
    guard let distance = SortedSamples(distances)?.median else { return 0 }
    // Of normal values, the distance is 1/1.48 standard deviations, and the error of a median is
    // 1.25 times a mean's.
    return 2 * distance * 1.48 * 1.25 / Double(values.count).squareRoot()
  }
}
