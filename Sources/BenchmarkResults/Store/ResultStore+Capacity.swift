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
    for url in runs().suffix(Self.runsLookedThrough).reversed() {
      guard let earlier = try? load(url),
        earlier.environment.machine.cpuModel == file.environment.machine.cpuModel
      else { continue }
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
}
