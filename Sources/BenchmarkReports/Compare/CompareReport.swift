import BenchmarkModel
package import BenchmarkResults

/// What changed between two results, for people.
package struct CompareReport {
  let comparison: Comparison
  let baseline, candidate: ResultLabel

  /// Why benchmarks regressed; nil when nobody asked.
  let explanations: ExplanationReport?

  /// Creates a report.
  package init(
    _ comparison: Comparison, baseline: ResultLabel, candidate: ResultLabel,
    explanations: ExplanationReport? = nil
  ) {
    (self.comparison, self.baseline, self.candidate) = (comparison, baseline, candidate)
    self.explanations = explanations
  }
}

extension CompareReport {
  /// Which two sides, a table with what changed first, the frames that changed, the functions that
  /// made it so, warnings, and a last line with the verdict.
  ///
  /// - Parameter style: Plain, or with colours for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> String {
    var notes = Footnotes()
    let table = ComparisonTable(comparison.entries).table(&notes)
    var blocks = ["Baseline:  \(baseline)\nCandidate: \(candidate)\n"]
    if !table.isEmpty { blocks.append(table.text(style)) }
    let frames = changedFrames + notes.lines
    if !frames.isEmpty { blocks.append(frames.map { $0 + "\n" }.joined()) }
    if let explanations, !explanations.isEmpty { blocks.append(explanations.text(style)) }
    if !comparison.warnings.isEmpty {
      let warnings = comparison.warnings.map { style.paint("Warning: ", as: .doubtful) + "\($0)\n" }
      blocks.append(warnings.joined())
    }
    blocks.append(style.paint(verdict, as: comparison.role) + "\n")
    return blocks.joined(separator: "\n")
  }

  /// The same for a summary page: the verdict first, unchanged rows folded.
  ///
  /// - Returns: Markdown that ends in a newline.
  package func markdown() -> String {
    (["**\(verdict.markdownEscaped)**\n", "\(sides.markdownEscaped)\n"] + markdownBlocks)
      .joined(separator: "\n")
  }

  /// Everything but the verdict and the sides.
  var markdownBlocks: [String] {
    var notes = Footnotes()
    var blocks: [String] = []
    let changed = ComparisonTable(comparison.entries.filter { $0.verdict != .unchanged })
    let unchanged = ComparisonTable(comparison.entries.filter { $0.verdict == .unchanged })
    let table = changed.table(&notes)
    if !table.isEmpty { blocks.append(table.markdown()) }
    let remarks =
      changedFrames + notes.lines + comparison.warnings.map { "Warning: \($0)" }
    if !remarks.isEmpty {
      blocks.append(remarks.map { "- \($0.markdownEscaped)\n" }.joined())
    }
    if let explanations, !explanations.isEmpty { blocks.append(explanations.markdown()) }
    let rest = unchanged.table(&notes)
    if !rest.isEmpty {
      blocks.append(Markdown.folded("\(rest.rows.count) unchanged", rest.markdown()))
    }
    return blocks
  }

  var sides: String { "\(candidate) against \(baseline)" }

  /// One line per run of frames that changed together.
  var changedFrames: [String] {
    comparison.entries.flatMap { entry in
      entry.changedFrames.map { Self.line(entry, $0) }
        + [Self.droppedLine(entry)].compactMap(\.self)
    }
  }

  private static func line(_ entry: ComparisonEntry, _ range: ChangedFrames) -> String {
    let frames =
      range.first == range.last ? "frame \(range.first)" : "frames \(range.first)–\(range.last)"
    let change = range.ratio.map(NumberText.change) ?? "from 0"
    return """
      \(entry.benchmark) at \(entry.rateHz ?? 0) Hz, \(entry.metric ?? ""): \(frames) \
      \(range.verdict.rawValue), \(change)
      """
  }

  private static func droppedLine(_ entry: ComparisonEntry) -> String? {
    guard let dropped = entry.droppedSlots, dropped.baseline != dropped.candidate else {
      return nil
    }
    return """
      \(entry.benchmark) at \(entry.rateHz ?? 0) Hz: dropped frames \(dropped.baseline) → \
      \(dropped.candidate)
      """
  }
}
