package import BenchmarkModel
package import BenchmarkResults
import FrameTiming
package import ReportText

/// What the gate decided, for people and programs.
package struct CheckReport {
  package let gate: Gate

  /// The two sides, when there is a baseline.
  let sides: (baseline: ResultLabel, candidate: ResultLabel)?

  /// Why benchmarks changed; nil unless requested.
  package let explanations: ExplanationReport?

  /// The tool that messages name.
  package let tool: ToolName

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - gate: What was decided.
  ///   - sides: What was compared; nil without a baseline.
  ///   - explanations: Why benchmarks changed; nil unless requested.
  ///   - tool: The tool that messages name.
  package init(
    _ gate: Gate, sides: (baseline: ResultLabel, candidate: ResultLabel)? = nil,
    explanations: ExplanationReport? = nil, tool: ToolName = .current
  ) {
    self.gate = gate
    self.sides = sides
    self.explanations = explanations
    self.tool = tool
  }
}

extension CheckReport {
  /// The most budgets that a terminal shows one by one.
  private static let mostRows = 24

  /// A table of budgets, the comparison if there is one, and a last line with the verdict.
  ///
  /// Of many budgets, those that a scenario keeps beyond doubt share a row.
  ///
  /// - Parameter style: Plain, or with colors for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    var blocks: [TerminalText] = []
    let foldsKept = gate.budgets.entries.count > Self.mostRows
    let budgets = foldsKept ? foldedTable : table { _ in true }
    if !budgets.isEmpty { blocks.append(budgets.text(style)) }
    if foldsKept {
      blocks.append(
        style.paint("'--filter SCENARIO' and '--format json' show every budget.", as: .quiet) + "\n"
      )
    }
    let limits = limitTable { _ in true }
    if !limits.isEmpty { blocks.append(limits.text(style)) }
    if !paced.isEmpty { blocks.append(paced.text(style)) }
    if let compare { blocks.append(compare.text(style)) }
    if !warnings.isEmpty { blocks.append(warnings.map { $0.text(tool) }.lines()) }
    blocks.append(style.paint(verdict, as: gate.role) + "\n")
    return blocks.joined(separator: "\n")
  }

  /// The same for a summary page: the verdict first, kept budgets and unchanged rows collapsed.
  ///
  /// - Returns: Markdown that ends in a newline.
  package func markdown() -> MarkdownText {
    var blocks: [MarkdownText] = ["**\(verdict)**\n"]
    let open = table { $0.judgement.status != .kept }
    if !open.isEmpty { blocks.append(open.markdown()) }
    let broken = limitTable { $0.isExceeded || $0.isMissing }
    if !broken.isEmpty { blocks.append(broken.markdown()) }
    if !paced.isEmpty { blocks.append(paced.markdown()) }
    if !warnings.isEmpty {
      blocks.append(warnings.map { "- \($0.text(tool))\n" as MarkdownText }.joined())
    }
    if let compare {
      blocks.append("\(compare.sides)\n")
      blocks += compare.markdownBlocks
    }
    let kept = table { $0.judgement.status == .kept }
    if !kept.isEmpty {
      blocks.append(
        .folded("\(Words.count(kept.rows.count, "budget")) kept", kept.markdown()))
    }
    return blocks.joined(separator: "\n")
  }

  /// The outcome in words.
  package var verdict: String {
    let entries = gate.budgets.entries
    let exceeded = entries.count(where: \.isExceeded)
    let missing = entries.count(where: \.judgement.isMissing)
    var sentences: [String] = []
    if !gate.failures.isEmpty {
      sentences.append("\(Words.count(gate.failures.count, "benchmark")) failed.")
    }
    if entries.isEmpty {
      if gate.limits.isEmpty { sentences.append("No frame budget to check.") }
    } else if exceeded + missing == 0 {
      sentences.append(
        entries.count == 1
          ? "The frame budget is kept." : "All \(entries.count) frame budgets are kept.")
    } else if entries.count == 1 {
      sentences.append("The frame budget is \(exceeded == 1 ? "exceeded" : "not measured").")
    } else {
      let parts = [("exceeded", exceeded), ("not measured", missing)].filter { $0.1 > 0 }
      sentences.append(
        "Of \(entries.count) frame budgets, "
          + parts.map { "\($0.1) \($0.1 == 1 ? "is" : "are") \($0.0)" }.joined(separator: ", ")
          + ".")
    }
    if !gate.limits.isEmpty {
      let broken = gate.limits.count(where: \.isExceeded)
      let absent = gate.limits.count(where: \.isMissing)
      let kept = gate.limits.count - broken - absent
      let parts = [("kept", kept), ("exceeded", broken), ("not measured", absent)]
      sentences.append(
        "Of \(Words.count(gate.limits.count, "count limit")), "
          + parts.filter { $0.1 > 0 }.map { "\($0.1) \($0.1 == 1 ? "is" : "are") \($0.0)" }
          .joined(separator: ", ") + ".")
    }
    let cleared = entries.count(where: \.isCleared)
    if cleared > 0 { sentences.append("\(cleared) exceeded at first, kept when measured again.") }
    if let sentence = gate.paced?.sentence { sentences.append(sentence) }
    if let comparison = gate.comparison { sentences.append(comparison.verdictText) }
    if gate.noBaseline != nil { sentences.append("Nothing was compared.") }
    return (gate.isPassed ? "Passed. " : "Failed. ") + sentences.joined(separator: " ")
  }

  /// The comparison's own report; nil without a baseline.
  package var compare: CompareReport? {
    guard let comparison = gate.comparison, let sides else { return nil }
    return CompareReport(
      comparison, baseline: sides.baseline, candidate: sides.candidate,
      explanations: explanations, tool: tool)
  }

  /// What a real timer showed, with the causes of drops.
  private var paced: Table {
    var table = Table([
      .text("scenario"), .number("rate"), .number("dropped"), .text("causes"), .text("verdict"),
    ])
    for entry in gate.paced?.entries ?? [] {
      let timeline = entry.run.timeline
      table.add([
        Table.Cell(entry.scenario), Table.Cell("\(entry.run.rate)"),
        Table.Cell("\(timeline.droppedFrameCount)/\(timeline.expectedSlotCount)"),
        Table.Cell(PacedTable.remarks(entry.run)), Table.Cell(entry.word, entry.role),
      ])
    }
    return table
  }

  func table(_ isShown: (BudgetCheck.Entry) -> Bool) -> Table {
    var table = Self.budgetTable
    for entry in gate.budgets.entries where isShown(entry) { table.add(entry.row) }
    return table
  }

  private static var budgetTable: Table {
    Table([.text("scenario"), .text("budget"), .text("finding"), .text("verdict")])
  }

  /// All budgets; those that a scenario keeps beyond doubt share a row, which comes first.
  private var foldedTable: Table {
    var table = Self.budgetTable
    var rest = gate.budgets.entries[...]
    while let scenario = rest.first?.scenario {
      let entries = rest.prefix { $0.scenario == scenario }
      rest = rest.dropFirst(entries.count)
      let kept = entries.filter(\.isKeptBeyondDoubt)
      if let first = kept.first, kept.count > 1 {
        table.add([
          Table.Cell(first.scenario), Table.Cell("\(kept.count) budgets"), Table.Cell(""),
          Table.Cell(first.word, first.role),
        ])
      }
      for entry in entries where kept.count == 1 || !entry.isKeptBeyondDoubt {
        table.add(entry.row)
      }
    }
    return table
  }

  private func limitTable(_ isShown: (CountLimit) -> Bool) -> Table {
    var table = Table([.text("benchmark"), .text("limit"), .text("finding"), .text("verdict")])
    for limit in gate.limits where isShown(limit) {
      table.add([
        Table.Cell(limit.benchmark), Table.Cell(limit.text), Table.Cell(limit.words),
        Table.Cell(limit.verdict, limit.isExceeded || limit.isMissing ? .bad : .good),
      ])
    }
    return table
  }

  /// What a reader should know besides the tables.
  package var warnings: [MeasuringWarning] {
    var warnings = gate.failures.map(MeasuringWarning.benchmarkFailed)
    if let reason = gate.noBaseline { warnings.append(.noBaseline(reason: reason)) }
    if gate.budgets.entries.contains(where: \.judgement.restsOnFragileFrames) {
      warnings.append(.fragileBudgets)
    }
    if !gate.budgets.unbudgeted.isEmpty {
      warnings.append(.noBudget(scenarios: gate.budgets.unbudgeted))
    }
    return warnings
  }
}

