package import BenchmarkResults
import FrameTiming

/// What the gate decided, for people.
package struct CheckReport {
  let gate: Gate

  /// The two sides, when there is a baseline.
  let sides: (baseline: ResultLabel, candidate: ResultLabel)?

  /// Why benchmarks regressed; nil when nobody asked.
  let explanations: ExplanationReport?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - gate: What was decided.
  ///   - sides: What was compared; nil without a baseline.
  ///   - explanations: Why benchmarks regressed; nil when nobody asked.
  package init(
    _ gate: Gate, sides: (baseline: ResultLabel, candidate: ResultLabel)? = nil,
    explanations: ExplanationReport? = nil
  ) {
    (self.gate, self.sides, self.explanations) = (gate, sides, explanations)
  }
}

extension CheckReport {
  /// A table of budgets, the comparison if there is one, and a last line with the verdict.
  ///
  /// - Parameter style: Plain, or with colours for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> String {
    var blocks: [String] = []
    if !budgetTable.isEmpty { blocks.append(budgetTable.text(style)) }
    if let compare { blocks.append(compare.text(style)) }
    if !remarks.isEmpty { blocks.append(remarks.map { $0 + "\n" }.joined()) }
    blocks.append(style.paint(verdict, as: gate.role) + "\n")
    return blocks.joined(separator: "\n")
  }

  /// The same for a summary page: the verdict first, kept budgets and unchanged rows folded.
  ///
  /// - Returns: Markdown that ends in a newline.
  package func markdown() -> String {
    var blocks = ["**\(verdict.markdownEscaped)**\n"]
    let broken = table { $0.judgement.outcome != .kept }
    if !broken.isEmpty { blocks.append(broken.markdown()) }
    if !remarks.isEmpty {
      blocks.append(remarks.map { "- \($0.markdownEscaped)\n" }.joined())
    }
    if let compare {
      blocks.append("\(compare.sides.markdownEscaped)\n")
      blocks += compare.markdownBlocks
    }
    let kept = table { $0.judgement.outcome == .kept }
    if !kept.isEmpty {
      blocks.append(
        Markdown.folded("\(Words.count(kept.rows.count, "budget")) kept", kept.markdown()))
    }
    return blocks.joined(separator: "\n")
  }

  /// The comparison's own report; nil without a baseline.
  var compare: CompareReport? {
    guard let comparison = gate.comparison, let sides else { return nil }
    return CompareReport(
      comparison, baseline: sides.baseline, candidate: sides.candidate,
      explanations: explanations)
  }

  private var budgetTable: Table { table { _ in true } }

  private func table(_ isShown: (BudgetCheck.Entry) -> Bool) -> Table {
    var table = Table(["scenario", "<budget", "<finding", "<verdict"])
    for entry in gate.budgets.entries where isShown(entry) {
      let judgement = entry.judgement
      table.add([
        Table.Cell(entry.scenario), Table.Cell("\(judgement.budget)"),
        Table.Cell(entry.finding), Table.Cell(entry.word, entry.role),
      ])
    }
    return table
  }

  /// What a reader should know besides the tables.
  private var remarks: [String] {
    var remarks = gate.failures.map { "\($0.name) failed: \($0.reason)" }
    if gate.budgets.entries.contains(where: \.judgement.restsOnFragileFrames) {
      remarks.append(
        """
        ~ rests on frames within a hair of their deadline: one dropped frame more or less is noise.
        """)
    }
    if !gate.budgets.unbudgeted.isEmpty {
      remarks.append(
        """
        No budget is declared for \(gate.budgets.unbudgeted.joined(separator: ", ")). \
        Add 'budget: [.noDroppedFrames(at: .hz60)]' beside the scenario, or use '--budget'.
        """)
    }
    return remarks
  }
}

extension BudgetCheck.Entry {
  /// The finding, with that of the second measurement if there was one.
  var finding: String {
    guard let again else { return judgement.finding }
    return "\(judgement.finding), then \(again.finding)"
  }

  fileprivate var word: String {
    if isCleared { return "kept the second time" }
    let mark = judgement.restsOnFragileFrames ? " ~" : ""
    switch judgement.outcome {
    case .kept: return "kept\(mark)"
    case .broken: return (again == nil ? "exceeded" : "exceeded twice") + mark
    case .notMeasured: return "not measured"
    }
  }

  fileprivate var role: ReportStyle.Role {
    switch judgement.outcome {
    case .kept: judgement.restsOnFragileFrames ? .doubtful : .good
    case .broken: isCleared ? .doubtful : .bad
    case .notMeasured: .bad
    }
  }
}
