package import BenchmarkResults
package import BenchmarkVerdicts
import FrameTiming
package import ReportText
import SampleStatistics

/// What one run measured, for people.
package struct RunReport {
  package let result: ReplayedResult

  /// Capacities that an earlier run measured on this machine, by scenario.
  let earlierCapacity: [String: [Capacity]]

  /// The limits of this machine, measured in this run or an earlier one.
  package let limits: MachineLimits?

  /// The factors of the device whose work the file states.
  let scale: WorkScale

  /// Whether texts list every scenario and every variant of a kernel, as pages do.
  let showsAllRows: Bool

  let tool: ToolName

  package init(
    _ result: ReplayedResult, earlierCapacity: [String: [Capacity]] = [:],
    limits: MachineLimits? = nil, scale: WorkScale = .one, showsAllRows: Bool = true,
    tool: ToolName = .current
  ) {
    self.showsAllRows = showsAllRows
    self.result = result
    self.earlierCapacity = earlierCapacity
    self.limits = limits
    self.scale = scale
    self.tool = tool
  }

  package var file: ResultFile { result.file }
}

extension RunReport {
  /// A header, what matters most, a table of kernels, and one of scenarios.
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let notes = Footnotes()
    let rows = Rows(of: result, isComplete: showsAllRows)
    let courses = SparklineTable.table(rows.shown)
    // In the text alone: pages draw the frames themselves.
    let sections =
      sections(rows, notes)
      + (courses.isEmpty ? [] : [(title: SparklineTable.title, table: courses)])
    let headline = self.headline
    var blocks = [
      header.lines(), style.paint(headline.text, as: headline.role) + "\n",
    ]
    for section in sections {
      blocks.append(style.paint(section.title, as: .heading) + "\n" + section.table.text(style))
    }
    let remarks =
      (notes.lines + [rows.omission].compactMap(\.self)).map { style.paint($0, as: .quiet) }
      + [TerminalText(foreign: harnessLine)]
    blocks += [remarks.map { "\($0)\n" as TerminalText }.joined(), warnings.text(style, tool)]
    return blocks.blocks()
  }

  /// The same as ``text(_:)`` for a summary page, with the environment collapsed.
  package func markdown() -> MarkdownText {
    let notes = Footnotes()
    var blocks: [MarkdownText] = ["**\(headline.text)**\n"]
    let rows = Rows(of: result, isComplete: showsAllRows)
    blocks += sections(rows, notes).map { "### \($0.title)\n\n" + $0.table.markdown() }
    let remarks =
      notes.lines + [rows.omission].compactMap(\.self) + [harnessLine]
      + warnings.map { "Warning: \($0.text(tool))" }
    blocks += [remarks.items(), .folded("Environment", header.items())]
    return blocks.blocks()
  }

  func sections(_ rows: Rows, _ notes: Footnotes) -> [(title: String, table: Table)] {
    let shown = rows.shown
    let sections: [(title: String, table: Table)] = [
      ("Kernels, and ratios to the reference", rows.variants?.table(limits: limits) ?? Table([])),
      ("Benchmarks", KernelTable.table(shown.file, limits: limits, notes)),
      ("What benchmarks record themselves", CustomMetricTable.table(file, notes)),
      ("Growth with a parameter", FamilyTable(file).table()),
      (
        "Layers that fit before a frame is dropped or the first one is late",
        CapacityTable.table(file, notes)
      ),
      (
        "Scenarios, replayed at \(result.display.words)\(scale.words)",
        ScenarioTable(shown, earlierCapacity: earlierCapacity).table(notes)
      ),
      (FramePartsTable.title, FramePartsTable.table(shown.file, notes)),
      ("Scenarios, driven by a timer", PacedTable.table(result, notes)),
    ]
    return sections.filter { !$0.table.isEmpty }
  }
}

extension RunReport {
  /// The maximum number of places that a sentence lists.
  private static let mostPlaces = 6

  private func list(_ places: [String]) -> String {
    places.count <= Self.mostPlaces
      ? places.joined(separator: ", ")
      : places.prefix(Self.mostPlaces).joined(separator: ", ")
        + " and \(places.count - Self.mostPlaces) more"
  }

  /// How many of the scenarios drop: `4 of 96 scenarios drop`.
  private func share(_ names: [String]) -> String {
    let dropping = Set(names).count
    let all = Set(result.named.map(\.name)).count
    return "\(dropping) of \(Words.count(all, "scenario")) \(dropping == 1 ? "drops" : "drop")"
  }

