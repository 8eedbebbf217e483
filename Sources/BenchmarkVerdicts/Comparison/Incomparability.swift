import BenchmarkModel
import BenchmarkResults

/// Why times of two results must not be compared, and what else makes a comparison doubtful.
struct Incomparability {
  /// Why no time can be compared, or nil when they can.
  let timesReason: String?

  /// Why counters cannot be compared.
  let counters: CounterIncomparability

  /// Warnings for the report.
  let warnings: [MeasuringWarning]

  init(baseline: ResultFile, candidate: ResultFile, rules: ComparisonRules) {
    let old = baseline.environment
    let new = candidate.environment
    var reasons: [String] = []
    var warnings: [MeasuringWarning] = []
    if !old.machine.isSame(as: new.machine) {
      reasons.append("measured on different machines")
      warnings.append(
        .differentMachines(baseline: old.machine.summary, candidate: new.machine.summary))
    }
    if old.buildConfiguration != new.buildConfiguration || old.buildFlags != new.buildFlags {
      reasons.append("built differently")
      warnings.append(.differentBuilds(baseline: old.build, candidate: new.build))
    }
    if let before = old.allocator.value, let after = new.allocator.value, before != after {
      reasons.append("run on different allocators")
      warnings.append(.differentAllocators(baseline: before, candidate: after))
    }
    if old.variables != new.variables {
      reasons.append(CounterIncomparability.differentVariables)
      warnings.append(
        .differentVariables(baseline: old.variablesText, candidate: new.variablesText))
    }
    if old.toolchain != new.toolchain {
      warnings.append(
        .differentCompilers(
          baseline: old.toolchain, candidate: new.toolchain,
          countersAreCompared: rules.acrossToolchains))
    }
    if old.dirty.value == true { warnings.append(.uncommittedChanges(.baseline)) }
    if new.dirty.value == true { warnings.append(.uncommittedChanges(.candidate)) }
    timesReason = reasons.isEmpty ? nil : reasons.joined(separator: ", ")
    counters = CounterIncomparability(old, new, rules: rules)
    self.warnings = warnings
  }

  /// Why this benchmark's numbers cannot be compared, or nil when they can.
  static func reason(_ baseline: BenchmarkResult, _ candidate: BenchmarkResult) -> String? {
    if baseline.variant != candidate.variant {
      return "measured on different variants, \(baseline.variantText) and \(candidate.variantText)"
    }
    guard baseline.scenario?.parameters != candidate.scenario?.parameters else { return nil }
    return """
      measured with different parameters, \(baseline.parametersText) and \
      \(candidate.parametersText)
      """
  }
}

extension BenchmarkResult {
  fileprivate var variantText: String { variant?.rawValue ?? "none" }

  fileprivate var parametersText: String {
    scenario?.parameters.map { parameters in
      let scene = parameters.scene.map { " in the scene \($0)" } ?? ""
      return "\(parameters.layers) layers on \(parameters.screen)\(scene)"
    } ?? "none"
  }
}

/// Why counters of two results must not be compared, although each of them is exact.
///
/// Built by another compiler, the same code allocates and executes differently. The variables that
/// benchmarks read may also change both. Instructions also depend on optimization, on the system's
/// libraries, and on the processor, for which the C library selects its routines; what the kernel
/// counts depends on the kernel and the libraries.
struct CounterIncomparability: Hashable, Sendable {
  fileprivate static let differentVariables = "run with different environment variables"

  /// Why no counter can be compared, or nil when they can.
  private var reason: String?

  /// Why instructions cannot be compared, or nil when they can.
  private var instructionsReason: String?

  /// Why what the kernel counts cannot be compared, or nil when it can.
  private var kernelReason: String?

  /// Creates it for sides that one compiler built and one machine counted: everything is
  /// comparable.
  init() {}

  init(
    _ baseline: MeasuringEnvironment, _ candidate: MeasuringEnvironment,
    rules: ComparisonRules
  ) {
    let (old, new) = (baseline.machine, candidate.machine)
    if baseline.variables != candidate.variables {
      reason = Self.differentVariables
    } else if baseline.toolchain != candidate.toolchain, !rules.acrossToolchains {
      reason = "built by different compilers"
    } else {
      let build = baseline.build == candidate.build ? nil : "built differently"
      let machine = "counted on different machines"
      let isSameSystem = old.os == new.os
      instructionsReason =
        isSameSystem && old.executesLike(new) ? build : "counted on different processors or systems"
      kernelReason = isSameSystem && old.isSame(as: new) ? build : machine
    }
  }

  /// Why this metric cannot be compared, or nil when it can, or is not a counter.
  func reason(for metric: Metric) -> String? {
    guard metric.nature == .counted else { return nil }
    if metric.isAllocation { return reason }
    return reason ?? (metric == .instructions ? instructionsReason : kernelReason)
  }

  /// Why two counts of this metric cannot be compared, or nil when they can.
  ///
  /// Equal counts can be compared, whichever programs counted them. A program that was not recorded
  /// is nil.
  func reason(
    for metric: Metric, countedBy old: String?, and new: String?, areEqual: Bool
  ) -> String? {
    if let reason = reason(for: metric) { return reason }
    return areEqual ? nil : Self.reason(for: metric, countedBy: old, and: new)
  }

  /// Why allocations may differ although the code is the same, because different programs counted
  /// them; nil for other metrics, and if one program counted both sides.
  private static func reason(
    for metric: Metric, countedBy old: String?, and new: String?
  ) -> String? {
    guard metric.isAllocation, old != new else { return nil }
    if let old, let new { return "counted by different programs, \(old) and \(new)" }
    // Both programs round sizes alike, except those of aligned blocks, so only bytes depend on the
    // program.
    guard metric == .mallocBytesCount else { return nil }
    return """
      the \(old == nil ? "baseline" : "candidate") does not state which program counted its bytes; \
      measure it again
      """
  }
}
