package import BenchmarkResults

/// What one run measured, for people.
package struct RunReport {
  let file: ResultFile

  /// What the runner noticed, shown before the report's own warnings.
  let warnings: [String]

  /// Capacities that an earlier run measured on this machine, by scenario.
  let earlierCapacity: [String: [Capacity]]

  /// What this machine reaches at most, measured in this run or an earlier one.
  let limits: MachineLimits?

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - file: What was measured.
  ///   - warnings: What the runner noticed, with advice.
  ///   - earlierCapacity: Capacities that an earlier run measured on this machine, by scenario.
  ///   - limits: What this machine reaches at most, measured in this run or an earlier one.
  package init(
    _ file: ResultFile, warnings: [String] = [], earlierCapacity: [String: [Capacity]] = [:],
    limits: MachineLimits? = nil
  ) {
    (self.file, self.warnings) = (file, warnings)
    (self.earlierCapacity, self.limits) = (earlierCapacity, limits)
  }
}

extension RunReport {
  /// A header, a table of kernels, a table of scenarios, and a last line with the verdict.
  ///
  /// - Parameter style: Plain, or with colours for a terminal.
  /// - Returns: Lines that end in a newline.
  package func text(_ style: ReportStyle = .plain) -> String {
    var notes = Footnotes()
    let sections = sections(&notes)
    var blocks = [header.map { $0 + "\n" }.joined()]
    for section in sections {
      blocks.append(style.paint(section.title, as: .heading) + "\n" + section.table.text(style))
    }
    let remarks = notes.lines.map { style.paint($0, as: .quiet) } + [harnessLine]
    blocks.append(remarks.map { $0 + "\n" }.joined())
    let advice = warnings + ownWarnings
    if !advice.isEmpty {
      blocks.append(advice.map { style.paint("Warning: ", as: .doubtful) + "\($0)\n" }.joined())
    }
    let verdict = self.verdict
    blocks.append(style.paint(verdict.text, as: verdict.role) + "\n")
    return blocks.joined(separator: "\n")
  }

  /// The same as ``text(_:)`` for a summary page: the verdict first, the environment folded.
  ///
  /// - Returns: Markdown that ends in a newline.
  package func markdown() -> String {
    var notes = Footnotes()
    let sections = sections(&notes)
    var blocks = ["**\(verdict.text.markdownEscaped)**\n"]
    for section in sections {
      blocks.append("### \(section.title)\n\n" + section.table.markdown())
    }
    let remarks = notes.lines + [harnessLine] + (warnings + ownWarnings).map { "Warning: \($0)" }
    blocks.append(remarks.map { "- \($0.markdownEscaped)\n" }.joined())
    blocks.append(Markdown.details("Environment", header.map(\.markdownEscaped)))
    return blocks.joined(separator: "\n")
  }

  private func sections(_ notes: inout Footnotes) -> [(title: String, table: Table)] {
    var sections: [(title: String, table: Table)] = []
    let kernels = KernelTable(file, limits: limits).table(&notes)
    if !kernels.isEmpty { sections.append(("Benchmarks", kernels)) }
    let capacity = CapacityTable(file).table()
    if !capacity.isEmpty {
      sections.append(("Layers that fit before a frame is dropped", capacity))
    }
    let scenarios = ScenarioTable(file, earlierCapacity: earlierCapacity).table(&notes)
    if !scenarios.isEmpty {
      sections.append(("Scenarios, replayed at depth 1 without a reserve", scenarios))
    }
    let paced = PacedTable(file).table()
    if !paced.isEmpty { sections.append(("Scenarios, driven by a timer", paced)) }
    return sections
  }
}
