import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameLogs
import FrameTiming
import ReportText
import SampleStatistics

// The sections after the changes: capacities, times, what needs no attention, the environment.

extension ReportPage {
  /// A chart per scenario whose capacity was measured.
  var capacityCharts: [CapacityChart] {
    (run?.file.benchmarks ?? []).compactMap { benchmark in
      guard let capacities = benchmark.scenario?.capacity.value,
        capacities.contains(where: \.isMeasured)
      else { return nil }
      return CapacityChart(scenario: benchmark.name, capacities: capacities)
    }
  }

  /// The figures of logs, with those of the logs' own tools.
  var logFigures: Markup {
    guard let logs else { return Markup([]) }
    return section(
      "Figures",
      [table(logs.figures)] + logs.hitches.map(table)
        + notes(logs.sides.flatMap(\.content.sentences)))
  }

  var capacity: Markup {
    let known = capacityCharts
    return section(
      "Layers that fit before a frame is dropped",
      known.prefix(Most.pictures).map { figure($0.svg(), $0.title) } + left(known.count, "scenario")
    )
  }

  /// The chart of the times of benchmarks; if there are too many, those that regressed come first.
  var kernelChart: KernelChart {
    let rows = kernelRows
    let shown =
      rows.count > Most.kernels ? rows.filter(\.isWorse) + rows.filter { !$0.isWorse } : rows
    return KernelChart(rows: Array(shown.prefix(Most.kernels)))
  }

  var kernels: Markup {
    let rows = kernelRows
    guard !rows.isEmpty else { return Markup([]) }
    let chart = kernelChart
    let rest =
      rows.count > Most.kernels
      ? [Markup(.p, [.class: "quiet"], ["and \(rows.count - Most.kernels) others, left out"])] : []
    return section("Benchmarks", [figure(chart.svg(), chart.title)] + rest)
  }

  var kernelRows: [KernelChart.Row] {
    guard let run else { return [] }
    let earlier = Dictionary(
      (baseline?.benchmarks ?? []).compactMap { benchmark in
        benchmark.metric(.wallClock).value.map { (benchmark.name, $0.median) }
      }, uniquingKeysWith: { first, _ in first })
    let worse = Set(
      (compare?.gate.comparison?.entries ?? [])
        .filter { $0.verdict == .regressed && $0.times != nil }.map(\.benchmark))
    return run.file.benchmarks.compactMap { benchmark in
      guard benchmark.failure == nil, let time = benchmark.metric(.wallClock).value, time.median > 0
      else { return nil }
      return KernelChart.Row(
        name: benchmark.name, time: time.median, interval: time.interval.value,
        baseline: earlier[benchmark.name],
        share: run.limits?.share(of: benchmark)?.text, isWorse: worse.contains(benchmark.name))
    }
  }

  /// A chart per scenario with costs for several numbers of layers, and one per family of
  /// benchmarks.
  var layersCharts: [LayersChart] {
    guard let file = run?.file else { return [] }
    let caches = file.environment.machine.caches ?? []
    return file.benchmarks.compactMap { LayersChart($0, caches: caches) }
      + FamilyTable(file).families.map { LayersChart($0, in: file) }
  }

  var layers: Markup {
    let charts = layersCharts
    return section(
      "Cost against the number of layers, and against parameters",
      charts.prefix(Most.pictures).map { figure($0.svg(), $0.title) } + left(charts.count, "chart"))
  }

  /// What the frames of a scene spend their time on; empty for a scenario without signposts.
  func frameParts(of scene: PageScene) -> [Markup] {
    let costs = run?.file.benchmark(named: scene.name)?.frames.first { $0.rate == scene.rate }
    guard let parts = costs.flatMap(FrameParts.init) else { return [] }
    return [Markup(.h4, [:], ["Where the time of a frame goes"]), table(parts.table())]
  }

  /// What needs no attention, collapsed.
  func fine() throws -> Markup {
    var parts: [Markup] = []
    if let check, !check.keptBudgets.isEmpty {
      parts.append(
        folded(
          "\(Words.count(check.keptBudgets.rows.count, "budget")) kept", [cards(check.keptBudgets)])
      )
    }
    if let compare {
      let tables = compare.tables()
      let unchanged = tables.unchanged
      if !unchanged.table.isEmpty {
        parts.append(
          folded(
            "\(unchanged.entries.count) unchanged", [cards(unchanged, areDrawn: drawsIntervals)]))
      }
      // What changed has the reasons of both tables below it.
      if tables.changed.table.isEmpty { parts += notes(tables.notes) }
    }
    // The frames of improved scenarios are above.
    let improved = Set(scenes.filter(\.isImproved).map(\.name))
    let good = scenes.filter {
      !$0.isBad && !improved.contains($0.name) && $0.frameTime != .unknown
    }
    if !good.isEmpty {
      let names = good.map(\.name).uniqued()
      // The highest rate of a scenario has the tightest budget.
      let shown = names.prefix(Most.pictures).compactMap { name in
        good.filter { $0.name == name }.max { $0.rate < $1.rate }
      }
      let pictures = try shown.flatMap { scene -> [Markup] in
        let parts = [Markup(.h3, [:], ["\(scene.place)"]), timeline(of: scene)]
        let hasFilm = films.candidate[Place(name: scene.name, rate: scene.rate)] != nil
        return hasFilm ? parts + [try film(scene)] : parts
      }
      parts.append(
        folded(
          "Frames of \(Words.count(names.count, "scenario")) that drop nothing and did not regress",
          pictures + left(names.count, "scenario")))
    }
    if let tables = run?.tables() {
      for section in tables.sections { parts.append(folded(section.title, [table(section.table)])) }
      parts += notes(tables.notes)
    }
    return section("What is fine, and all numbers", parts)
  }

  var environment: Markup {
    var lines = run.map { $0.header + [$0.harnessLine] } ?? []
    if let conditions = compare?.gate.comparison?.conditions {
      lines.append("Both sides were measured on \(conditions).")
    }
    lines += check?.log?.sentences ?? []
    let warnings =
      (run?.warnings ?? []) + (compare?.gate.comparison?.warnings ?? []) + (check?.warnings ?? [])
    let items =
      warnings.uniqued().map {
        Markup(
          .li, [:],
          [Markup(.strong, [.class: "doubtful"], ["Warning: "]), "\($0.text(tool))"])
      } + lines.map { Markup(.li, [:], ["\($0)"]) }
    return items.isEmpty ? Markup([]) : section("Environment", [Markup(.ul, [:], items)])
  }
}