extension Gate {
  /// Whether the gate passes; inconclusive does unless the command is told otherwise.
  fileprivate var isPassed: Bool {
    switch outcome {
    case .exceeded, .regressed, .missing: false
    case .inconclusive, .improved, .pass: failures.isEmpty
    }
  }

  package var role: ReportStyle.Role { isPassed ? .good : .bad }
}

extension BudgetCheck.Entry {
  /// The finding, with that of the second measurement if there was one.
  var finding: String {
    guard let again, again.finding != judgement.finding else { return judgement.finding }
    return "\(judgement.finding), then \(again.finding)"
  }

  /// A row of the table of budgets.
  fileprivate var row: [Table.Cell] {
    [
      Table.Cell(scenario), Table.Cell("\(judgement.budget)"), Table.Cell(finding),
      Table.Cell(word, role),
    ]
  }

  fileprivate var isKeptBeyondDoubt: Bool {
    judgement.status == .kept && !judgement.restsOnFragileFrames
      && !judgement.restsOnFewRepetitions
  }

  fileprivate var word: String {
    if isCleared { return "kept the second time" }
    let mark = judgement.restsOnFragileFrames ? " ~" : ""
    switch judgement.status {
    case .kept: return "kept\(mark)"
    case .exceeded: return (again == nil ? "exceeded" : "exceeded twice") + mark
    case .notMeasured: return "not measured"
    }
  }

