import BenchmarkModel
import BenchmarkVerdicts
import Foundation
import ReportText
import SampleStatistics

/// A chart of a course: its levels as a line that steps where they change, with their intervals.
///
/// Each step has a mark with a name and a size, which links to its paragraph.
struct TrendChart {
  /// A step that is marked.
  struct Mark {
    /// Its number on the page.
    let number: Int
    let step: Trend.Step

    /// By how much it changes the course.
    let size: String

    let text: String
  }

  /// The screen that the chart is drawn for.
  enum Screen {
    case wide, narrow

    fileprivate var width: Double { self == .wide ? 900 : 360 }
    fileprivate var style: String { self == .wide ? "wide" : "narrow" }
  }

  private let course: Trend.Course
  private let points: [Trend.Point]
  private let marks: [Mark]

  /// The points with a level, in order.
  private let known: [(row: Int, level: Trend.Level)]

  /// The level that is 0 % on the axis: the first one, or nil if the axis has no percentages.
  private let origin: Double?

  private static let labelHeight = 15.0

  /// The maximum number of rows of labels; if they are full, the smallest steps have no label.
  private static let mostLabelRows = 4

  init(course: Trend.Course, points: [Trend.Point], steps: [Mark]) {
    self.course = course
    self.points = points
    marks = steps.filter { course.levels[$0.step.to] != nil }
    let known = course.levels.enumerated().compactMap { row, level in
      level.map { (row: row, level: $0) }
    }
    self.known = known
    origin = known.first.flatMap { first in
      let numbers = known.flatMap {
        [$0.level.value, $0.level.interval.low, $0.level.interval.high]
      }
      let isPossible =
        first.level.value > 0
        && numbers.allSatisfy { ($0 / first.level.value * 100).isFinite }
      return isPossible ? first.level.value : nil
    }
  }

  var title: String {
    let interval = known.contains { $0.level.interval.width > 0 } ? " with its interval" : ""
    let first = NumberText.format(origin ?? 0) + course.unitSuffix
    let from = course.isRecorded ? "the first value, \(first)" : "the first commit"
    let value = origin == nil ? course.title : "Change from \(from)"
    return "\(value)\(interval), by \(Words.count(points.count, "row")), the oldest first."
  }
}

extension TrendChart {
  func svg(_ screen: Screen) -> Markup {
    let labels = placedLabels(screen)
    let rows = Double((labels.map(\.row).max() ?? -1) + 1)
    let frame = ChartFrame(
      width: screen.width, height: (screen == .wide ? 260 : 240) + rows * Self.labelHeight,
      left: 58, top: 30 + rows * Self.labelHeight)
    let up = vertical(frame)
    let across = across(frame)
    var parts = frame.vertical(up, title: axisTitle(screen)) { axisText($0) }
    if origin != nil {
      parts.append(frame.line(frame.left, up.position(0), frame.right, up.position(0), "axis"))
    }
    parts += ends(frame)
    parts += segments.flatMap { levels(of: $0, up, across) }
    parts += course.breaks.keys.sorted().map { row in
      let x = across.position(Double(row) - 0.5)
      return frame.line(x, frame.top, x, frame.bottom, "other-budget")
    }
    parts += marks.enumerated().map { index, mark in
      let label = labels.first { $0.mark == index }
      return drawn(mark, label, frame, up, across)
    }
    return frame.picture(title: title, style: screen.style, parts)
  }

  private func axisTitle(_ screen: Screen) -> String {
    guard origin != nil else { return course.title }
    let length = screen == .wide ? 12 : 7
    let first = known.first.map { "\(points[$0.row].commit.prefix(length))" } ?? ""
    return first.isEmpty ? "change from the first" : "change from \(first)"
  }

  private func axisText(_ value: Double) -> String {
    guard origin != nil else { return NumberText.format(value) }
    let rounded = (value * 100).rounded() / 100
    let isWhole = rounded == rounded.rounded() && rounded.magnitude < 1e9
    return "\(rounded > 0 ? "+" : "")\(isWhole ? "\(Int(rounded))" : "\(rounded)") %"
  }

  /// A level on the axis: its difference from the first level in percent, or its value.
  private func value(_ level: Double) -> Double {
    origin.map { (level / $0 - 1) * 100 } ?? level
  }

  private func vertical(_ frame: ChartFrame) -> Scale {
    let values = known.map { value($0.level.value) }
    let middle = SortedSamples(values)?.median ?? 0
    // Changes below 1 % must look flat.
    let least = origin == nil ? middle.magnitude * 0.01 : 1
    let lows = known.map { value($0.level.interval.low) } + [middle - least]
    let highs = known.map { value($0.level.interval.high) } + [middle + least]
    let low = lows.min() ?? 0
    let high = highs.max() ?? 1
    // A margin, so that no interval touches the frame.
    let margin = (high / 2 - low / 2) * 0.16
    return Scale(.linear, from: low - margin, to: high + margin, at: frame.bottom, frame.top)
  }

  /// Each commit has the same width, centered on its position.
  private func across(_ frame: ChartFrame) -> Scale {
    Scale(
      .linear, from: -0.5, to: Double(max(1, points.count)) - 0.5, at: frame.left, frame.right)
  }

