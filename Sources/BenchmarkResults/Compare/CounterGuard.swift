import BenchmarkModel

/// Why counters of two results must not be compared, although each of them is exact.
///
/// Another compiler counts other allocations and instructions for the same code. Instructions also
/// depend on the processor, for which the C library picks its routines, on the system's libraries,
/// and on optimization.
struct CounterGuard: Hashable, Sendable {
  private let toolchainReason, instructionReason: String?

  /// With advice, for the report.
  let warning: String?

  init(
    _ baseline: MeasuringEnvironment, _ candidate: MeasuringEnvironment,
    settings: ComparisonSettings
  ) {
    let isOtherToolchain = baseline.toolchain != candidate.toolchain
    toolchainReason =
      isOtherToolchain && !settings.acrossToolchains ? "built by different compilers" : nil
    let (old, new) = (baseline.machine, candidate.machine)
    instructionReason =
      if !old.isSame(as: new) || old.os != new.os {
        "counted on different machines"
      } else if baseline.build != candidate.build {
        "built differently"
      } else {
        nil
      }
    let sides = "'\(baseline.toolchain)' and '\(candidate.toolchain)'"
    warning =
      if !isOtherToolchain {
        nil
      } else if settings.acrossToolchains {
        """
        The compilers differ (\(sides)): counters may change without any change of the code. \
        Record a baseline with this compiler.
        """
      } else {
        """
        The compilers differ (\(sides)): counters are inconclusive. Record a baseline with this \
        compiler, or compare them all the same with '--across-toolchains'.
        """
      }
  }

  /// Both sides were built by one compiler and counted on one machine: nothing is in the way.
  static let sameMachineAndCompiler = CounterGuard()

  private init() {
    (toolchainReason, instructionReason, warning) = (nil, nil, nil)
  }

  /// Why this metric cannot be compared; nil when it can, and for metrics that are no counters.
  func reason(for metric: Metric) -> String? {
    guard metric.nature == .counted else { return nil }
    return toolchainReason ?? (metric == .instructions ? instructionReason : nil)
  }
}
