import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
import ReportText
import SampleStatistics

// The words that say which frames of a scenario changed.
extension ComparisonEntry {
  /// The maximum number of stretches of frames in one direction that are named for one entry.
  private static let mostNamed = 3

  /// The maximum number of frames that are named in addition to the certain ones.
  private static let mostLikely = 6

  /// A line for each stretch of frames that changed, one for the frames that probably changed, one
  /// for the slowest frame if the work changed, and one for dropped frames.
  package var frameLines: [String] {
    guard let rate else { return [] }
    let place = "\(benchmark) at \(rate)"
    let values = EntryText(self)
    let (stretches, others) = changedFrames.named(atMost: Self.mostNamed)
    var lines = stretches.map { stretch in
      let difference = values.difference(
        stretch.candidate - stretch.baseline, ofFrames: stretch.changedCount)
      let each = stretch.changedCount > 1 ? " per frame" : ""
      let ratio = stretch.ratio.map { ", \(NumberText.change($0))" } ?? ", from 0"
      return """
        \(place), \(metric ?? ""): \(name(of: stretch)) \(stretch.verdict.rawValue), \
        \(difference)\(each)\(ratio)
        """
    }
    lines += others.map { verdict, count in
      "\(place), \(metric ?? ""): \(Words.count(count, "other frame")) \(verdict.rawValue)"
    }
    lines += likelyLine.map { ["\(place), \(metric ?? ""): \($0)"] } ?? []
    guard let dropped = droppedFrames else { return lines }
    let frames = frameMetric == .coldWork ? "\(place) with cold caches" : place
    if verdict?.isChange == true, let slowest = slowestFrame {
      lines.append("\(frames): \(slowest)")
    }
    if dropped.baseline != dropped.candidate {
      lines.append("\(frames): dropped frames \(dropped.baseline) → \(dropped.candidate)")
    }
    return lines
  }

  /// `frames 5, 25 as well, +34.0 µs per frame, +14.6 %, none of them certain alone`, or nil if
  /// there are none.
  private var likelyLine: String? {
    let likely = likelyFrames
    guard let verdict, let first = likely.first else { return nil }
    let old = likely.map { changedFrames.baseline[$0] }.total
    let new = likely.map { changedFrames.candidate[$0] }.total
    let difference = EntryText(self).difference(new - old, ofFrames: likely.count)
    let ratio = old > 0 ? ", \(NumberText.change(new / old))" : ", from 0"
    let others = changedFrames.contains { $0.verdict == verdict } ? "as well, " : ""
    guard likely.count > 1 else {
      return "frame \(first) \(others)\(difference)\(ratio), not certain alone"
    }
    return """
      frames \(numbers(of: likely)) \(others)\(difference) per frame\(ratio), none of them certain \
      alone
      """
  }

  /// If the work changed, the frames that probably changed, too.
  private var likelyFrames: [Int] { verdict.map(changedFrames.likely) ?? [] }

  /// `5, 15, 25 and 3 more`.
  private func numbers(of frames: [Int]) -> String {
    let shown = frames.prefix(Self.mostLikely).map { "\($0)" }.joined(separator: ", ")
    let more = frames.count - Self.mostLikely
    return more > 0 ? "\(shown) and \(more) more" : shown
  }

  /// `frame 0, the slowest, takes 1.02 ms → 2.02 ms`; without the frame's number if the sides have
  /// different slowest frames, and nil if frames are not known.
  private var slowestFrame: String? {
    guard let old = changedFrames.baseline.max(), let new = changedFrames.candidate.max() else {
      return nil
    }
    let times = "takes \(TimeUnit.text(old)) → \(TimeUnit.text(new))"
    guard let frame = changedFrames.candidate.firstIndex(of: new),
      frame == changedFrames.baseline.firstIndex(of: old)
    else { return "the slowest frame \(times)" }
    return "frame \(frame), the slowest, \(times)"
  }

  /// The frames that decided the verdict, such as `frame 15`, or nil if the interval of the whole
  /// work decided it.
  var decidingFrames: String? {
    guard let verdict, verdict.isChange, rate != nil, let times, let interval = times.interval,
      VerdictRule(threshold: times.threshold).verdict(ratio: interval) != verdict
    else { return nil }
    return frameList.isEmpty ? nil : frameList
  }

  /// The frames that changed in the direction of the entry's verdict, such as `frames 10–11, 30`;
  /// may be empty.
  var frameList: String {
    let (stretches, others) = changedFrames.named(atMost: Self.mostNamed)
    var names = stretches.filter { $0.verdict == verdict }.map(name)
    let more = others.first { $0.verdict == verdict }
    if let more { names.append("\(more.count) more") }
    return names.joined(separator: ", ")
  }

  /// `frame 30`, `frames 10–11`, `frames 0–29 (24 of 30)`, `all 30 frames`.
  private func name(of stretch: FrameChanges.Stretch) -> String {
    let length = stretch.last - stretch.first + 1
    if length == 1 { return "frame \(stretch.first)" }
    if stretch.changedCount == changedFrames.frameCount { return "all \(length) frames" }
    let share = stretch.changedCount < length ? " (\(stretch.changedCount) of \(length))" : ""
    return "frames \(stretch.first)–\(stretch.last)\(share)"
  }
}
