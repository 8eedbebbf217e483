import BenchmarkVerdicts
import Foundation
import SampleStatistics

/// The changes of a comparison's rows on one axis: an interval per row, with its threshold.
///
/// The axis is logarithmic in the ratio, so that half the time is as far from the middle as twice
/// the time. It ends where most intervals end; a much longer interval ends in an arrow.
struct IntervalMarks {
  private let entries: [ComparisonEntry]

  /// The logarithm of the ratio at both ends.
  private let reach: Double

  private static let width = 168.0

  /// The minimum reach of the axis, in thresholds.
  private static let leastReach = 2.5

  /// The maximum reach of the axis, as a multiple of the median end of all intervals.
  private static let mostReach = 3.0

  init(_ entries: [ComparisonEntry]) {
    self.entries = entries
    let thresholds = entries.compactMap { $0.times.map { log(1 + $0.threshold) } }
    let ends = entries.compactMap(Self.ends).map { max($0.low.magnitude, $0.high.magnitude) }
    let median = SortedSamples(ends)?.median ?? 0
    let least = max((thresholds.max() ?? 0) * Self.leastReach, 0.01)
    reach = max(least, min(ends.max() ?? 0, Self.mostReach * max(median, least))) * 1.06
  }

  var isEmpty: Bool { entries.allSatisfy { Self.ends($0) == nil } }

  /// The picture of a row, or nil without an interval.
  func svg(_ entry: ComparisonEntry) -> Markup? {
    guard let ends = Self.ends(entry), let times = entry.times else { return nil }
    let threshold = log(1 + times.threshold)
    let style = Self.style(entry)
    let limits = (position(-threshold), position(threshold))
    let (low, high) = (position(ends.low), position(ends.high))
    var parts: [Markup] = [
      .path("shade-limit", "M\(limits.0) 1H\(limits.1)V17H\(limits.0)z"),
      .path("axis", "M\(position(0)) 0v18"),
      .path("bar-\(style)", "M\(low) 9H\(max(high, low + 2))"),
    ]
    if ends.low < -reach { parts.append(.path("fill-\(style)", "M6 3v12l-6-6z")) }
    if ends.high > reach { parts.append(.path("fill-\(style)", "M162 3v12l6-6z")) }
    if let ratio = entry.ratio, ratio > 0, log(ratio).magnitude <= reach {
      let x = "\(position(log(ratio)))"
      parts.append(Markup(.circle, [.class: "fill-\(style)", .cx: x, .cy: "9", .r: "4"]))
    }
    // Hidden from screen readers: the next column has the same in numbers.
    return Markup(
      .svg,
      [
        .class: "interval-mark", .width: Self.width.svg, .height: "18", .hidden: "true",
      ], parts)
  }

  /// A whole position, because a page has hundreds of these pictures.
  private func position(_ logarithm: Double) -> Int {
    let share = (logarithm / reach + 1) / 2
    // Leaves room for the arrows.
    return 7 + Int((min(max(share, 0), 1) * (Self.width - 14)).rounded())
  }

  /// The logarithms of both ends of the interval, or nil if there is no interval or an end has no
  /// logarithm.
  private static func ends(_ entry: ComparisonEntry) -> Interval? {
    guard let interval = entry.times?.interval, interval.low > 0, interval.high.isFinite,
      interval.low <= interval.high
    else { return nil }
    return Interval(low: log(interval.low), high: log(interval.high))
  }

  private static func style(_ entry: ComparisonEntry) -> String {
    switch entry.status {
    case .regressed, .differs, .missing, .failed, .interrupted, .exceeded, .noBase: "late"
    case .improved: "better"
    case .inconclusive, .moved, .notMeasured: "doubt"
    case .added, .unchanged, .kept: "base"
    }
  }
}
