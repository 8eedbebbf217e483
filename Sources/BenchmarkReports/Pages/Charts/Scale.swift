import Foundation
import SampleStatistics

/// Maps the values of an axis to positions in a picture.
///
/// Works for any finite values: a single value gets a range around it, and the distance of two
/// large values may overflow.
struct Scale {
  enum Kind { case linear, logarithmic }

  let kind: Kind

  /// The values at both ends, finite and in this order; positive on a logarithmic axis.
  let low, high: Double

  /// The positions of both ends.
  let start, end: Double

  init(_ kind: Kind, from low: Double, to high: Double, at start: Double, _ end: Double) {
    self.kind = kind
    self.start = start
    self.end = end
    (self.low, self.high) =
      switch kind {
      case .linear: Self.linear(low, high)
      case .logarithmic: Self.logarithmic(low, high)
      }
  }

  /// The position of a value; values beyond an end are at that end.
  func position(_ value: Double) -> Double {
    let share =
      switch kind {
      case .linear: (value / 2 - low / 2) / halfRange
      case .logarithmic: (log(max(value, low)) - log(low)) / (log(high) - log(low))
      }
    return start + (share > 0 ? min(share, 1) : 0) * (end - start)
  }

  /// Round values on the axis: about `count` on a linear one, powers of ten on the other.
  func ticks(about count: Int = 4) -> [Double] {
    switch kind {
    case .linear: linearTicks(about: count)
    case .logarithmic: logarithmicTicks
    }
  }
}

extension Scale {
  private static let largest = Double.greatestFiniteMagnitude

  /// Halves, because the distance of both ends may be infinite.
  private var halfRange: Double { high / 2 - low / 2 }

  /// Two ends that are distinct, also after rounding to a tick.
  private static func linear(_ low: Double, _ high: Double) -> (Double, Double) {
    let low = finite(low)
    let high = max(finite(high), low)
    let scale = max(low.magnitude, high.magnitude)
    let least = scale < 1e-290 ? 1 : scale * 1e-9
    guard high / 2 - low / 2 < least / 2 else { return (low, high) }
    return low + least <= largest ? (low, low + least) : (largest - least, largest)
  }

  private static func logarithmic(_ low: Double, _ high: Double) -> (Double, Double) {
    let low = low > 0 ? min(max(low, .leastNormalMagnitude), largest / 2) : 1e-9
    return (low, max(finite(high), low * 1.5))
  }

  private static func finite(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -largest), largest)
  }

  private func linearTicks(about count: Int) -> [Double] {
    let rough = halfRange / Double(max(count, 1)) * 2
    let power = pow(10, log10(rough).rounded(.down))
    // Near the limits of Double, there may be no round step.
    let round = [1, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
    let step = round.isFinite && round > 0 ? round : rough
    let (first, last) = ((low / step).rounded(.up), (high / step + 1e-6).rounded(.down))
    guard step > 0, first.isFinite, last >= first, last - first <= 1_000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }.filter(\.isFinite)
  }

  private var logarithmicTicks: [Double] {
    let (first, last) = (Int(log10(low).rounded(.up)), Int(log10(high).rounded(.down)))
    let decades = (first...max(first, last)).map { pow(10, Double($0)) }
      .filter { (low...high).contains($0) }
    guard decades.count < 2 else {
      let every = (decades.count + 7) / 8
      return decades.enumerated().filter { $0.offset % every == 0 }.map(\.element)
    }
    let base = pow(10, log10(low).rounded(.down))
    return [1, 2, 5, 10, 20, 50, 100].map { $0 * base }.filter { (low...high).contains($0) }
  }
}

/// The area inside a chart's axes, and the lines and texts around it.
struct ChartFrame {
  let width, height: Double
  let left, top, right, bottom: Double

  init(width: Double, height: Double, left: Double = 52, top: Double = 30) {
    self.width = width
    self.height = height
    self.left = left
    self.top = top
    right = width - 16
    bottom = height - 40
  }

  func picture(title: String, style: String = "", _ parts: [Markup]) -> Markup {
    Markup(
      .svg,
      [
        .class: style, .xmlns: "http://www.w3.org/2000/svg",
        .viewBox: "0 0 \(width.svg) \(height.svg)", .role: "img", .label: title,
      ], parts)
  }

