import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import SampleStatistics
import WorkerClient
package import WorkerProtocol

/// The programs of both sides, with the benchmarks that they have registered.
package struct ListedPrograms: Sendable {
  package let baseline: BenchmarkListing
  package let candidate: BenchmarkListing
  package let isDebugBuild: Bool

  /// Both programs, which may be the same.
  let programs: BySide<String>

  /// The cost of one read of the thread CPU clock on this machine, in nanoseconds.
  let clockCostNs: Int64

  /// The program that starts workers at fixed addresses, or nil without one.
  let launcher: String?

  /// Why frames cannot have cold caches on this machine, or nil if they can.
  let coldAbsence: String?

  /// The benchmarks that both sides have, by name, as each lists them.
  let shared: [String: BySide<ListedBenchmark>]

  init(
    baseline: BenchmarkListing, candidate: BenchmarkListing, isDebugBuild: Bool,
    programs: BySide<String>, clockCostNs: Int64, launcher: String?, coldAbsence: String?
  ) {
    self.baseline = baseline
    self.candidate = candidate
    self.isDebugBuild = isDebugBuild
    self.programs = programs
    self.clockCostNs = clockCostNs
    self.launcher = launcher
    self.coldAbsence = coldAbsence
    let new = candidate.byName
    shared = baseline.byName.reduce(into: [:]) { shared, old in
      shared[old.key] = new[old.key].map { BySide(baseline: old.value, candidate: $0) }
    }
  }
}

extension ListedPrograms {
  /// The candidate's benchmarks, and those that only the baseline has.
  package var benchmarks: [ListedBenchmark] {
    let known = candidate.byName
    return candidate.benchmarks + baseline.benchmarks.filter { known[$0.name] == nil }
  }

  /// Each benchmark's share of the error probability of a whole selection.
  func level(among all: [String]) -> SequentialLevel {
    SequentialLevel(
      familywise: Lockstep.chanceOfError, sharedBy: max(1, all.count { shared[$0] != nil }))
  }
}
