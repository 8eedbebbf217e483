import BenchmarkResults
import Foundation
import ReportText

extension RunReport {
  /// The facts needed to judge the numbers, in three lines, and one more if time was short.
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

  /// Which scenarios were played less often than planned.
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

extension Measured {
  /// The value as text, or `n/a` with the reason.
  func text(_ format: (Value) -> String) -> String {
    switch self {
    case .value(let value): format(value)
    case .unavailable(let reason): "n/a (\(reason))"
    }
  }
}

extension Date {
  /// `2026-09-21 13:33:20 UTC`.
  package var reportText: String {
    formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
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

extension MachineUse {
  /// What kept the measurement from the whole machine: `1 core usable, quota 0.2 cores, nice 19`,
  /// or nil if nothing did.
  func limitsText(on machine: Machine) -> String? {
    var parts: [String] = []
    if let usableCores, usableCores != machine.cores {
      parts.append("\(Words.count(usableCores, "core")) usable")
    }
    if let coreQuota { parts.append("quota \(NumberText.format(coreQuota)) cores") }
    if niceness != 0 { parts.append("nice \(niceness)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// What others used meanwhile, or nil where that is not known.
  var othersText: String? {
    guard let otherCores else { return nil }
    let stolen = stolenCores ?? 0
    let withheld = stolen >= 0.005 ? ", the hypervisor withheld \(NumberText.format(stolen))" : ""
    return "others used \(NumberText.format(otherCores)) cores\(withheld)"
  }
}

extension MachineConditions: CustomStringConvertible {
  /// `processor (2 cores) · nice 19 · others used 0.25 cores`.
  package var description: String {
    [machine.summary, use.limitsText(on: machine), use.othersText].compactMap(\.self)
      .joined(separator: " · ")
  }
}

extension Machine {
  var memoryText: String {
    memoryBytes.text { "\(NumberText.format(Double($0) / 1_073_741_824)) GiB" }
  }

  var virtualizedText: String {
    switch virtualized {
    case .value(true): "virtual machine"
    case .value(false): "bare metal"
    case .unavailable(let reason): "virtual machine or not: n/a (\(reason))"
    }
  }
}
