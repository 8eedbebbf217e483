import BenchmarkModel
import BenchmarkResults
import Foundation
package import FrameTiming
import SampleStatistics

/// A number of a benchmark that has a course over a history.
package struct HistorySeries: Hashable, Sendable {
  package let benchmark: String

  /// The metric; both clocks of a benchmark are one series, because each comparison chooses the one
  /// that fits.
  package let metric: String

  /// The rate at which a scenario was played, or nil for a benchmark.
  package let rate: RefreshRate?

  /// Whether the numbers are counts, frames that a display would drop, or different answers.
  package let isCounted: Bool

  /// The metric by which a benchmark's time is followed.
  package static let time = Metric.cpuTotal.name

  /// The metric by which dropped slots are followed.
  package static let dropped = FrameMetric.droppedSlots.rawValue

  /// The metric that follows answers: what a benchmark computes, or a scenario shows.
  package static let answers = "answers"

  /// The series that an entry is about, or nil for one about a whole benchmark.
  package init?(_ entry: ComparisonEntry) {
    guard let metric = entry.metric else { return nil }
    benchmark = entry.benchmark
    self.metric = metric == Metric.wallClock.name ? Self.time : metric
    rate = entry.rate
    isCounted = entry.times == nil
  }

  private init(_ metric: String, of series: HistorySeries) {
    benchmark = series.benchmark
    self.metric = metric
    rate = series.rate
    isCounted = true
  }

  /// The series of the slots that are dropped, according to the work of this one, or nil unless it
  /// is the work of frames.
  package var dropped: HistorySeries? {
    metric == FrameMetric.work.rawValue ? HistorySeries(Self.dropped, of: self) : nil
  }

  /// The series of the answers of a benchmark whose time this is.
  var answers: HistorySeries? { isCounted ? nil : HistorySeries(Self.answers, of: self) }

  /// Whether it is followed only if it is asked for.
  package var isOnDemand: Bool { metric == Self.dropped || metric == Self.answers }

  /// What an entry says about it, or nil for an entry about another series.
  func value(of entry: ComparisonEntry) -> Value? {
    if metric == Self.answers {
      guard HistorySeries(entry)?.answers == self else { return nil }
      switch entry.evidence?.answers {
      case .equal: return .counts(0, 0)
      case .different: return .counts(0, 1)
      case .unknown, nil: return nil
      }
    }
    if metric == Self.dropped {
      guard entry.benchmark == benchmark, entry.rate == rate,
        entry.metric == FrameMetric.work.rawValue, let dropped = entry.droppedFrames
      else { return nil }
      return .counts(Double(dropped.baseline), Double(dropped.candidate))
    }
    guard HistorySeries(entry) == self else { return nil }
    guard let times = entry.times else {
      guard let old = entry.baseline, let new = entry.candidate else { return nil }
      return .counts(old, new)
    }
    guard let interval = times.interval, let ratio = entry.ratio, ratio > 0 else { return nil }
    return .ratio(ratio, interval)
  }

  /// What a comparison says about both sides.
  enum Value {
    case counts(Double, Double)
    case ratio(Double, Interval)
  }
}

extension HistorySeries {
  /// The benchmark's name, followed by what distinguishes this series unless it is the first.
  func label(isFirst: Bool) -> String {
    guard !isFirst else { return benchmark }
    let isTime = metric == Self.time || metric == FrameMetric.work.rawValue
    return benchmark + (isTime || metric.isEmpty ? "" : " \(metric)")
      + (rate.map { " at \($0)" } ?? "")
  }
}