  /// A vertical axis with its title above and lines across the area.
  func vertical(_ scale: Scale, title: String, _ text: (Double) -> String) -> [Markup] {
    let ticks = scale.ticks()
    let lines = ticks.map { "M\(left.svg) \(scale.position($0).svg)H\(right.svg)" }
    return [.path("grid", lines.joined())]
      + ticks.map { label(text($0), left - 6, scale.position($0) + 4, anchor: .end) }
      + [label(title, 4, 16)]
  }

  func horizontal(_ scale: Scale, title: String, _ text: (Double) -> String) -> [Markup] {
    let ticks = scale.ticks(about: 6)
    let marks = ticks.map { "M\(scale.position($0).svg) \(bottom.svg)v4" }
    let axis = "M\(left.svg) \(bottom.svg)H\(right.svg)"
    return [.path("axis", axis + marks.joined())]
      + ticks.map { label(text($0), scale.position($0), bottom + 17, anchor: .middle) }
      + [label(title, right, bottom + 34, anchor: .end)]
  }

  func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> Markup {
    Markup(.line, [.class: style, .x1: x1.svg, .y1: y1.svg, .x2: x2.svg, .y2: y2.svg])
  }

  func interval(_ interval: Interval, on scale: Scale, _ y: Double) -> Markup {
    line(scale.position(interval.low), y, scale.position(interval.high), y, "interval")
  }

  /// The name of a refresh period, left of `x` and above `y`.
  func budgetName(_ name: String, _ x: Double, _ y: Double) -> Markup {
    label(name, x, y, anchor: .end, style: "note budget-name")
  }

  /// The part of a text that is at its position.
  enum Anchor: String { case start, middle, end }

  func label(
    _ text: String, _ x: Double, _ y: Double, anchor: Anchor = .start, style: String = "note"
  ) -> Markup {
    let style = anchor == .start ? style : "\(style) \(anchor.rawValue)"
    return Markup(.text, [.class: style, .x: x.svg, .y: y.svg], ["\(text)"])
  }

  /// A legend in a row below the axis: each entry is a mark and its name.
  func legend(_ entries: [(mark: Markup, name: String)]) -> [Markup] {
    var x = left
    return entries.map { entry in
      let group = Markup(
        .g, [.transform: "translate(\(x.svg) \((bottom + 30).svg))"],
        [entry.mark, label(entry.name, 14, 4)])
      x += 26 + 6.6 * Double(entry.name.count)
      return group
    }
  }
}

extension Markup {
  static func rect(
    _ style: String, _ x: Double, _ y: Double, width: Double, height: Double
  ) -> Markup {
    Markup(.rect, [.class: style, .x: x.svg, .y: y.svg, .width: width.svg, .height: height.svg])
  }

  /// A path; `count` tells programs how many marks it draws.
  static func path(
    _ style: String, _ steps: String, strokeWidth: Double? = nil, count: Int? = nil
  ) -> Markup {
    Markup(
      .path,
      [
        .class: style, .strokeWidth: strokeWidth?.svg ?? "",
        .count: count.map { "\($0)" } ?? "", .d: steps,
      ])
  }

  static func dot(_ style: String, _ x: Double, _ y: Double) -> Markup {
    Markup(.circle, [.class: "dot \(style)", .cx: x.svg, .cy: y.svg, .r: "4"])
  }
}

/// Small marks whose shape tells as much as their color.
enum Glyph {
  static func bar(_ style: String) -> Markup { .rect("fill-\(style)", 1, -5, width: 9, height: 10) }

  /// A thick line for the other side.
  static func dash(_ style: String) -> Markup { .path("stroke-\(style)", "M0 0h11") }

  /// A triangle for frames that are late.
  static let late = Markup.path("fill-late", late(x: 5, y: 4))

  /// A diamond for frames that are shown late because of another.
  static let delayed = Markup.path("fill-delayed", delayed(x: 5, y: 0))

  /// A cross for slots that are dropped.
  static let dropped = Markup.path("stroke-dropped", dropped(x: 5, y: 0))

  static func late(x: Double, y: Double) -> String { "M\((x - 4).svg) \(y.svg)h8l-4-8z" }

  static func delayed(x: Double, y: Double) -> String { "M\(x.svg) \((y - 4).svg)l4 4-4 4-4-4z" }

  static func dropped(x: Double, y: Double) -> String {
    "M\((x - 3.5).svg) \((y - 3.5).svg)l7 7m0-7l-7 7"
  }
}
