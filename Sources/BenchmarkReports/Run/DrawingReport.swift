package import FrameTiming
import ReportText

/// What a renderer would have to draw for the frames of a scenario.
package enum DrawingReport {
  /// The frame with the maximum of one kind of drawing cost.
  struct Most {
    /// The kind of cost, as a title: `overdraw`.
    let kind: String
    let frame: Int

    /// The amount with its kind: `overdraw 2.31`.
    let words: String
    let amount: String

    /// The mean amount over all frames.
    let mean: Double
  }

  /// A table of drawing costs, or nil if there are none.
  ///
  /// - Parameters:
  ///   - scenario: The name of the scenario.
  ///   - frames: The costs of each frame at 60 Hz.
  /// - Returns: A row for each kind of cost, with its mean and its maximum.
  package static func section(_ scenario: String, _ frames: [DrawingCosts]) -> ExplainedSection? {
    let rows = most(in: frames)
    guard !rows.isEmpty else { return nil }
    var columns = TableColumns<Most>()
    columns.text("drawn at 60 Hz") { $0.kind }
    columns.number("on average") { NumberText.format($0.mean, decimals: 2) }
    columns.number("at most") { $0.amount }
    columns.number("in frame") { "\($0.frame)" }
    return ExplainedSection(
      head: "\(scenario) shows in a frame, as far as the tree of views tells",
      table: columns.table(rows), rest: [])
  }

  /// A section that says why the drawing costs of a scenario are not known.
  package static func section(_ scenario: String, isUnknown reason: String) -> ExplainedSection {
    ExplainedSection(
      head: "\(scenario): what it draws is not known: \(reason)", table: nil, rest: [])
  }

  /// For each kind of cost that is not zero everywhere, the first frame with the maximum.
  static func most(in frames: [DrawingCosts]) -> [Most] {
    func most(
      _ kind: String, decimals: Int = 0, _ amount: (DrawingCosts) -> Double,
      words: (DrawingCosts) -> String
    ) -> Most? {
      let amounts = frames.map(amount)
      guard let largest = amounts.max(), largest > 0,
        let frame = amounts.firstIndex(of: largest)
      else { return nil }
      return Most(
        kind: kind, frame: frame, words: words(frames[frame]),
        amount: NumberText.format(largest, decimals: decimals),
        mean: amounts.reduce(0, +) / Double(amounts.count))
    }
    return [
      most("overdraw", decimals: 2) {
        $0.overdraw
      } words: {
        "overdraw \($0.overdrawText)"
      },
      most("shadows without a path") {
        Double($0.shadowsWithoutPath)
      } words: {
        $0.shadowText
      },
      most("rounded clips") {
        Double($0.roundedClips)
      } words: {
        $0.clipText
      },
      most("snapshots") {
        Double($0.snapshots.count)
      } words: {
        $0.snapshotText
      },
    ].compactMap(\.self)
  }
}

extension DrawingCosts {
  /// The overdraw, and the other costs that are not zero: `overdraw 2.31, 1 shadow without a path`.
  var text: String {
    let counts = [
      shadowsWithoutPath > 0 ? shadowText : nil, roundedClips > 0 ? clipText : nil,
      snapshots.isEmpty ? nil : snapshotText,
    ].compactMap(\.self)
    return (["overdraw \(overdrawText)"] + counts).joined(separator: ", ")
  }

  fileprivate var overdrawText: String { NumberText.format(overdraw, decimals: 2) }

  fileprivate var shadowText: String {
    "\(Words.count(shadowsWithoutPath, "shadow")) without a path"
  }

  fileprivate var clipText: String { Words.count(roundedClips, "rounded clip") }

  /// The count with the sizes, the largest first: `2 snapshots (375 × 667, 80 × 80)`.
  fileprivate var snapshotText: String {
    let sizes = snapshots.prefix(Self.mostSizes).map {
      "\(NumberText.compact($0.width)) × \(NumberText.compact($0.height))"
    }
    let rest = snapshots.count > sizes.count ? ", …" : ""
    return "\(Words.count(snapshots.count, "snapshot")) (\(sizes.joined(separator: ", "))\(rest))"
  }

  /// The maximum number of sizes that are listed.
  private static let mostSizes = 3
}