  fileprivate var role: ReportStyle.Role {
    switch judgement.status {
    case .kept: judgement.restsOnFragileFrames ? .doubtful : .good
    case .exceeded: isCleared ? .doubtful : .bad
    case .notMeasured: .bad
    }
  }
}

extension CountLimit {
  /// `mallocCountTotal ≤ 0 per operation`, `hitRate ≥ 90 %`.
  var text: String {
    "\(metric) \(isMinimum ? "≥" : "≤") \(NumberText.count(limit))\(unitText)"
  }

  private var unitText: String {
    if Metric.named(metric) != nil { return " per operation" }
    return unit.isEmpty ? "" : " \(unit)"
  }

  /// `4 per operation`, `87 %`.
  func valueText(_ value: Double) -> String { "\(NumberText.count(value))\(unitText)" }

  /// What was counted.
  var words: String {
    switch finding {
    case .kept(let count), .exceeded(let count): NumberText.count(count)
    case .notMeasured(let reason): reason
    }
  }

  fileprivate var verdict: String {
    switch finding {
    case .kept: "kept"
    case .exceeded: "exceeded"
    case .notMeasured: "not measured"
    }
  }
}

extension PacedCheck.Entry {
  fileprivate var word: String {
    switch status {
    case .kept: again == nil ? "kept" : "kept the second time"
    case .exceeded: again == nil ? "exceeded" : "exceeded twice"
    case .inconclusive: "inconclusive"
    }
  }

  fileprivate var role: ReportStyle.Role {
    switch status {
    case .kept: .good
    case .exceeded: .bad
    case .inconclusive: .doubtful
    }
  }
}

extension PacedCheck {
  /// What the real timer showed, in words; nil if it drove nothing.
  fileprivate var sentence: String? {
    guard !entries.isEmpty else { return nil }
    let code = entries.count { $0.status == .exceeded }
    let machine = entries.count { $0.status == .inconclusive }
    if code > 0 {
      return "The code drops frames of a real timer in \(code) of \(entries.count) runs."
    }
    let percent = Int(Self.largestShareOfMachine * 100)
    return machine > 0
      ? """
      In \(machine) of \(entries.count) runs, the machine dropped more than \(percent) % of the frames; \
      run on a quieter machine.
      """ : "The code drops no frame of a real timer."
  }
}
