extension ResultStore {
  /// How many of the newest runs are looked through.
  private static let runsLookedThrough = 20

  /// The newest capacities that were measured on the machine of `file`, by scenario.
  ///
  /// They are quoted, not compared: they hold for scenes on the same screen, and for code that may
  /// have changed since.
  ///
  /// - Parameter file: The run that is shown.
  /// - Returns: Empty when no run measured any.
  package func lastCapacity(like file: ResultFile) -> [String: [Capacity]] {
    var found: [String: [Capacity]] = [:]
    for earlier in newestRuns(like: file) {
      for scenario in earlier.benchmarks where found[scenario.name] == nil {
        let measured = scenario.capacity.filter(\.isMeasured)
        guard !measured.isEmpty,
          scenario.parameters?.screen == file.benchmark(named: scenario.name)?.parameters?.screen
        else { continue }
        found[scenario.name] = measured
      }
    }
    return found
  }

  /// The newest runs on the machine of `file`, the newest first; each is read when it is asked for.
  func newestRuns(like file: ResultFile) -> some Sequence<ResultFile> {
    runs().suffix(Self.runsLookedThrough).reversed().lazy.compactMap { try? load($0) }
      .filter { $0.environment.machine.cpuModel == file.environment.machine.cpuModel }
  }
}
