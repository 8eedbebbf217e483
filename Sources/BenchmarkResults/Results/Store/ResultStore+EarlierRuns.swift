extension ResultStore {
  /// How many of the newest runs are searched.
  private static let searchedRuns = 20

  /// The newest capacities that were measured on the machine of `file`, by scenario.
  ///
  /// They are for information only: the scenes are the same, but the code may have changed
  /// since.
  ///
  /// - Parameter file: The run that is shown.
  /// - Returns: Empty when no run measured a capacity.
  package func lastCapacity(like file: ResultFile) -> [String: [Capacity]] {
    var found: [String: [Capacity]] = [:]
    for earlier in newestRuns(like: file) {
      for scenario in earlier.benchmarks where found[scenario.name] == nil {
        let measured = scenario.scenario?.capacity.value?.filter(\.isMeasured) ?? []
        guard !measured.isEmpty,
          scenario.setting == file.benchmark(named: scenario.name)?.setting
        else { continue }
        found[scenario.name] = measured
      }
    }
    return found
  }

  /// The limits that `file` measured, else those of the newest run on its machine that measured
  /// any.
  ///
  /// - Parameter file: The run that is shown.
  /// - Returns: Nil when no run measured limits.
  package func lastLimits(like file: ResultFile) -> MachineLimits? {
    if let limits = MachineLimits(file) { return limits }
    for earlier in newestRuns(like: file) {
      if let limits = MachineLimits(earlier) { return limits }
    }
    return nil
  }

  /// The newest runs of the same tool on the machine of `file`, newest first; each is read when it is
  /// needed.
  func newestRuns(like file: ResultFile) -> some Sequence<ResultFile> {
    runs().suffix(Self.searchedRuns).reversed().lazy.compactMap { try? load($0) }
      .filter {
        $0.tool.name == file.tool.name
          && $0.environment.machine.cpuModel == file.environment.machine.cpuModel
      }
  }
}

extension BenchmarkResult {
  /// The scene and the screen that a scenario was played on.
  fileprivate var setting: [String?] {
    [scenario?.parameters?.screen, scenario?.parameters?.scene]
  }
}
