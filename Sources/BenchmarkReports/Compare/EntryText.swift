import BenchmarkModel
import BenchmarkVerdicts
import ReportText
import SampleStatistics

/// The numbers of a comparison's entry as reports show them.
///
/// A benchmark's values are per operation. A scenario's are means per frame, not the sums that
/// results hold: a frame's cost can be compared with the refresh period. The verdict is about the
/// sum, which changes by the same ratio as the mean. Each entry has its own unit of time.
struct EntryText {
  private let entry: ComparisonEntry

  /// The unit of times in this entry, or nil for counters.
  private let time: TimeUnit?

  /// The number of frames that a value is divided by; nil for a benchmark, or if not known.
  private let frameCount: Double?

  init(_ entry: ComparisonEntry) {
    self.entry = entry
    let frames = entry.rate == nil ? 0 : entry.changedFrames.frameCount
    frameCount = frames > 0 ? Double(frames) : nil
    let isTime = entry.unit == Self.nanoseconds || entry.unit.hasPrefix(Self.nanoseconds + "/")
    let count = frameCount ?? 1
    time =
      isTime
      ? TimeUnit(for: [entry.baseline, entry.candidate].compactMap { $0.map { $0 / count } }) : nil
  }

  /// The unit of times in results.
  private static let nanoseconds = "ns"
}

extension EntryText {
  /// The unit of a value: `µs/op`, `ms/frame`, `B/frame`; empty without a value.
  var unit: String {
    guard entry.baseline != nil || entry.candidate != nil else { return "" }
    let unit = (time?.name ?? "") + (time == nil ? entry.unit : String(entry.unit.dropFirst(2)))
    guard entry.rate != nil, !unit.isEmpty else { return unit }
    return frameCount == nil ? "\(unit) in all" : "\(unit)/frame"
  }

  var baseline: String { entry.countRanges.map { range($0.baseline) } ?? text(entry.baseline) }

  var candidate: String { entry.countRanges.map { range($0.candidate) } ?? text(entry.candidate) }

  /// The difference and the ratio: `+12.3 ns, +4.10 %`; empty when a side is missing.
  ///
  /// The difference is computed from the ratio, so that both have the same sign: the ratio of pairs
  /// is not the ratio of the medians.
  var change: String {
    guard let baseline = entry.baseline, let candidate = entry.candidate else { return "" }
    guard let ratio = entry.ratio else { return difference(candidate - baseline) }
    guard ratio != 1 else { return NumberText.change(ratio) }
    let difference = difference(
      entry.times?.paired == nil ? candidate - baseline : baseline * (ratio - 1))
    return "\(difference), \(NumberText.change(ratio))"
  }

  /// The mean per frame of a difference over `count` frames: `+1.35 ms`.
  func difference(_ difference: Double, ofFrames count: Int) -> String {
    Self.signed(difference / Double(max(count, 1)), isTime: time != nil, unit: entry.unit)
  }

  private func difference(_ difference: Double) -> String {
    let unit = String(entry.unit.split(separator: "/").first ?? "")
    return Self.signed(difference / (frameCount ?? 1), isTime: time != nil, unit: unit)
  }

  private static func signed(_ difference: Double, isTime: Bool, unit: String) -> String {
    let sign = difference > 0 ? "+" : ""
    if isTime { return sign + TimeUnit.text(difference) }
    // A count needs no unit: its metric names what is counted.
    return sign + NumberText.count(difference) + (unit == "B" ? " B" : "")
  }

  /// The range of counts that vary between runs of one build: `100–104`.
  private func range(_ counts: Interval) -> String {
    let ends = [text(counts.low), text(counts.high)]
    return ends[0] == ends[1] ? ends[0] : ends.joined(separator: "–")
  }

  private func text(_ value: Double?) -> String {
    guard let value else { return "" }
    let share = value / (frameCount ?? 1)
    guard let time else { return NumberText.count(share) }
    return time.format(share)
  }
}
