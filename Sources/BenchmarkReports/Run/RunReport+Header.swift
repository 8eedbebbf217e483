import BenchmarkResults
import Foundation
import ReportText

extension RunReport {
  /// The facts that are needed to judge the numbers, in three lines, and a fourth one if some
  /// scenarios were played less often than planned.
  package var header: [String] {
    let environment = file.environment
    let machine = environment.machine
    return [
      [
        "\(file.tool.name) \(file.tool.version)", file.time.reportText, environment.revisionText,
      ].joined(separator: " · "),
      [
        machine.summary, environment.machineUse.limitsText(on: machine), machine.memoryText,
        machine.os, machine.virtualizedText,
      ].compactMap(\.self).joined(separator: " · "),
      [
        environment.toolchain, environment.build, "allocator \(environment.allocator.text { $0 })",
        "load \(environment.loadAtStart.text(NumberText.format)) to "
          + environment.loadAtEnd.text(NumberText.format),
        environment.machineUse.othersText,
      ].compactMap(\.self).joined(separator: " · "),
    ] + shortened
  }

  /// A line on the scenarios that were played less often than planned.
  private var shortened: [String] {
    let scenarios = file.benchmarks.filter { $0.frames.contains { $0.plannedRepetitions != nil } }
    let costs = scenarios.flatMap(\.frames).filter { $0.plannedRepetitions != nil }
    guard let fewest = costs.map(\.repetitions).min(), let most = costs.map(\.repetitions).max(),
      let planned = costs.compactMap(\.plannedRepetitions).max()
    else { return [] }
    let range = fewest == most ? "\(most)" : "\(fewest) to \(most)"
    let names =
      scenarios.count > 3
      ? Words.count(scenarios.count, "scenario") : Words.list(scenarios.map(\.name))
    return ["shortened to save time: \(names) played \(range) times instead of \(planned)"]
  }

  package var harnessLine: String {
    switch file.harness {
    case .unavailable(let reason): return "Harness cost per frame: n/a (\(reason))"
    case .value(let cost):
      let parts = [("clock alone", cost.clockAlone), ("all counters", cost.allCounters)]
      let texts = parts.map { name, cost in
        """
        \(name) \(TimeUnit.text(cost.medianNs)) \
        (p99 \(TimeUnit.text(cost.p99Ns))), \
        \(cost.bytes.text { "\(NumberText.format($0)) B" })
        """
      }
      return "Harness cost per frame: " + texts.joined(separator: "; ")
    }
  }
}

extension MeasuringEnvironment {
  /// The commit in words: `commit 4c89d0d1a2b3 on main, clean`.
  package var revisionText: String {
    guard let commit = commit.value else { return "commit \(commit.text { $0 })" }
    let place = branch.value.map { " on \($0)" } ?? ""
    let state =
      switch dirty {
      case .value(true): ", with uncommitted changes"
      case .value(false): ", clean"
      case .unavailable: ""
      }
    return "commit \(commit.prefix(12))\(place)\(state)"
  }
}
