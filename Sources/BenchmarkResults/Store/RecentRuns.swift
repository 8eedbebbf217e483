import BenchmarkModel

/// The newest stored runs of one program on one machine, including runs newer than the one shown.
package struct RecentRuns {
  package let newestFirst: [ResultFile]

  /// The newest capacities that were measured with the screen and scene of `file`, by scenario.
  ///
  /// They are for information only: the scenes are the same, but the code may have changed
  /// since.
  package func capacity(for file: ResultFile) -> [String: [Capacity]] {
    var found: [String: [Capacity]] = [:]
    for earlier in newestFirst {
      for scenario in earlier.benchmarks where found[scenario.name] == nil {
        let measured = scenario.scenario?.capacity.value?.filter(\.isMeasured) ?? []
        guard !measured.isEmpty, scenario.setting == file.benchmark(named: scenario.name)?.setting
        else { continue }
        found[scenario.name] = measured
      }
    }
    return found
  }

  /// The limits that `file` measured, else the limits of the newest run that measured any.
  package func limits(for file: ResultFile) -> MachineLimits? {
    MachineLimits(file) ?? newestFirst.lazy.compactMap(MachineLimits.init).first
  }
}

extension ResultStore {
  private static let searchedRuns = 20

  /// The newest runs of the same program on the machine of `file`.
  ///
  /// All are read at once. Each takes about 20 ms if it has 100 benchmarks.
  package func recentRuns(like file: ResultFile) -> RecentRuns {
    RecentRuns(
      newestFirst: runs().suffix(Self.searchedRuns).reversed().compactMap { try? load($0) }
        .filter {
          $0.tool.name == file.tool.name
            && $0.environment.machine.cpuModel == file.environment.machine.cpuModel
        })
  }
}

extension BenchmarkResult {
  /// The scene and the screen that a scenario was played on.
  fileprivate var setting: [String?] {
    [scenario?.parameters?.screen.description, scenario?.parameters?.scene?.rawValue]
  }
}
