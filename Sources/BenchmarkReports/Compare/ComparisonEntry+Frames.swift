import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
import ReportText

// Which frames of a scenario changed, in words.
extension ComparisonEntry {
  /// The most stretches of one direction that are named for one entry.
  private static let mostNamed = 3

  /// A line per stretch of frames, one on the frame that takes longest if the work changed, and one
  /// on dropped frames.
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
    guard let dropped = droppedFrames else { return lines }
    let frames = frameMetric == .coldWork ? "\(place) with cold caches" : place
    if verdict == .regressed || verdict == .improved,
      let old = changedFrames.baseline.max(), let new = changedFrames.candidate.max()
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
