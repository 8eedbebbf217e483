import BenchmarkModel

/// Why times of two results must not be compared, and what else a reader should know.
struct ComparisonGuard {
  /// Why no time can be compared; nil when they can.
  let timesReason: String?

  /// Why counters cannot be compared.
  let counters: CounterGuard

  /// With advice, for the report.
  let warnings: [String]

  init(baseline: ResultFile, candidate: ResultFile, settings: ComparisonSettings) {
    let (old, new) = (baseline.environment, candidate.environment)
    var reasons: [String] = []
    var warnings: [String] = []
    if !old.machine.isSame(as: new.machine) {
      reasons.append("measured on different machines")
      warnings.append(
        """
        The baseline is from \(old.machine.summary), the candidate from \(new.machine.summary): \
        times are inconclusive, counters are compared. Measure both on one machine.
        """)
    }
    if old.buildConfiguration != new.buildConfiguration || old.buildFlags != new.buildFlags {
      reasons.append("built differently")
      warnings.append(
        """
        The baseline was built as '\(old.build)', the candidate as '\(new.build)': times are \
        inconclusive, counters are compared. Build both the same way.
        """)
    }
    if let before = old.allocator.value, let after = new.allocator.value, before != after {
      reasons.append("run on different allocators")
      warnings.append(
        """
        The baseline ran on the allocator '\(before)', the candidate on '\(after)': times are \
        inconclusive. Measure both on the system's allocator.
        """)
    }
    counters = CounterGuard(old, new, settings: settings)
    if let warning = counters.warning { warnings.append(warning) }
    for (side, environment) in [("baseline", old), ("candidate", new)]
    where environment.dirty.value == true {
      warnings.append("The \(side) was measured with changed files; its commit alone is not it.")
    }
    timesReason = reasons.isEmpty ? nil : reasons.joined(separator: ", ")
    self.warnings = warnings
  }

  /// Why this benchmark's numbers do not belong together; nil when they do.
  static func reason(_ baseline: BenchmarkResult, _ candidate: BenchmarkResult) -> String? {
    if baseline.kind != candidate.kind { return "one side is a scenario, the other is not" }
    if baseline.variant != candidate.variant {
      return "measured on different variants, \(baseline.variantText) and \(candidate.variantText)"
    }
    guard baseline.parameters != candidate.parameters else { return nil }
    return
      """
      measured with different parameters, \(baseline.parametersText) and \
      \(candidate.parametersText)
      """
  }
}

extension BenchmarkResult {
  fileprivate var variantText: String { variant?.rawValue ?? "none" }

  fileprivate var parametersText: String {
    parameters.map { "\($0.layers) layers on \($0.screen)" } ?? "none"
  }
}

extension MeasuringEnvironment {
  /// The configuration and the flags beyond it.
  package var build: String { ([buildConfiguration] + buildFlags).joined(separator: " ") }
}

extension Machine {
  /// Whether times of the two can be compared.
  package func isSame(as other: Machine) -> Bool {
    cpuModel == other.cpuModel && cores == other.cores && architecture == other.architecture
      && virtualized == other.virtualized
  }

  /// Processor and cores in a few words.
  package var summary: String {
    "\(cpuModel.value ?? architecture) (\(cores) \(cores == 1 ? "core" : "cores"))"
  }
}
