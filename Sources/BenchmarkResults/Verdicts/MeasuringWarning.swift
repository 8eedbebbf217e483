/// Something that makes numbers or verdicts doubtful.
///
/// `WarningText.swift` in BenchmarkReports words every case, with advice.
package enum MeasuringWarning: Hashable, Sendable {
  case unoptimizedBuild(configuration: String)
  case busyMachine(load: Double, cores: Int)

  /// Cores that others used on average during the run.
  case busyDuringRun(otherCores: Double, stolenCores: Double, cores: Int)
  case wideIntervals(benchmarks: [String])
  case fragileScenarios([String])
  case differentMachines(baseline: String, candidate: String)
  case differentBuilds(baseline: String, candidate: String)
  case differentAllocators(baseline: String, candidate: String)
  case differentVariables(baseline: String, candidate: String)
  case differentCompilers(baseline: String, candidate: String, countersAreCompared: Bool)
  case uncommittedChanges(ComparisonEntry.Side)
  case randomAddresses

  /// The two sides evict each other's data from the caches, so samples are longer by this factor.
  case longSamples(String, factor: Int)
  case measuredApart(String)

  /// Nearly all times moved alike, so the machine or the build did it.
  case commonShift(CommonShift)

  case endedEarly(reason: String)
  case noBaseline(reason: String)
  case notCompared(benchmark: String, reason: String)

  /// The machine's tolerance, as a share, raised lower default thresholds.
  case raisedThresholds(tolerance: Double)
  case ignoredCalibration(file: String, reason: String)
  case benchmarkFailed(Gate.Failure)
  case fragileBudgets
  case noBudget(scenarios: [String])
}

extension MachineUse {
  /// The warning that a measurement needs when others used more than a quarter of the cores.
  package func warning(cores: Int) -> MeasuringWarning? {
    guard let otherCores else { return nil }
    let stolen = stolenCores ?? 0
    guard otherCores + stolen > Double(cores) / 4 else { return nil }
    return .busyDuringRun(otherCores: otherCores, stolenCores: stolen, cores: cores)
  }
}
