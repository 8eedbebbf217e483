/// Something that makes numbers or verdicts doubtful.
///
/// BenchmarkReports words every case, with advice.
package enum MeasuringWarning: Hashable, Sendable {
  /// The build is not optimized; `configuration` is `debug`.
  case unoptimizedBuild(configuration: String)

  /// The load average was high for this many cores.
  case busyMachine(load: Double, cores: Int)

  /// Other processes, and the hypervisor for other machines, used these cores on average during the
  /// run.
  case busyDuringRun(otherCores: Double, stolenCores: Double, cores: Int)

  /// The intervals of these benchmarks are wide.
  case wideIntervals(benchmarks: [String])

  /// The dropped frames of these scenarios depend on fragile frames.
  case fragileScenarios([String])

  /// The two sides were measured on different machines.
  case differentMachines(baseline: String, candidate: String)

  /// The two sides were built with different configurations or flags.
  case differentBuilds(baseline: String, candidate: String)

  /// The two sides ran on different allocators.
  case differentAllocators(baseline: String, candidate: String)

  /// The benchmarks of the two sides read different environment variables.
  case differentVariables(baseline: String, candidate: String)

  /// Different compilers built the two sides; their counters are compared only if requested.
  case differentCompilers(baseline: String, candidate: String, countersAreCompared: Bool)

  /// One side was measured with uncommitted changes.
  case uncommittedChanges(ComparisonEntry.Side)

  /// The system placed the two sides at random addresses.
  case randomAddresses

  /// The two sides of this benchmark evict each other's data from the caches, so samples are longer
  /// by this factor.
  case longSamples(String, factor: Int)

  /// Both processes of this benchmark together would not fit into memory, so one ended before the
  /// other started.
  case measuredApart(String)

  /// An error ended the comparison before its last benchmark.
  case endedEarly(reason: String)

  /// There is nothing to compare with.
  case noBaseline(reason: String)

  /// A benchmark cannot run on this machine, so it is not compared.
  case notCompared(benchmark: String, reason: String)

  /// The machine's tolerance, as a share, raised lower default thresholds.
  case raisedThresholds(tolerance: Double)

  /// The stored calibration is not used.
  case ignoredCalibration(file: String, reason: String)

  /// A benchmark or scenario failed.
  case benchmarkFailed(Gate.Failure)

  /// Judgements of budgets depend on fragile frames.
  case fragileBudgets

  /// These scenarios have no budget.
  case noBudget(scenarios: [String])
}

extension MachineUse {
  /// The warning that a measurement needs when others used more than a quarter of the cores.
  ///
  /// - Returns: Nil when they did not, and where that is not known.
  package func warning(cores: Int) -> MeasuringWarning? {
    guard let otherCores else { return nil }
    let stolen = stolenCores ?? 0
    guard otherCores + stolen > Double(cores) / 4 else { return nil }
    return .busyDuringRun(otherCores: otherCores, stolenCores: stolen, cores: cores)
  }
}