  private var headline: (text: String, role: ReportStyle.Role) {
    let failed = file.benchmarks.filter { $0.failure != nil }
    let rows = result.named
    let dropping = rows.filter { $0.row.timeline.droppedFrameCount > 0 }
    var sentences: [String] = []
    if !failed.isEmpty {
      sentences.append(
        "\(Words.count(failed.count, "benchmark")) failed: \(list(failed.map(\.name))).")
    }
    if !dropping.isEmpty {
      let places = dropping.map { name, row in
        "\(name) at \(row.costs.rateText) (\(row.dropped(separator: " of ")))"
      }
      sentences.append("\(share(dropping.map(\.name))) frames: \(list(places)).")
    } else if !rows.isEmpty {
      let rates = Set(rows.map(\.row.rate)).sorted().map { "\($0.hertz)" }
      let names = Set(rows.map(\.name))
      sentences.append(
        """
        No frame is dropped at \(Words.list(rates)) Hz in \
        \(Words.count(names.count, "scenario")).
        """)
    }
    let late = rows.filter { $0.row.timeline.firstFrameDelaySlots > 0 }
    if !late.isEmpty {
      let places = late.map { name, row in
        "\(name) at \(row.costs.rateText) (\(Words.count(row.timeline.firstFrameDelaySlots, "slot")))"
      }
      let names = Set(late.map(\.name))
      sentences.append(
        "\(names.count == 1 ? "One shows" : "\(names.count) show") the first frame late: \(list(places))."
      )
    }
    let kernels = file.benchmarks.count { benchmark in
      benchmark.failure == nil
        && benchmark.timed?.metrics.values.contains { $0.value != nil } ?? false
    }
    if kernels > 0 { sentences.append("\(Words.count(kernels, "benchmark")) measured.") }
    if sentences.isEmpty { sentences.append("Nothing was measured.") }
    let role: ReportStyle.Role = failed.isEmpty && dropping.isEmpty && late.isEmpty ? .good : .bad
    return (sentences.joined(separator: " "), role)
  }

  /// What makes the numbers doubtful.
  package var warnings: [MeasuringWarning] {
    var warnings: [MeasuringWarning] = []
    let environment = file.environment
    if environment.buildConfiguration != "release" {
      warnings.append(.unoptimizedBuild(configuration: environment.buildConfiguration))
    }
    if let busy = busyWarning { warnings.append(busy) }
    let wide = file.benchmarks.filter(\.hasWideInterval).map(\.name)
    if !wide.isEmpty { warnings.append(.wideIntervals(benchmarks: wide)) }
    let fragile = file.benchmarks.filter { scenario in
      result[scenario].contains { $0.timeline.restsOnFragileFrames }
    }.map(\.name)
    if !fragile.isEmpty { warnings.append(.fragileScenarios(fragile)) }
    return warnings
  }
}

extension RunReport {
  /// What others used during the run; where that is not known, the load before and after it.
  private var busyWarning: MeasuringWarning? {
    let environment = file.environment
    let cores = environment.machine.cores
    let use = environment.machineUse
    if use.otherCores != nil { return use.warning(cores: cores) }
    let load = max(environment.loadAtStart.value ?? 0, environment.loadAtEnd.value ?? 0)
    return load > Double(cores) / 2 ? .busyMachine(load: load, cores: cores) : nil
  }
}

extension BenchmarkResult {
  fileprivate var hasWideInterval: Bool {
    guard let time, let interval = time.interval.value else { return false }
    return interval.width > 0.05 * time.median && interval.width > 0.5
  }
}

extension WorkScale {
  /// The factors as an end of a title: `, all work ×1.7`; empty for this machine.
  fileprivate var words: String {
    if self == .one { return "" }
    guard warm != cold else { return ", all work ×\(NumberText.format(warm))" }
    return ", warm work ×\(NumberText.format(warm)), cold work ×\(NumberText.format(cold))"
  }
}

extension ReplaySettings {
  /// The depth and the reserve in words: `depth 1 without a reserve`.
  fileprivate var words: String {
    "depth \(depth) "
      + (reserveNs == 0
        ? "without a reserve" : "with a reserve of \(TimeUnit.text(reserveNs))")
  }
}