  private func ends(_ frame: ChartFrame) -> [Markup] {
    guard let first = points.first, let last = points.last else { return [] }
    return [
      frame.label("\(first.commit.prefix(12))", frame.left, frame.bottom + 17),
      frame.label("\(last.commit.prefix(12))", frame.right, frame.bottom + 17, anchor: .end),
    ]
  }

  /// The runs of points that are joined; a level that no comparison joins with the previous one
  /// starts a new line.
  private var segments: [[(row: Int, level: Trend.Level)]] {
    known.reduce(into: []) { segments, point in
      if segments.isEmpty || course.breaks[point.row] != nil {
        segments.append([point])
      } else {
        segments[segments.count - 1].append(point)
      }
    }
  }

  /// A line that is flat around each commit and steps between commits, on a band of the intervals;
  /// a commit that was not measured has the level of the last measured one.
  private func levels(
    of points: [(row: Int, level: Trend.Level)], _ up: Scale, _ across: Scale
  ) -> [Markup] {
    var path = ""
    var band = ""
    for (index, point) in points.enumerated() {
      let end = index + 1 < points.count ? points[index + 1].row : point.row + 1
      let (x1, x2) = (
        across.position(Double(point.row) - 0.5), across.position(Double(end) - 0.5)
      )
      let y = up.position(value(point.level.value))
      path += "\(index == 0 ? "M\(x1.svg) \(y.svg)" : "V\(y.svg)")H\(x2.svg)"
      let interval = point.level.interval
      guard interval.width > 0 else { continue }
      let (high, low) = (up.position(value(interval.high)), up.position(value(interval.low)))
      band += "M\(x1.svg) \(high.svg)H\(x2.svg)V\(low.svg)H\(x1.svg)z"
    }
    let line = Markup.path("stroke-fine", path, count: points.count)
    return band.isEmpty ? [line] : [.path("band", band), line]
  }

  /// A step: a thick line up or down, and above it the name and size, joined by a line.
  private func drawn(
    _ mark: Mark, _ label: Label?, _ frame: ChartFrame, _ up: Scale, _ across: Scale
  ) -> Markup {
    let isWorse = mark.step.verdict == .regressed
    let x = across.position(Double(mark.step.to) - 0.5)
    let after = up.position(value(course.levels[mark.step.to]?.value ?? 0))
    let before = course.levels[mark.step.from].map { up.position(value($0.value)) } ?? after
    let style = isWorse ? "late" : "better"
    var parts: [Markup] = []
    if let label {
      let y = labelY(label.row, frame)
      parts.append(frame.line(x, y + 4, x, min(before, after), "other-budget"))
      parts.append(
        frame.label(
          label.text, label.x, y, anchor: label.anchor,
          style: isWorse ? "step-worse" : "step-better"))
    }
    parts.append(.path("stroke-\(style)", "M\(x.svg) \(before.svg)V\(after.svg)"))
    parts.append(
      .path(
        isWorse ? "fill-late" : "fill-better",
        isWorse ? Glyph.late(x: x, y: after + 4) : Glyph.delayed(x: x, y: after)))
    return Markup(.a, [.href: "#step\(mark.number)", .label: mark.text], parts)
  }

  private func labelY(_ row: Int, _ frame: ChartFrame) -> Double {
    frame.top - 8 - Double(row) * Self.labelHeight
  }
}

extension TrendChart {
  /// The position of a step's name.
  private struct Label {
    /// The number of the step in `marks`.
    let mark: Int
    let text: String
    let x: Double
    let anchor: ChartFrame.Anchor

    /// The row, from 0, which is next to the chart.
    let row: Int
  }

  /// The names of steps, side by side or, if they are too close, one above the other; the largest
  /// steps have precedence if there is no room for all.
  private func placedLabels(_ screen: Screen) -> [Label] {
    let across = across(ChartFrame(width: screen.width, height: 260, left: 58))
    let order = marks.indices.sorted { size(of: marks[$0]) > size(of: marks[$1]) }
    var taken: [[ClosedRange<Double>]] = []
    var labels: [Label] = []
    for index in order {
      let text = text(of: marks[index], screen)
      let x = across.position(Double(marks[index].step.to) - 0.5)
      let length = 6.9 * Double(text.count) + 8
      let isRight = x + length > screen.width - 4
      let range = isRight ? max(0, x - length)...x : x...(x + length)
      var row = 0
      while row < taken.count, taken[row].contains(where: { $0.overlaps(range) }) { row += 1 }
      guard row < Self.mostLabelRows else { continue }
      if row == taken.count { taken.append([]) }
      taken[row].append(range)
      labels.append(
        Label(mark: index, text: text, x: x, anchor: isRight ? .end : .start, row: row))
    }
    return labels
  }

  private func size(of mark: Mark) -> Double {
    mark.step.ratio.map { $0 > 0 ? log($0).magnitude : .infinity } ?? .infinity
  }

  /// `3f2a91c +4.02 %`, with the subject if there is room.
  private func text(of mark: Mark, _ screen: Screen) -> String {
    let point = points[mark.step.to]
    let name = point.commit.isEmpty ? point.subject : "\(point.commit.prefix(7))"
    guard screen == .wide, !point.commit.isEmpty, !point.subject.isEmpty else {
      return "\(mark.size) \(name.cut(to: 24))"
    }
    return "\(mark.size) \(name) \(point.subject.cut(to: 32))"
  }
}
