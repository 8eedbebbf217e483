import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameLogs
import FrameTiming
import ReportText
import SampleStatistics

/// A chart of every frame's cost against the budget, one bar per frame, and of dropped slots.
struct TimelineChart {
  /// The maximum number of bars; with more frames, several share a bar.
  static let mostBars = 480

  /// The area of the bars in a chart of the usual size.
  static let area = ChartFrame(width: 720, height: 240)

  let scene: PageScene

  private let fates: [FrameFate]

  /// The number of frames per bar, which shows the slowest of them.
  private let framesPerBar: Int

  init(_ scene: PageScene) {
    self.scene = scene
    fates = scene.fates
    framesPerBar = max(1, (scene.frameCount + Self.mostBars - 1) / Self.mostBars)
  }

  var title: String {
    let (count, baseline) = (words(scene.repetitions), words(scene.baselineRepetitions))
    let isShared = scene.baseline == nil || baseline == count
    let sides =
      scene.baseline == nil
      ? "" : isShared ? ", candidate and baseline" : ", candidate\(count) and baseline\(baseline)"
    let share = framesPerBar > 1 ? " Each bar is the slowest of \(framesPerBar) frames." : ""
    var state = isShared ? count : ""
    if scene.warm != nil {
      state =
        " with cold caches\(state), and with warm ones in narrow bars\(words(scene.warmRepetitions))"
    }
    let word = scene.frameTime.word
    return """
      \(word.prefix(1).uppercased())\(word.dropFirst()) of each of \(NumberText.format(scene.frameCount)) frames of \(scene.place)\(sides)\(state).\
      \(share)
      """
  }

  /// How a time follows from repetitions: ` (median of 21 repetitions)`; empty if not known.
  private func words(_ repetitions: Int?) -> String {
    repetitions.map { $0 > 1 ? " (median of \($0) repetitions)" : " (one repetition)" } ?? ""
  }

  func svg() -> Markup {
    let frame = Self.area
    let budget = scene.budgetNs
    let most = Double(max(scene.candidate.max() ?? 0, scene.baseline?.max() ?? 0, 1))
    // If all bars end far below the budget, they are drawn larger, and a note names the budget.
    let isBudgetShown = budget <= 4 * most
    let top = isBudgetShown ? max(most * 1.12, budget * 1.15) : most * 1.12
    let unit = TimeUnit(for: [top])
    let vertical = Scale(.linear, from: 0, to: top, at: frame.bottom, frame.top)
    let step = (frame.right - frame.left) / Double(barCount)
    func x(_ index: Int) -> Double { frame.left + (Double(index / framesPerBar) + 0.5) * step }
    var parts = shades(frame, x, step)
    parts += frame.vertical(vertical, title: "\(scene.frameTime.word) \(unit.name)") {
      unit.format($0)
    }
    let across = Scale(.linear, from: 0, to: Double(scene.frameCount), at: frame.left, frame.right)
    parts += frame.horizontal(across, title: "frame") { "\(Int($0))" }
    parts += bars(vertical, x, step)
    if isBudgetShown, scene.segments != nil {
      parts += steps(frame, vertical, x, step)
    } else if isBudgetShown {
      for rate in [RefreshRate.hz60, .hz120, scene.rate].uniqued() {
        let period = 1e9 / Double(rate.hertz)
        guard period <= top else { continue }
        let y = vertical.position(period)
        parts.append(
          frame.line(frame.left, y, frame.right, y, rate == scene.rate ? "budget" : "other-budget"))
        parts.append(
          frame.budgetName("\(TimeUnit.text(period)), \(rate)", frame.right, y - 4))
      }
    } else {
      parts.append(
        frame.label(
          """
          The budget of \(TimeUnit.text(budget)) is \
          \(NumberText.format(budget / most)) times the slowest frame.
          """, frame.right, 16, anchor: .end))
    }
    parts += marks(vertical, x)
    parts += frame.legend(legend)
    return frame.picture(title: title, parts)
  }

  /// A line over the frames of each rate, for an animation whose rate changes.
  private func steps(
    _ frame: ChartFrame, _ scale: Scale, _ x: (Int) -> Double, _ step: Double
  ) -> [Markup] {
    scene.stretches.flatMap { rate, frames in
      let period = 1e9 / Double(rate.hertz)
      // The line of a lower rate may be above the picture if its frames need little of their time.
      let y = max(scale.position(period), frame.top)
      let end = x(frames.upperBound - 1) + step / 2
      return [
        frame.line(x(frames.lowerBound) - step / 2, y, end, y, "budget"),
        frame.budgetName("\(TimeUnit.text(period)), \(rate)", end, y - 4),
      ]
    }
  }

  private var barCount: Int { (scene.frameCount + framesPerBar - 1) / framesPerBar }

