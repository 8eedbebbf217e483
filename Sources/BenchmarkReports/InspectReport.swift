import BenchmarkResults
package import FrameTiming
package import ReportText

/// A report on what every view of a scenario shows at several progress values.
package struct InspectReport: Encodable {
  /// The views at one progress value, back to front.
  package struct Moment: Hashable, Codable, Sendable {
    /// The progress, as a fraction of the whole duration, 0…1.
    package let at: Double

    package let views: [ViewState]

    /// What drawing the views would cost, or nil if not known.
    package let drawing: DrawingCosts?

    package init(at: Double, views: [ViewState], drawing: DrawingCosts? = nil) {
      self.at = at
      self.views = views
      self.drawing = drawing
    }
  }

  let moments: [Moment]

  /// What drawing would cost in each frame at 60 Hz, in order, or nil if not known.
  let drawing: [DrawingCosts]?

  /// The jump with the largest excess at 60 Hz, or nil if nothing jumps or ``unplayed`` is set.
  let largestJump: ViewJump?

  /// Why the frames at 60 Hz were not examined, or nil if they were.
  let unplayed: String?

  /// What is wrong with how the scenario moves, or nil if it has no `review` closure.
  let findings: [SceneFinding]?

  package init(
    _ moments: [Moment], drawing: [DrawingCosts]? = nil, largestJump: ViewJump? = nil,
    unplayed: String? = nil, findings: [SceneFinding]? = nil
  ) {
    self.moments = moments
    self.drawing = drawing
    self.largestJump = largestJump
    self.unplayed = unplayed
    self.findings = findings
  }

  /// Written as an array of `{at, views, drawing}`; the last element also has `review`:
  /// `largestJump` if something jumps, `findings` if the scenario has a `review` closure,
  /// `drawing`, the costs of each frame, and `unavailable`, why the frames were not examined.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for (index, moment) in moments.enumerated() {
      var object: JSONObject = ["at": moment.at, "views": moment.views]
      if let drawing = moment.drawing { object.add(["drawing": drawing]) }
      if index == moments.count - 1 {
        let review: JSONObject = [
          "largestJump": largestJump, "findings": findings?.map(\.json), "drawing": drawing,
          "unavailable": unplayed,
        ]
        object.add(["review": review])
      }
      try container.encode(object)
    }
  }
}

extension SceneFinding {
  /// Its kind, the numbers of that kind, and the sentence that the text has.
  fileprivate var json: JSONObject {
    switch self {
    case .neverCompletes(let transition):
      ["finding": "neverCompletes", "text": text, "transition": transition]
    case .jump(let view, let points, let seconds):
      ["finding": "jump", "text": text, "view": view, "points": points, "seconds": seconds]
    case .notRestored(let view, let property, let before, let after):
      [
        "finding": "notRestored", "text": text, "view": view, "property": property,
        "before": before, "after": after,
      ]
    case .reported: ["finding": "reported", "text": text]
    }
  }
}

