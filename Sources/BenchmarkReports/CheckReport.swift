import BenchmarkResults
package import BenchmarkVerdicts
import FrameTiming
package import ReportText

/// A report on what the gate decided, for people and programs.
package struct CheckReport {
  package let gate: Gate

  /// The report on changes, or nil without a baseline.
  package let compare: CompareReport?

  package let tool: ToolName

  /// The log that was judged, or nil for a result.
  let log: LogContent?

  /// The number of measured benchmarks without limits.
  let unlimited: Int

  package init(
    _ gate: Gate, sides: BySide<ResultLabel>? = nil,
    explanations: ExplanationReport? = nil, log: LogContent? = nil, unlimited: Int = 0,
    tool: ToolName = .current
  ) {
    self.log = log
    self.unlimited = unlimited
    self.gate = gate
    self.tool = tool
    compare =
      if let changes = gate.changes, let sides {
        CompareReport(
          changes, baseline: sides.baseline, candidate: sides.candidate,
          explanations: explanations, tool: tool)
      } else { nil }
  }
}

extension CheckReport: GateReport {
  package var check: CheckReport? { self }

  /// The maximum number of budgets that a terminal shows one by one.
  private static let mostRows = 24

  /// A table of budgets, the comparison if there is one, and a last line with the verdict.
  ///
  /// If there are many budgets, those that a scenario clearly keeps share a row.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let foldsKept = gate.findings(of: .budget).count > Self.mostRows
    let all = "'--filter SCENARIO' and '--format json' show every budget."
    return [
      (foldsKept ? foldedBudgets : table(.budget)).block(style),
      foldsKept ? style.paint("\(all)", as: .quiet) + "\n" : "",
      table(.limit).block(style), paced.block(style), compare?.text(style) ?? "",
      warnings.map { $0.text(tool) }.lines(), (log?.sentences ?? []).lines(),
      unlimited > 0 ? style.paint("\(others)", as: .quiet) + "\n" : "",
      style.paint(headline, as: gate.role) + "\n",
    ].blocks()
  }

  /// The report for a summary page: the verdict first, kept budgets and unchanged rows collapsed.
  package func markdown() -> MarkdownText {
    var blocks: [MarkdownText] = ["**\(headline)**\n"]
    let brokenLimits = table(.limit) { $0.subject.status != .kept }
    for table in [openBudgets, brokenLimits, paced] where !table.isEmpty {
      blocks.append(table.markdown())
    }
    blocks.append((warnings.map { $0.text(tool) } + (log?.sentences ?? [])).items())
    if let compare {
      blocks.append("\(compare.sides)\n")
      blocks += compare.markdownBlocks
    }
    let kept = keptBudgets
    if !kept.isEmpty {
      blocks.append(.folded("\(Words.count(kept.rows.count, "budget")) kept", kept.markdown()))
    }
    return blocks.blocks()
  }

  /// A sentence on benchmarks without limits: how many were measured, and how to see them.
  private var others: String {
    """
    \(Words.count(unlimited, "benchmark")) without limits \(unlimited == 1 ? "was" : "were") also measured: \
    '\(tool.command) report' shows the times.
    """
  }

  package var remarks: [String] { gate.warnings.map { $0.text(tool) } + (log?.notes ?? []) }

  /// The warnings that are neither in the tables nor in the report on changes.
  package var warnings: [MeasuringWarning] {
    gate.failureWarnings + gate.warningsOfLimits
  }
}

extension CheckReport {
  package var headline: String {
    let budgets = gate.findings(of: .budget)
    let limits = gate.findings(of: .limit)
    var sentences = reasons
    if let first = budgets.first {
      let open = budgets.summary([.exceeded, .notMeasured])
      sentences.append(
        budgets.count == 1
          ? "The frame budget is \(first.status.words)."
          : open.isEmpty
            ? "All \(budgets.count) frame budgets are kept."
            : "Of \(budgets.count) frame budgets, \(open).")
    } else if limits.isEmpty {
      sentences.append("No frame budget to check.")
    }
    if !limits.isEmpty {
      let all = limits.summary([.kept, .exceeded, .notMeasured])
      sentences.append("Of \(Words.count(limits.count, "count limit")), \(all).")
    }
    let cleared = gate.findings.count { $0.isCleared && $0.status == .kept }
    if cleared > 0 { sentences.append("\(cleared) exceeded at first, kept when measured again.") }
    if let pacedSentence { sentences.append(pacedSentence) }
    if let compare { sentences.append(compare.summary) }
    if gate.noBaseline != nil { sentences.append("Nothing was compared.") }
    return (gate.isPassed ? "Passed. " : "Failed. ") + sentences.joined(separator: " ")
  }