  private func shades(_ frame: ChartFrame, _ x: (Int) -> Double, _ step: Double) -> [Markup] {
    scene.changes.map { change in
      .rect(
        change.verdict == .regressed ? "shade-worse" : "shade-better", x(change.first) - step / 2,
        frame.top, width: x(change.last) - x(change.first) + step, height: frame.bottom - frame.top)
    }
  }

  /// A path per kind of frame, so that a page with many frames stays small; one bar is one `M`.
  private func bars(_ scale: Scale, _ x: (Int) -> Double, _ step: Double) -> [Markup] {
    var paths: [FrameFate: String] = [:]
    var counts: [FrameFate: Int] = [:]
    let half = max(min(step * 0.4, 9), 0.4)
    let ground = scale.position(0)
    for frames in barFrames {
      let fate = frames.map { fates[$0] }.max() ?? .onTime
      // At least half a unit high, so that even a frame that costs nothing has a mark.
      let y = min(top(of: frames, scene.candidate, scale), ground - 0.5)
      paths[fate, default: ""] += "M\(x(frames.lowerBound).svg) \(ground.svg)V\(y.svg)"
      counts[fate, default: 0] += 1
    }
    var parts = FrameFate.allCases.compactMap { fate in
      paths[fate].map {
        Markup.path("bars bars-\(fate.style)", $0, strokeWidth: 2 * half, count: counts[fate] ?? 0)
      }
    }
    if let warm = scene.warm {
      // Narrow bars inside the wide ones.
      let path = barFrames.map {
        "M\(x($0.lowerBound).svg) \(ground.svg)V\(top(of: $0, warm, scale).svg)"
      }
      parts.append(.path("warm", path.joined(), strokeWidth: half * 0.7, count: barCount))
    }
    if let baseline = scene.baseline, baseline.count == scene.frameCount {
      let path = barFrames.map {
        let start = "M\((x($0.lowerBound) - half * 1.2).svg) \(top(of: $0, baseline, scale).svg)"
        return start + "h\((2.4 * half).svg)"
      }
      parts.append(.path("dashes stroke-base", path.joined(), count: barCount))
    }
    return parts
  }

  private var barFrames: [Range<Int>] {
    stride(from: 0, to: scene.frameCount, by: framesPerBar).map {
      $0..<min($0 + framesPerBar, scene.frameCount)
    }
  }

  /// The top of the bar of some frames, which shows the slowest of them.
  private func top(of frames: Range<Int>, _ work: [Int64], _ scale: Scale) -> Double {
    scale.position(Double(work[frames].max() ?? 0))
  }

  /// A shape above every frame that is late or delayed, and a cross where slots are dropped.
  private func marks(_ scale: Scale, _ x: (Int) -> Double) -> [Markup] {
    var paths: [FrameFate: String] = [:]
    for frame in 0..<scene.frameCount where fates[frame] != .onTime {
      // With many frames, only late ones are marked: dense marks would be a band of color.
      guard framesPerBar == 1, scene.frameCount <= 200 || fates[frame] == .late else { continue }
      let y = scale.position(Double(scene.candidate[frame])) - 4
      paths[fates[frame], default: ""] +=
        fates[frame] == .late
        ? Glyph.late(x: x(frame), y: y) : Glyph.delayed(x: x(frame), y: y - 2)
    }
    let crosses = scene.hitches.map { Glyph.dropped(x: x($0.endingFrame), y: scale.end - 5) }
    var parts = [FrameFate.late, .delayed].compactMap { fate in
      paths[fate].map { Markup.path("fill-\(fate.style)", $0) }
    }
    if !crosses.isEmpty {
      parts.append(.path("crosses stroke-dropped", crosses.joined(), count: crosses.count))
    }
    if scene.hitches.count <= 12 {
      parts += scene.hitches.map { hitch in
        ChartFrame(width: 0, height: 0).label(
          "\(hitch.slotCount)", x(hitch.endingFrame) + 6, scale.end - 1, style: "note")
      }
    }
    return parts
  }

  private var legend: [(mark: Markup, name: String)] {
    let name = scene.baseline == nil ? "on time" : "candidate"
    var entries = [(mark: Glyph.bar("fine"), name: scene.warm == nil ? name : "\(name), cold")]
    if scene.warm != nil { entries.append((Glyph.bar("warm"), "warm")) }
    if fates.contains(.late) { entries.append((Glyph.late, "late")) }
    if fates.contains(.delayed) { entries.append((Glyph.delayed, "delayed")) }
    if !scene.hitches.isEmpty { entries.append((Glyph.dropped, "dropped slots")) }
    if scene.baseline != nil { entries.append((Glyph.dash("base"), "baseline")) }
    let verdicts = Set(scene.changes.map(\.verdict))
    if verdicts.contains(.regressed) { entries.append((Glyph.bar("worse"), "regressed")) }
    if verdicts.contains(.improved) { entries.append((Glyph.bar("better"), "improved")) }
    return entries
  }
}