extension InspectReport {
  /// A table per progress value, a line on the largest jump, and what the scenario found wrong with
  /// how it moves.
  ///
  /// The column `look` names properties that differ from those of a plain view: absent, hidden,
  /// rounded corners with their radius, background, depth.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let tables = moments.map { moment -> TerminalText in
      let hasLooks = moment.views.contains { $0.look != nil }
      var columns = TableColumns<ViewState>()
      columns.text("view") { $0.name }
      for (index, title) in ["x", "y", "width", "height"].enumerated() {
        columns.number(title) { NumberText.compact($0.frame[index]) }
      }
      columns.number("alpha") { NumberText.compact($0.alpha) }
      if hasLooks { columns.text("look") { Self.text($0.look) } }
      columns.text("transform, row by row") { view in
        stride(from: 0, to: 16, by: 4).map { row in
          view.transform[row..<row + 4].map(NumberText.compact).joined(separator: " ")
        }.joined(separator: " | ")
      }
      return style.paint("at \(NumberText.compact(moment.at))", as: .heading) + "\n"
        + columns.table(moment.views).text(style)
        + (moment.drawing.map { "Drawn: \($0.text).\n" as TerminalText } ?? "")
    }.joined(separator: "\n")
    return [tables, drawingText, jumpText, findingsText(style)].blocks()
  }

  /// A line with the frames that cost most to draw.
  private var drawingText: TerminalText {
    let parts = DrawingReport.most(in: drawing ?? []).map { "\($0.words) in frame \($0.frame)" }
    return parts.isEmpty ? "" : "Most drawn at 60 Hz: \(Words.list(parts)).\n"
  }

  private var jumpText: TerminalText {
    if let unplayed { return "The frames at 60 Hz were not looked at: \(unplayed).\n" }
    guard let jump = largestJump else { return "" }
    func tenths(_ points: Double) -> String { NumberText.compact((points * 10).rounded() / 10) }
    let words: TerminalText = """
      Largest jump at 60 Hz: a corner of '\(jump.view)' moves \(tenths(jump.distance)) points in frame \(jump.frame), \
      \(tenths(jump.excess)) more than in the frames before and after.
      """
    return words + "\n"
  }

  private func findingsText(_ style: ReportStyle) -> TerminalText {
    guard let findings else { return "" }
    let lines: [TerminalText] =
      findings.isEmpty
      ? ["Nothing hangs, jumps or stays changed after a cancel.\n"]
      : findings.map { "\($0.text)\n" }
    return style.paint("how it moves", as: .heading) + "\n" + lines.joined(separator: "")
  }

  /// The properties that differ from those of a plain view, or a dash.
  private static func text(_ look: ViewState.Look?) -> String {
    guard let look else { return "–" }
    var words: [String] = []
    if look.isAbsent { words.append("absent") }
    if look.isHidden { words.append("hidden") }
    if look.cornerRadius != 0 {
      let corners = look.corners.count == 4 ? "" : " (\(look.corners.joined(separator: " ")))"
      words.append("radius \(NumberText.compact(look.cornerRadius))\(corners)")
    }
    if look.background[3] != 0 {
      words.append("rgba " + look.background.map(NumberText.compact).joined(separator: " "))
    }
    if look.zPosition != 0 { words.append("z \(NumberText.compact(look.zPosition))") }
    if look.clips { words.append("clips") }
    if look.isSnapshot { words.append("snapshot") }
    if let shadow = look.shadow { words.append(text(shadow)) }
    if let border = look.border { words.append("border \(NumberText.compact(border.width))") }
    return words.isEmpty ? "–" : words.joined(separator: ", ")
  }

  private static func text(_ shadow: ViewState.Look.Shadow) -> String {
    let offset = shadow.offset.map(NumberText.compact).joined(separator: " ")
    return """
      shadow \(NumberText.compact(shadow.opacity)) of radius \(NumberText.compact(shadow.radius)) \
      at \(offset)\(shadow.path == nil ? " without a path" : "")
      """
  }
}

extension SceneFinding {
  var text: String {
    switch self {
    case .neverCompletes(let transition):
      "The transition '\(transition)' never completes. Call 'complete()' on every path."
    case .jump(let view, let points, let seconds):
      """
      '\(view)' jumps by \(NumberText.compact(points.rounded())) points at \
      \(NumberText.compact((seconds * 1_000).rounded())) ms. Animate from where it is shown.
      """
    case .notRestored(let view, .isHidden, _, let after):
      """
      After the cancel, '\(view)' is \(after == [1] ? "hidden" : "no longer hidden"). Set 'isHidden' back before \
      the transition completes.
      """
    case .notRestored(let view, .count, let before, let after):
      """
      After the cancel, \(Self.text(after)) instead of \(Self.text(before)) views on screen are named '\(view)'. \
      Remove what you add, and add what you remove, before the transition completes.
      """
    case .notRestored(let view, let property, let before, let after):
      """
      After the cancel, \(property.rawValue) of '\(view)' is \(Self.text(after)) instead of \
      \(Self.text(before)). Set it back before the transition completes.
      """
    case .reported(let sentence): sentence
    }
  }

  private static func text(_ numbers: [Double]) -> String {
    let texts = numbers.map(NumberText.compact)
    return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: ", ")))"
  }
}
