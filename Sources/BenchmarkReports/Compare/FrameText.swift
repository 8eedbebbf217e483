import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import ReportText

/// Which frames of a scenario changed, in words.
struct FrameText {
  /// The most stretches of one direction that are named for one entry.
  private static let mostNamed = 3

  let entry: ComparisonEntry

  /// A line per stretch of frames, one on the frame that takes longest if the work changed, and one
  /// on dropped frames.
  var lines: [String] {
    guard let rate = entry.rate else { return [] }
    let place = "\(entry.benchmark) at \(rate)"
    let values = EntryText(entry)
    let (stretches, others) = entry.changedFrames.named(atMost: Self.mostNamed)
    var lines = stretches.map { stretch in
      let difference = values.difference(
        stretch.candidate - stretch.baseline, ofFrames: stretch.changedCount)
      let each = stretch.changedCount > 1 ? " per frame" : ""
      let ratio = stretch.ratio.map { ", \(NumberText.change($0))" } ?? ", from 0"
      return """
        \(place), \(entry.metric ?? ""): \(name(stretch)) \(stretch.verdict.rawValue), \
        \(difference)\(each)\(ratio)
        """
    }
    lines += others.map { verdict, count in
      "\(place), \(entry.metric ?? ""): \(Words.count(count, "other frame")) \(verdict.rawValue)"
    }
    guard let dropped = entry.droppedFrames else { return lines }
    let frames = entry.frameMetric == .coldWork ? "\(place) with cold caches" : place
    if entry.verdict == .regressed || entry.verdict == .improved,
      let old = entry.changedFrames.baseline.max(), let new = entry.changedFrames.candidate.max()
    {
      lines.append(
        """
        \(frames): the slowest frame takes \(TimeUnit.printWithUnit(old)) → \
        \(TimeUnit.printWithUnit(new))
        """)
    }
    if dropped.baseline != dropped.candidate {
      lines.append("\(frames): dropped frames \(dropped.baseline) → \(dropped.candidate)")
    }
    return lines
  }

  /// The frames that changed in the direction of the entry's verdict: `frames 10–11, 30`; empty
  /// without any.
  var list: String {
    let (stretches, others) = entry.changedFrames.named(atMost: Self.mostNamed)
    var names = stretches.filter { $0.verdict == entry.verdict }.map(name)
    let more = others.first { $0.verdict == entry.verdict }
    if let more { names.append("\(more.count) more") }
    return names.joined(separator: ", ")
  }

  /// `frame 30`, `frames 10–11`, `frames 0–29 (24 of 30)`, `all 30 frames`.
  private func name(_ stretch: FrameChanges.Stretch) -> String {
    let length = stretch.last - stretch.first + 1
    if length == 1 { return "frame \(stretch.first)" }
    if stretch.changedCount == entry.changedFrames.frameCount { return "all \(length) frames" }
    let share = stretch.changedCount < length ? " (\(stretch.changedCount) of \(length))" : ""
    return "frames \(stretch.first)–\(stretch.last)\(share)"
  }
}
