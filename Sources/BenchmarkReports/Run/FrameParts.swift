package import BenchmarkResults
import BenchmarkVerdicts
import FrameSignposts
import FrameTiming
package import ReportText

/// What the frames of a scenario spend their work on, according to its signposts.
package struct FrameParts {
  /// The time of all intervals of one name, without the intervals inside them.
  package struct Part {
    package let name: String

    /// Its mean time in all frames after the first, and in the first, in nanoseconds.
    package fileprivate(set) var laterNs, firstNs: Double
  }

  /// The parts, by descending time in the later frames; unmarked time is one of them.
  package let parts: [Part]

  /// The mean work of the frames after the first, and the work of the first, in nanoseconds.
  package let laterNs, firstNs: Double

  /// Creates the parts of the frames at one rate, or nil without signposts.
  ///
  /// Scales each frame's recording to its work. If there is only one frame, it also counts as the
  /// later frames.
  package init?(_ costs: FrameCosts) {
    guard let recording = costs.signposts?.value, !costs.workNs.isEmpty,
      recording.frames.count == costs.workNs.count
    else { return nil }
    var parts = (recording.names + [Self.unmarked]).map { Part(name: $0, laterNs: 0, firstNs: 0) }
    let laterCount = Double(max(1, costs.workNs.count - 1))
    for (index, work) in costs.workNs.enumerated() {
      let duration = recording.frames[index].durationNs
      guard duration > 0 else { continue }
      let scale = Double(work) / Double(duration)
      for (name, own) in recording.ownNs(frame: index).enumerated() {
        let time = Double(own) * scale
        if index == 0 { parts[name].firstNs = time }
        if index > 0 || costs.workNs.count == 1 { parts[name].laterNs += time / laterCount }
      }
    }
    laterNs = parts.reduce(0) { $0 + $1.laterNs }
    firstNs = parts.reduce(0) { $0 + $1.firstNs }
    self.parts = parts.filter { $0.laterNs > 0 || $0.firstNs > 0 }
      .sorted { ($0.laterNs, $0.firstNs) > ($1.laterNs, $1.firstNs) }
  }

  /// The name of the part for time outside all intervals.
  private static let unmarked = "not marked"

  /// The share of a part in the later frames: `31 %`.
  func laterShare(_ part: Part) -> String { Self.percent(part.laterNs, of: laterNs) }

  /// The parts of the later frames with their shares: `layout 31 %`.
  fileprivate var laterTexts: [String] {
    parts.filter { $0.laterNs > 0 }.map { "\($0.name) \(laterShare($0))" }
  }

  /// The part with the largest share of the first frame: `commit 83 %`.
  var largestOfFirst: String {
    guard let part = parts.max(by: { $0.firstNs < $1.firstNs }) else { return "" }
    return "\(part.name) \(Self.percent(part.firstNs, of: firstNs))"
  }

  private static func percent(_ time: Double, of whole: Double) -> String {
    guard whole > 0, time > 0 else { return "0 %" }
    let percent = 100 * time / whole
    return percent < 0.5 ? "<1 %" : "\(NumberText.format(percent, decimals: 0)) %"
  }

  /// A table of all parts with their times, for a page.
  package func table() -> Table {
    let later = TimeColumn(for: parts.map(\.laterNs))
    let first = TimeColumn(for: parts.map(\.firstNs))
    var columns = TableColumns<Part>()
    columns.text("part") { $0.name }
    columns.number("share of a frame") { laterShare($0) }
    columns.number(later.title("time")) { later.format($0.laterNs) }
    columns.number("share of the first frame") { Self.percent($0.firstNs, of: firstNs) }
    columns.number(first.title("time")) { first.format($0.firstNs) }
    return columns.table(parts)
  }
}

/// A table of what frames spend their work on, a row per scenario at its highest rate.
enum FramePartsTable {
  static let title = "Where the time of a frame goes, as the scenarios mark it"

  /// The columns of the largest parts.
  private static let columns = ["largest part", "second", "third"]

  static func table(_ file: ResultFile, _ notes: Footnotes) -> Table {
    typealias Row = (name: String, costs: FrameCosts, parts: FrameParts?)
    let rows = file.benchmarks.compactMap { scenario -> Row? in
      let marked = scenario.frames.filter { $0.signposts != nil }
      return marked.max { $0.rate < $1.rate }.map { (scenario.name, $0, FrameParts($0)) }
    }
    var columns = TableColumns<Row>()
    columns.text("name") { $0.name }
    columns.number("rate", isExtra: true) { "\($0.costs.rate)" }
    for (index, title) in Self.columns.enumerated() {
      columns.text(title) { $0.parts?.laterTexts.dropFirst(index).first }
    }
    columns.text("the others", isExtra: true) {
      $0.parts?.laterTexts.dropFirst(Self.columns.count).joined(separator: ", ")
    }
    columns.text("largest of the first frame", isExtra: true) { $0.parts?.largestOfFirst }
    return columns.table(rows, names: 2) { row in
      guard row.parts == nil else { return nil }
      return notes.absence(row.costs.signposts?.reason ?? "the recording does not have every frame")
    }
  }
}
