package import BenchmarkModel
package import BenchmarkResults
package import Foundation
package import ReportText

/// What changed between two results, for people and programs.
package struct CompareReport {
  package let comparison: Comparison
  let baseline, candidate: ResultLabel

  /// Why benchmarks changed; nil unless requested.
  package let explanations: ExplanationReport?

  /// The tool that messages name.
  package let tool: ToolName

  /// Creates a report.
  package init(
    _ comparison: Comparison, baseline: ResultLabel, candidate: ResultLabel,
    explanations: ExplanationReport? = nil, tool: ToolName = .current
  ) {
    self.comparison = comparison
    self.baseline = baseline
    self.candidate = candidate
    self.explanations = explanations
    self.tool = tool
  }
}

extension CompareReport {
  /// The two sides, a table that starts with what changed, the frames that changed, the functions
  /// that caused it, warnings, and a last line with the verdict.
  ///
  /// - Parameter style: Plain, or with colors for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var notes = Footnotes()
    let table = ComparisonTable(comparison.entries).table(&notes)
    var blocks: [TerminalText] = [
      "Baseline:  \(baseline)\nCandidate: \(candidate)\n\(machineLine)"
    ]
    if !table.isEmpty { blocks.append(table.text(style)) }
    let frames = changedFrames + notes.lines
    if !frames.isEmpty { blocks.append(frames.lines()) }
    if let explanations, !explanations.isEmpty { blocks.append(explanations.text(style)) }
    if !comparison.warnings.isEmpty {
      let warnings = comparison.warnings.map {
        "\(style.paint("Warning: ", as: .doubtful))\($0.text(tool))\n" as TerminalText
      }
      blocks.append(warnings.joined())
    }
    blocks.append(style.paint(verdict, as: comparison.role) + "\n")
    return blocks.joined(separator: "\n")
  }

  /// The same for a summary page: the verdict first, unchanged rows collapsed.
  ///
  /// - Returns: Markdown that ends in a newline.
  package func markdown() -> MarkdownText {
    let head: [MarkdownText] = ["**\(verdict)**\n", "\(sides)\n"]
    return (head + markdownBlocks).joined(separator: "\n")
  }

  /// Everything but the verdict and the sides.
  var markdownBlocks: [MarkdownText] {
    var notes = Footnotes()
    var blocks: [MarkdownText] = []
    let changed = ComparisonTable(comparison.entries.filter { $0.verdict != .unchanged })
    let unchanged = ComparisonTable(comparison.entries.filter { $0.verdict == .unchanged })
    let table = changed.table(&notes)
    if !table.isEmpty { blocks.append(table.markdown()) }
    let remarks =
      changedFrames + notes.lines + comparison.warnings.map { "Warning: \($0.text(tool))" }
    if !remarks.isEmpty {
      blocks.append(remarks.map { "- \($0)\n" as MarkdownText }.joined())
    }
    if let explanations, !explanations.isEmpty { blocks.append(explanations.markdown()) }
    if let conditions = comparison.conditions { blocks.append("Measured on \(conditions).\n") }
    let rest = unchanged.table(&notes)
    if !rest.isEmpty {
      blocks.append(.folded("\(rest.rows.count) unchanged", rest.markdown()))
    }
    return blocks
  }

  /// What both sides were measured on, if that was for this comparison.
  private var machineLine: TerminalText {
    comparison.conditions.map { "Machine:   \($0)\n" } ?? ""
  }

  /// The outcome in words.
  package var verdict: String { comparison.verdictText }

  package var sides: String { "\(candidate) against \(baseline)" }

  /// Which frames changed.
  private var changedFrames: [String] { comparison.entries.flatMap { FrameText($0).lines } }
}

extension Comparison {
  /// The outcome in words, with the counts that it rests on.
  var verdictText: String {
    guard !entries.isEmpty else { return "Nothing to compare: neither side has a metric." }
    let counts = [
      ("regressed", count(of: .regressed)), ("missing", missingCount),
      ("inconclusive", count(of: .inconclusive)), ("improved", count(of: .improved)),
      ("added", addedCount), ("unchanged", count(of: .unchanged)),
    ]
    let list = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    let head =
      switch outcome {
      case .exceeded: "Exceeded"
      case .regressed: "Regressed"
      case .missing: "Incomplete"
      case .inconclusive: "Inconclusive"
      case .improved: "Improved"
      case .pass: "Unchanged"
      }
    let undecided = count(of: .inconclusive)
    let doubt =
      undecided == 0
      ? "" : "\(undecided) of \(Words.count(entries.count, "comparison")) without a verdict. "
    return "\(doubt)\(head): of \(Words.count(entries.count, "comparison")) \(list)."
  }

  package var role: ReportStyle.Role {
    switch outcome {
    case .exceeded, .regressed, .missing: .bad
    case .inconclusive: .doubtful
    case .improved, .pass: .good
    }
  }
}

/// Written as `{baseline, candidate, verdict, warnings, entries, conditions, explanations}`: the
/// conditions only when both sides were measured for this comparison, explanations only when
/// requested.
extension CompareReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case baseline, candidate, verdict, warnings, entries, conditions, explanations
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let outcome = comparison.outcome
    try container.encode(baseline, forKey: .baseline)
    try container.encode(candidate, forKey: .candidate)
    // A comparison speaks of changes: what passes is unchanged.
    try container.encode(outcome == .pass ? "unchanged" : outcome.rawValue, forKey: .verdict)
    try container.encode(comparison.warnings.map { $0.text(tool) }, forKey: .warnings)
    try container.encode(comparison.entries, forKey: .entries)
    try container.encodeIfPresent(comparison.conditions, forKey: .conditions)
    try container.encodeIfPresent(explanations, forKey: .explanations)
  }

  /// The comparison as JSON, ending in a newline.
  ///
  /// - Returns: UTF-8 text.
  /// - Throws: When a number is NaN or infinite, which no comparison of checked files has.
  package func json() throws -> Data {
    try PrettyJSON.encode(self)
  }
}
