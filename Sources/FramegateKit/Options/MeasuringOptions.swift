import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import FrameTiming

/// How thoroughly to measure, and what.
struct MeasuringOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Refresh rates to sample scenarios at. (default: 60,120)", valueName: "hertz,…"),
    transform: RateList.init(parsing:))
  var rate = RateList.standard

  @Option(
    help: ArgumentHelp(
      """
      Metrics to measure: \(Metric.all.map(\.name).joined(separator: ", ")); all but instructions \
      if left out.
      """, valueName: "name,…"),
    transform: MetricList.init(parsing:))
  var metric = MetricList(metrics: Set(Metric.measuredByDefault))

  @Flag(help: "Measure briefly: wider intervals, under 15 seconds.")
  var quick = false

  @Option(help: ArgumentHelp("Longest wait for one answer of a worker.", valueName: "seconds"))
  var timeout = 60.0

  @Flag(help: "Run benchmarks inside the tool's own process, for debuggers and profilers.")
  var inProcess = false

  @Option(
    help: "Best instruction set that dispatched kernels may use; the machine's best if left out.")
  var isa: InstructionSetName?

  @Flag(help: "Measure although the tool was built without optimization.")
  var allowDebugBuild = false

  @Flag(help: "Show no progress bar.")
  var noProgress = false

  func validate() throws {
    guard isa == nil || !inProcess else {
      throw ValidationError("'--isa' chooses for workers. Leave '--in-process' out.")
    }
    guard timeout.isFinite, (0.1...86_400).contains(timeout) else {
      throw ValidationError("'--timeout' must lie between 0.1 and 86400 seconds, got \(timeout).")
    }
  }
}

/// Instruction sets that kernels are compiled for, the widest last.
enum InstructionSetName: String, ExpressibleByArgument, CaseIterable {
  case base, avx2, avx512
}

extension MeasuringOptions {
  /// What to compare; nil for everything that there is when no metric was chosen.
  var comparedMetrics: Set<String>? {
    metric.metrics == Set(Metric.measuredByDefault) ? nil : Set(metric.metrics.map(\.name))
  }
}

/// Metric names from the command line: `wallClock,mallocCountTotal`.
struct MetricList: Sendable {
  let metrics: Set<Metric>

  init(metrics: Set<Metric>) {
    self.metrics = metrics
  }

  init(parsing text: String) throws {
    metrics = try Set(
      text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        guard let metric = Metric.named(String(name)) else {
          throw ValidationError(
            """
            There is no metric '\(name)'. \
            Choose from \(Metric.all.map(\.name).joined(separator: ", ")).
            """)
        }
        return metric
      })
  }
}
