import BenchmarkModel
import BenchmarkResults
import Foundation
package import FrameTiming
import SampleStatistics

/// A number of a benchmark that has a course over a history.
package struct HistorySeries: Hashable, Sendable {
  /// The kind of number that is followed.
  package enum Quantity: Hashable, Sendable {
    /// A number that varies between measurements, such as a time.
    ///
    /// Both clocks of a benchmark are one, because each comparison chooses the one that fits.
    case measured(metric: String)

    /// A number that repeats exactly.
    case counted(metric: String)

    /// The frames that a display would drop, according to their work.
    case droppedSlots

    /// What a benchmark computes, or a scenario shows.
    case answers
  }

  package let benchmark: String
  package let quantity: Quantity

  /// The rate at which a scenario was played, or nil for a benchmark.
  package let rate: RefreshRate?

  init(_ benchmark: String, _ quantity: Quantity, at rate: RefreshRate?) {
    self.benchmark = benchmark
    self.quantity = quantity
    self.rate = rate
  }

  /// The series that an entry is about, or nil for one about a whole benchmark.
  package init?(_ entry: ComparisonEntry) {
    guard let metric = entry.metric else { return nil }
    let name = metric == Metric.wallClock.name ? Metric.cpuTotal.name : metric
    self.init(
      entry.benchmark, entry.times == nil ? .counted(metric: name) : .measured(metric: name),
      at: entry.rate)
  }
}

extension HistorySeries.Quantity {
  /// The time of a benchmark, whichever clock fits.
  package static let time = Self.measured(metric: Metric.cpuTotal.name)

  /// The work of a scenario's frames.
  static let work = Self.measured(metric: FrameMetric.work.rawValue)

  /// The name of ``answers`` in options and files.
  private static let answersName = "answers"

  /// The name in options and files.
  package var metric: String {
    switch self {
    case .measured(let metric), .counted(let metric): metric
    case .droppedSlots: FrameMetric.droppedSlots.rawValue
    case .answers: Self.answersName
    }
  }

  /// The quantity with this name in options and files, if it is derived from what is measured; nil
  /// if it is measured itself.
  package init?(derived metric: String) {
    switch metric {
    case Self.droppedSlots.metric: self = .droppedSlots
    case Self.answersName: self = .answers
    default: return nil
    }
  }

  /// Whether it is followed only if it is asked for.
  package var isOnDemand: Bool {
    switch self {
    case .measured, .counted: false
    case .droppedSlots, .answers: true
    }
  }

  /// Whether the numbers are counts, frames that a display would drop, or different answers.
  package var isCounted: Bool {
    switch self {
    case .measured: false
    case .counted, .droppedSlots, .answers: true
    }
  }

  /// Whether a user who names a metric means it: either clock is the time, and a time of benchmarks
  /// is the work of scenarios.
  func isMeant(by metric: String) -> Bool {
    switch metric {
    case self.metric: true
    case Metric.wallClock.name: self == .time
    case Metric.cpuTotal.name: self == .work
    default: false
    }
  }
}

extension HistorySeries {
  /// The series of the slots that are dropped, according to the work of this one, or nil unless it
  /// is the work of frames.
  package var dropped: HistorySeries? {
    quantity == .work ? HistorySeries(benchmark, .droppedSlots, at: rate) : nil
  }

  /// The series of the answers of a benchmark whose time this is.
  var answers: HistorySeries? {
    quantity.isCounted ? nil : HistorySeries(benchmark, .answers, at: rate)
  }

  /// The value that an entry has for this series, or nil for an entry about another one.
  func value(of entry: ComparisonEntry) -> Value? {
    switch quantity {
    case .answers:
      guard HistorySeries(entry)?.answers == self else { return nil }
      switch entry.evidence?.answers {
      case .equal: return .counts(0, 0)
      case .different: return .counts(0, 1)
      case .unknown, nil: return nil
      }
    case .droppedSlots:
      guard HistorySeries(entry)?.dropped == self, let dropped = entry.droppedFrames else {
        return nil
      }
      return .counts(Double(dropped.baseline), Double(dropped.candidate))
    case .measured, .counted:
      guard HistorySeries(entry) == self else { return nil }
      guard let times = entry.times else {
        guard let old = entry.baseline, let new = entry.candidate else { return nil }
        return .counts(old, new)
      }
      guard let interval = times.interval, let ratio = entry.ratio, ratio > 0 else { return nil }
      return .ratio(ratio, interval)
    }
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
    let isTime = quantity == .time || quantity == .work
    let metric = quantity.metric
    return benchmark + (isTime || metric.isEmpty ? "" : " \(metric)")
      + (rate.map { " at \($0)" } ?? "")
  }
}
