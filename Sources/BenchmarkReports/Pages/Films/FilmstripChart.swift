import FrameTiming
import ReportText

/// Some frames of a film in a row, drawn from the states of the views, and how a display shows
/// them.
struct FilmstripChart {
  private static let count = 8

  let film: Film
  let scene: PageScene

  var title: String {
    let choice =
      shown.count < film.frames.count
      ? " The first and the last are shown, and up to three that end a hitch." : ""
    return """
      \(shown.count) of \(film.frames.count) frames of \(scene.place), drawn from the state of the views\
      \(film.colorWords).\(choice)
      """
  }

  /// The frames that are shown: the first, the last, those that end the longest hitches, and some
  /// between them.
  var shown: [Int] {
    let count = min(film.frames.count, scene.frameCount)
    let last = count - 1
    guard count > Self.count else { return Array(0..<count) }
    let bad = scene.hitches.sorted {
      ($1.slotCount, $0.endingFrame) < ($0.slotCount, $1.endingFrame)
    }
    .map(\.endingFrame).filter { $0 <= last }
    var frames = Set([0, last] + bad.prefix(3))
    // Fill the widest gap first, until there are enough frames.
    while frames.count < Self.count {
      let sorted = frames.sorted()
      guard let gap = zip(sorted, sorted.dropFirst()).max(by: { $0.1 - $0.0 < $1.1 - $1.0 }),
        gap.1 - gap.0 > 1
      else { break }
      frames.insert((gap.0 + gap.1) / 2)
    }
    return frames.sorted()
  }

  func svg(width: Double = 900) -> Markup {
    let frames = shown
    let pitch = width / Double(max(frames.count, 1))
    let scale = (pitch - 14) / max(film.width, 1)
    let tall = film.height * scale
    let height = tall + 56
    let frame = ChartFrame(width: width, height: height)
    var parts: [Markup] = []
    for (column, index) in frames.enumerated() {
      let left = pitch * Double(column) + 7
      parts += film.screen(index, at: left, scale: scale, edge: scene.fates[index].style)
      parts.append(frame.label("frame \(index)", left, tall + 22, style: "name"))
      parts += words(index).enumerated().map { line, text in
        frame.label(text, left, tall + 36 + 13 * Double(line))
      }
    }
    return frame.picture(title: title, parts)
  }

  /// When a frame is shown, and what happens before it.
  private func words(_ index: Int) -> [String] {
    let slot = scene.timeline.presentSlot[index]
    let time = Double(scene.timeline.grid.vsync(slot)) / 1e6
    let hitch = scene.hitches.first { $0.endingFrame == index }
    return ["at \(NumberText.format(time, decimals: 0)) ms"]
      + (hitch.map { ["after \($0.slotCount) dropped"] } ?? [])
  }
}

/// The first frame that two sides show differently, side by side.
struct FilmPairChart {
  let baseline, candidate: Film

  /// A frame of at least one side.
  let frame: Int

  let difference: String

  var title: String {
    let colors = candidate.colorWords.isEmpty ? baseline.colorWords : candidate.colorWords
    return """
      Frame \(frame) of the baseline (left) and of the candidate (right), which differs: \(difference). \
      Drawn from the state of the views\(colors).
      """
  }

  func svg(width: Double = 900) -> Markup {
    let scale = (width / 4 - 14) / max(baseline.width, candidate.width, 1)
    let tall = max(baseline.height, candidate.height) * scale
    let chart = ChartFrame(width: width, height: tall + 34)
    let sides = [("baseline", baseline), ("candidate", candidate)]
    let parts = sides.enumerated().flatMap { column, side in
      let left = width / 4 * Double(column) + 7
      let isThere = side.1.frames.indices.contains(frame)
      return (isThere ? side.1.screen(frame, at: left, scale: scale, edge: "fine") : []) + [
        chart.label(side.0 + (isThere ? "" : " has no such frame"), left, tall + 22, style: "name")
      ]
    }
    return chart.picture(title: title, parts)
  }
}

extension Film {
  fileprivate func screen(_ index: Int, at left: Double, scale: Double, edge: String) -> [Markup] {
    let views = frames[index].filter { $0.outline.opacity > 0.004 }.compactMap { view -> Markup? in
      guard let corners = view.outline.corners else { return nil }
      let points = corners.map { "\(($0.x * scale).clamped.svg) \(($0.y * scale).clamped.svg)" }
      return Markup(
        .path,
        [
          .class: "view view-\(view.style)", .opacity: "\(view.outline.opacity.hundredths)",
          .d: "M\(points.joined(separator: "L"))z",
        ])
    }
    let (wide, tall) = ((width * scale).svg, (height * scale).svg)
    return [
      Markup(
        .svg, [.class: "screen", .x: left.svg, .y: "6", .width: wide, .height: tall],
        [Markup(.rect, [.class: "screen-back", .width: "100%", .height: "100%"])] + views),
      Markup(
        .rect,
        [.class: "screen-edge edge-\(edge)", .x: left.svg, .y: "6", .width: wide, .height: tall]),
    ]
  }
}

extension Double {
  /// Limited to a distance from the picture that every program can draw.
  fileprivate var clamped: Double { Swift.min(Swift.max(self, -10_000), 10_000) }

  /// Rounded to two decimals.
  var hundredths: Double { magnitude < 1e15 ? (self * 100).rounded() / 100 : self }
}
