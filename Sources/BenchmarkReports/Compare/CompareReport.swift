import BenchmarkResults
package import BenchmarkVerdicts
package import ReportText

/// A report on what changed between two results, for people and programs.
package struct CompareReport {
  package let gate: Gate
  let baseline, candidate: ResultLabel

  package let explanations: ExplanationReport?

  package let tool: ToolName

  /// Creates a report on a gate that judges a comparison.
  package init(
    _ gate: Gate, baseline: ResultLabel, candidate: ResultLabel,
    explanations: ExplanationReport? = nil, tool: ToolName = .current
  ) {
    self.gate = gate
    self.baseline = baseline
    self.candidate = candidate
    self.explanations = explanations
    self.tool = tool
  }
}

extension CompareReport: GateReport {
  /// The two sides, a table that starts with what changed, the frames that changed, the functions
  /// that caused the changes, warnings, and a last line with the verdict.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let notes = Footnotes()
    let table = ComparisonTable.table(gate, notes)
    return [
      "Baseline:  \(baseline)\nCandidate: \(candidate)\n\(machineLine)",
      table.block(style), (changedFrames + notes.lines).lines(),
      explanations?.text(style) ?? "", warnings.text(style, tool),
      style.paint(headline, as: gate.role) + "\n",
    ].blocks()
  }

  /// The report for a summary page: the verdict first, unchanged rows collapsed.
  package func markdown() -> MarkdownText {
    let head: [MarkdownText] = ["**\(headline)**\n", "\(sides)\n"]
    return (head + markdownBlocks).blocks()
  }

  /// Everything but the verdict and the sides.
  var markdownBlocks: [MarkdownText] {
    let notes = Footnotes()
    var blocks: [MarkdownText] = []
    let table = ComparisonTable.table(gate, notes) { $0.status != .unchanged }
    let rest = ComparisonTable.table(gate, notes) { $0.status == .unchanged }
    if !table.isEmpty { blocks.append(table.markdown()) }
    // The reasons of both tables.
    let remarks = changedFrames + notes.lines + warnings.map { "Warning: \($0.text(tool))" }
    blocks += [remarks.items(), explanations?.markdown() ?? ""]
    if let conditions = gate.comparison?.conditions {
      blocks.append("Measured on \(conditions).\n")
    }
    if !rest.isEmpty { blocks.append(.folded("\(rest.rows.count) unchanged", rest.markdown())) }
    return blocks
  }

  /// The machine, if both sides were measured for this comparison; otherwise empty.
  private var machineLine: TerminalText {
    gate.comparison?.conditions.map { "Machine:   \($0)\n" } ?? ""
  }

  package var check: CheckReport? { nil }
  package var compare: CompareReport? { self }

  package var sides: String { "\(candidate) against \(baseline)" }

  private var entries: [ComparisonEntry] { gate.comparison?.entries ?? [] }

  private var warnings: [MeasuringWarning] { gate.failureWarnings + gate.warnings }

  package var remarks: [String] { gate.warnings.map { $0.text(tool) } }

  private var changedFrames: [String] { entries.flatMap(\.frameLines) }

  package var headline: String {
    ((reasons.isEmpty ? [] : ["Failed."] + reasons) + [summary]).joined(separator: " ")
  }

  /// A sentence with the outcome and the number of rows with each status.
  var summary: String {
    guard !entries.isEmpty else { return "Nothing to compare: neither side has a metric." }
    let counts = Finding.Status.allCases.map { status in
      (status, entries.count { $0.status == status })
    }
    var total = " of \(Words.count(entries.count, "comparison"))"
    let list = counts.filter { $0.1 > 0 }.map { status, count in
      defer { total = "" }
      return "\(count)\(total) \(status.words)"
    }
    return "\(head): \(list.joined(separator: ", ")).\(timeAlone)"
  }

  /// A sentence with the number of rows whose results were not compared; empty if there are none.
  private var timeAlone: String {
    let count = entries.count { entry in
      if case .unknown = entry.evidence?.answers { true } else { false }
    }
    return count == 0 ? "" : " \(Words.count(count, "row")) compared on time alone."
  }

  /// The outcome of the changes alone.
  private var head: String {
    switch gate.changes?.severity ?? .pass {
    case .differs: return "Different"
    case .interrupted, .failed, .exceeded, .regressed: return "Regressed"
    case .missing, .noBase: return "Incomplete"
    case .inconclusive:
      let isImproved = entries.contains { $0.status == .improved }
      return isImproved ? "Improved, in part inconclusive" : "Inconclusive"
    case .improved: return "Improved"
    case .pass: return "Unchanged"
    }
  }
}

/// Written as `{baseline, candidate, severity, passed, failures, warnings, entries, conditions,
/// explanations}`: the conditions only when both sides were measured for this comparison,
/// explanations only when requested.
extension CompareReport {
  package func encode(to encoder: any Encoder) throws {
    let object: JSONObject = [
      "baseline": baseline, "candidate": candidate, "severity": gate.severity,
      "passed": gate.isPassed, "failures": gate.ending.failures,
      "warnings": gate.warnings.map { $0.text(tool) },
      "entries": entries.map(\.json), "conditions": gate.comparison?.conditions,
      "explanations": explanations,
    ]
    try object.encode(to: encoder)
  }
}
