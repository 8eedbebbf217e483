import BenchmarkResults
import ReportText
import SampleStatistics

/// A chart of the times of benchmarks: a dot and an interval for each, on one logarithmic axis.
struct KernelChart {
  /// One benchmark in the chart.
  struct Row {
    let name: String

    /// In nanoseconds per operation.
    let time: Double
    let interval: Interval?

    let baseline: Double?

    /// How close it comes to the machine's limit, in words: `85 % L2`.
    let share: String?
    let isWorse: Bool
  }

  let rows: [Row]

  var title: String {
    """
    Median time per operation and its 95 % interval, of \(Words.count(rows.count, "benchmark")), on a \
    logarithmic axis.
    """
  }

  func svg(width: Double = 720) -> Markup {
    let pitch = 20.0
    let names = rows.map(\.name.count).max() ?? 0
    let frame = ChartFrame(
      width: width, height: 74 + pitch * Double(rows.count),
      left: min(width * 0.42, 16 + 6.4 * Double(names)))
    let times = rows.flatMap { [$0.time, $0.baseline, $0.interval?.low, $0.interval?.high] }
      .compactMap(\.self).filter { $0 > 0 }
    let unit = TimeUnit(for: times)
    let hasShares = rows.contains { $0.share != nil }
    let across = Scale(
      .logarithmic, from: (times.min() ?? 1) / 1.2, to: (times.max() ?? 1) * 1.2, at: frame.left,
      frame.right - (hasShares ? 90 : 0))
    var parts = frame.horizontal(across, title: "\(unit.name)/op, log") { unit.format($0) }
    if hasShares { parts.append(frame.label("of limit", frame.right, 16, anchor: .end)) }
    for (index, row) in rows.enumerated() {
      let y = frame.top + pitch * (Double(index) + 0.5)
      parts.append(frame.line(frame.left, y, across.end, y, "grid"))
      parts.append(frame.label(shortened(row.name), frame.left - 6, y + 4, anchor: .end))
      if let interval = row.interval { parts.append(frame.interval(interval, on: across, y)) }
      if let baseline = row.baseline {
        let x = across.position(baseline)
        parts.append(frame.line(x, y - 6, x, y + 6, "stroke-base"))
      }
      let x = across.position(row.time)
      parts.append(
        row.isWorse ? .path("dot fill-late", Glyph.late(x: x, y: y + 4)) : .dot("fill-fine", x, y))
      if let share = row.share {
        parts.append(frame.label(share, frame.right, y + 4, anchor: .end))
      }
    }
    var legend = [(mark: Glyph.bar("fine"), name: "median")]
    if rows.contains(where: \.isWorse) { legend.append((Glyph.late, "regressed")) }
    if rows.contains(where: { $0.baseline != nil }) {
      legend.append((Glyph.dash("base"), "baseline"))
    }
    return frame.picture(title: title, parts + frame.legend(legend))
  }

  /// The name, shortened to fit beside the axis.
  private func shortened(_ name: String) -> String {
    name.count <= 44 ? name : "\(name.prefix(16))…\(name.suffix(27))"
  }
}
