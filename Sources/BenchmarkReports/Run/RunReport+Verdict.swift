import BenchmarkModel
import BenchmarkResults
import SampleStatistics

extension RunReport {
  /// What the run found, in one line.
  var verdict: (text: String, role: ReportStyle.Role) {
    let failed = file.benchmarks.filter { $0.failure != nil }
    let rows = file.benchmarks.flatMap { scenario in
      scenario.frames.map { (scenario.name, FrameRow($0)) }
    }
    let dropping = rows.filter { $0.1.replay.droppedSlots > 0 }
    var sentences: [String] = []
    if !failed.isEmpty {
      sentences.append(
        "\(Words.count(failed.count, "benchmark")) failed: "
          + failed.map(\.name).joined(separator: ", ") + ".")
    }
    if !dropping.isEmpty {
      let list = dropping.map { name, row in
        "\(name) at \(row.rateHz) Hz (\(row.replay.droppedSlots) of \(row.replay.expectedSlots))"
      }
      sentences.append("Drops frames: \(list.joined(separator: ", ")).")
    } else if !rows.isEmpty {
      let rates = Set(rows.map(\.1.rateHz)).sorted().map { "\($0)" }
      let names = Set(rows.map(\.0))
      sentences.append(
        """
        No frame is dropped at \(Words.list(rates)) Hz in \
        \(Words.count(names.count, "scenario")).
        """)
    }
    let kernels = file.benchmarks.count { $0.kind == .benchmark && $0.failure == nil }
    if kernels > 0 { sentences.append("\(Words.count(kernels, "benchmark")) measured.") }
    if sentences.isEmpty { sentences.append("Nothing was measured.") }
    let role: ReportStyle.Role = failed.isEmpty && dropping.isEmpty ? .good : .bad
    return (sentences.joined(separator: " "), role)
  }

  /// What makes the numbers doubtful, with advice.
  var ownWarnings: [String] {
    var warnings: [String] = []
    let environment = file.environment
    if environment.buildConfiguration != "release" {
      warnings.append(
        "This is a \(environment.buildConfiguration) build. Measure with 'swift run -c release'.")
    }
    let load = max(environment.loadAtStart.value ?? 0, environment.loadAtEnd.value ?? 0)
    if load > Double(environment.machine.cores) / 2 {
      warnings.append(
        """
        The load was up to \(NumberText.format(load)) on \
        \(Words.count(environment.machine.cores, "core")): \
        others kept the machine busy. Stop them and measure again.
        """)
    }
    let wide = file.benchmarks.filter(\.hasWideInterval).map(\.name)
    if !wide.isEmpty {
      warnings.append(
        """
        The interval is wider than 5 % of the median for \(wide.joined(separator: ", ")). \
        Measure longer, or on a quieter machine.
        """)
    }
    let fragile = file.benchmarks.filter { scenario in
      scenario.frames.contains { FrameRow($0).replay.restsOnFragileFrames }
    }.map(\.name)
    if !fragile.isEmpty {
      warnings.append(
        """
        Dropped frames marked ~ rest on frames within a hair of their deadline: \
        \(fragile.joined(separator: ", ")). One more or less is noise; look at the headroom.
        """)
    }
    return warnings
  }
}

extension BenchmarkResult {
  fileprivate var hasWideInterval: Bool {
    guard let time, let interval = time.interval.value else { return false }
    return interval.width > 0.05 * time.median && interval.width > 0.5
  }
}

/// Numbers and lists in sentences.
enum Words {
  /// `1 benchmark`, `2 benchmarks`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `60`, `60 and 120`, `60, 90 and 120`.
  static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}
