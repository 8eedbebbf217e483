import ReportText
import SampleStatistics

/// A chart of the cumulative distribution of costs, of frames or of samples.
struct DistributionChart {
  /// The maximum number of steps; further ones are thinned out.
  private static let mostSteps = 300

  /// What is distributed: `frames of feed.scroll at 120 Hz`.
  let subject: String

  /// The cost of each frame or sample, in nanoseconds.
  let candidate: [Double]
  let baseline: [Double]?

  /// The refresh period, for frames.
  let budgetNs: Double?

  var title: String {
    let sizes =
      baseline.map { "candidate n = \(candidate.count), baseline n = \($0.count)" }
      ?? "n = \(candidate.count)"
    return "Share of \(subject) that take at most this long (\(sizes))."
  }

  func svg(width: Double = 720, height: Double = 200) -> Markup {
    let frame = ChartFrame(width: width, height: height)
    let all = candidate + (baseline ?? [])
    let most = max(all.max() ?? 1, 1)
    let isBudgetShown = budgetNs.map { $0 <= 4 * most } ?? false
    let top = isBudgetShown ? max(most * 1.05, (budgetNs ?? 0) * 1.1) : most * 1.05
    let least = all.filter { $0 > 0 }.min() ?? 1
    let isWide = most / least > 50
    let unit = TimeUnit(for: [isWide ? (most * least).squareRoot() : top])
    let across = Scale(
      isWide ? .logarithmic : .linear,
      from: isWide ? least * 0.9 : isBudgetShown ? 0 : max(0, least - (most - least) * 0.1),
      to: top, at: frame.left, frame.right)
    let up = Scale(.linear, from: 0, to: 100, at: frame.bottom, frame.top)
    var parts = frame.vertical(up, title: "share %") { "\(Int($0))" }
    parts += frame.horizontal(
      across, title: isWide ? "time \(unit.name), log" : "time \(unit.name)"
    ) { unit.format($0) }
    if let baseline { parts.append(step(baseline, across, up, "stroke-base dashed")) }
    parts.append(step(candidate, across, up, "stroke-fine"))
    if isBudgetShown, let budgetNs {
      let x = across.position(budgetNs)
      parts.append(frame.line(x, frame.top, x, frame.bottom, "budget"))
      parts.append(
        frame.budgetName("budget \(TimeUnit.text(budgetNs))", x - 4, frame.top + 12))
    }
    parts += frame.legend(
      [(Glyph.dash("fine"), baseline == nil ? "measured" : "candidate")]
        + (baseline == nil ? [] : [(Glyph.dash("base dashed"), "baseline")]))
    return frame.picture(title: title, parts)
  }

  private func step(_ values: [Double], _ across: Scale, _ up: Scale, _ style: String) -> Markup {
    let sorted = values.sorted()
    let every = max(1, sorted.count / Self.mostSteps)
    var path = "M\(across.start.svg) \(up.start.svg)"
    for index in sorted.indices where index % every == every - 1 || index == sorted.count - 1 {
      path += "H\(across.position(sorted[index]).svg)"
      path += "V\(up.position(100 * Double(index + 1) / Double(sorted.count)).svg)"
    }
    return .path("steps \(style)", path + "H\(across.end.svg)")
  }
}