  /// A sentence on what the real timer showed, or nil if no scenario ran on it.
  private var pacedSentence: String? {
    let runs = gate.findings(of: .paced)
    guard !runs.isEmpty else { return nil }
    let code = runs.count { $0.status == .exceeded }
    let missing = runs.count { $0.status == .notMeasured }
    let machine = runs.count { $0.status == .inconclusive }
    if code > 0 { return "The code drops frames of a real timer in \(code) of \(runs.count) runs." }
    let percent = Int(Finding.largestShareOfMachine * 100)
    if machine > 0 {
      return """
        In \(machine) of \(runs.count) runs, the machine dropped more than \(percent) % of the frames; \
        run on a quieter machine.
        """
    }
    return missing > 0
      ? "A real timer could not drive \(Words.count(missing, "scenario"))."
      : "The code drops no frame of a real timer."
  }
}

extension CheckReport {
  package var openBudgets: Table { table(.budget) { $0.subject.status != .kept } }

  package var keptBudgets: Table { table(.budget) { $0.subject.status == .kept } }

  private func table(
    _ kind: Finding.Kind, where isShown: (Finding) -> Bool = { _ in true }
  ) -> Table { Self.table(kind, gate.findings(of: kind).filter(isShown).map(\.cells)) }

  private static func table(_ kind: Finding.Kind, _ rows: [[Table.Cell]]) -> Table {
    let titles = kind == .budget ? ["scenario", "budget"] : ["benchmark", "limit"]
    return Table((titles + ["finding", "verdict"]).map { .text($0) }, rows: rows)
  }

  /// All budgets; those that a scenario clearly keeps share a row, which comes first.
  private var foldedBudgets: Table {
    var rows: [[Table.Cell]] = []
    var rest = gate.findings(of: .budget)[...]
    while let scenario = rest.first?.benchmark {
      let budgets = rest.prefix { $0.benchmark == scenario }
      rest = rest.dropFirst(budgets.count)
      let kept = budgets.filter(\.isKeptBeyondDoubt)
      if let first = kept.first, kept.count > 1 {
        rows.append([
          Table.Cell(scenario), Table.Cell("\(kept.count) budgets"), Table.Cell(""),
          Table.Cell(first.word, first.role),
        ])
      }
      rows += budgets.filter { kept.count == 1 || !$0.isKeptBeyondDoubt }.map(\.cells)
    }
    return Self.table(.budget, rows)
  }

  /// A table of what the real timer showed, with the causes of drops.
  private var paced: Table {
    typealias Row = (finding: Finding, run: Measured<PacedRun>)
    let rows = gate.findings(of: .paced).compactMap { finding -> Row? in
      if case .paced(let run) = finding.subject { (finding, run) } else { nil }
    }
    var columns = TableColumns<Row>()
    columns.text("scenario") { $0.finding.benchmark }
    columns.number("rate") { row in row.run.value.map { "\($0.rate)" } }
    columns.number("dropped") { row in
      row.run.value.map { "\($0.timeline.droppedFrameCount)/\($0.timeline.expectedSlotCount)" }
    }
    columns.text("causes") { row in
      row.run.value.map(PacedTable.remarks) ?? row.run.reason ?? ""
    }
    columns.text("verdict") { Table.Cell($0.finding.word, $0.finding.role) }
    return columns.table(rows)
  }
}

extension [Finding] {
  /// The number of findings with each status: `3 are exceeded, 1 is not measured`; may be empty.
  fileprivate func summary(_ statuses: [Finding.Status]) -> String {
    statuses.map { status in (status: status, count: count { $0.status == status }) }
      .filter { $0.count > 0 }
      .map { "\($0.count) \($0.count == 1 ? "is" : "are") \($0.status.words)" }
      .joined(separator: ", ")
  }
}

extension Finding {
  /// A row of the table of budgets, or of limits of counts.
  fileprivate var cells: [Table.Cell] {
    [Table.Cell(benchmark), Table.Cell(name), Table.Cell(measured), Table.Cell(word, role)]
  }
}
