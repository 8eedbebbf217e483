import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
import CMeasure
import Foundation
import FrameTiming
import SampleStatistics
import WorkerClient
package import WorkerProtocol

/// A comparison of two builds whose samples alternate.
package struct Lockstep: Sendable {
  /// Is told about the progress of a comparison.
  package protocol Observer {
    /// Comparing number `index` of `count` starts.
    func begins(_ name: String, index: Int, count: Int)
  }

  /// The probability that at least one interval of a comparison is wrong, before changes are
  /// confirmed.
  package static let chanceOfError = 0.01

  package internal(set) var workload: Workload
  package internal(set) var effort: Effort

  /// Which changes matter.
  package internal(set) var rules: ComparisonRules

  /// The reason that is given for a benchmark that only the candidate has.
  package var addedReason = "new in the candidate"

  /// The programs of both sides, linked in several orders; empty to measure them as they are.
  ///
  /// Each launch takes the next order.
  var layouts: [BySide<String>] = []

  /// Makes the workers of a side, which are processes except in tests.
  var workers: @Sendable (WorkerLaunch) -> WorkerSource = { WorkerSource($0) }

  /// Reads the clock by which launches are planned and benchmarks get their time.
  var now: @Sendable () -> ContinuousClock.Instant = { SteadyClock.now }

  /// How many cores workers may run on: a container or `taskset` may allow fewer than the machine
  /// has, and a quota of time allows all of them.
  var coreCount: Int = {
    let allowed = Int(framegate_allowed_cores())
    return allowed > 0 ? allowed : ProcessInfo.processInfo.activeProcessorCount
  }()

  /// Decides which side goes first and which core is used, or nil for a random one per benchmark.
  var seed: UInt64?

  package init(
    _ workload: Workload, _ effort: Effort = Effort(), _ rules: ComparisonRules = .init()
  ) {
    self.workload = workload
    self.effort = effort
    self.rules = rules
  }
}

extension Lockstep {
  /// The same comparison with the variables and the limits that benchmarks declare.
  package func adopting(_ listing: BenchmarkListing) -> Lockstep {
    var lockstep = self
    lockstep.workload = workload.setting(listing.variables)
    lockstep.rules = rules.applying(listing.gates)
    return lockstep
  }

  /// How to start the workers of launch `number`, both with the same placement in memory and the
  /// same seed of Swift's hashing.
  func launches(
    of programs: BySide<String>, in layout: AddressLayout, hashSeed: UInt64, number: Int = 0
  ) -> BySide<WorkerLaunch> {
    let linked = layouts.isEmpty ? programs : layouts[number % layouts.count]
    return linked.map { program in
      var launch = workload.launch(program, hashSeed: hashSeed)
      launch.layout = layout
      return launch
    }
  }

  /// The clock that the user asked for; nil to let the samples decide.
  var timeMetric: Metric? {
    guard let metrics = workload.chosenMetrics?.metrics else { return nil }
    switch (metrics.contains(.wallClock), metrics.contains(.cpuTotal)) {
    case (true, false): return .wallClock
    case (false, true): return .cpuTotal
    case (true, true), (false, false): return nil
    }
  }

  /// Whether counters, and metrics of benchmarks' own, are compared.
  ///
  /// Trials compare only times.
  var comparesCounters: Bool {
    effort.slowdown == nil
      && (workload.countsAllocations || workload.countsInstructions()
        || !workload.kernelMetrics().isEmpty || workload.chosenMetrics?.custom.isEmpty == false)
  }
}

extension BenchmarkListing {
  /// The gates that benchmarks set for themselves, by name.
  fileprivate var gates: [String: [BenchmarkGate]] {
    byName.compactMapValues { listed in
      guard case .benchmark(let traits) = listed.work else { return nil }
      return traits.gates
    }
  }
}
