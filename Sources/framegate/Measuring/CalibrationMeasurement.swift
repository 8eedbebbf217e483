import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import WorkerClient
import WorkerProtocol

/// All trials of `calibrate`.
struct CalibrationMeasurement {
  /// The time for all trials when their number is not given.
  ///
  /// Trials without which there is no tolerance are run even after this time.
  private static let timeLimit = Duration.seconds(50)
  static let standardTrials = 40

  /// The plan of the command, which states the slowdown to inject into one side.
  let plan: Plan

  /// Runs trials of both kinds alternately, and cycles through the chosen benchmarks.
  func run() async throws -> (calibration: Calibration, ending: Ending) {
    let inject = plan.effort.slowdown ?? 0
    let tool = try await plan.program.executable()
    var done = try await CalibrationTrials(
      plan.lockstep, of: BySide(both: tool), plan.trials.state)
    guard !done.isDebugBuild else { throw CommandError.debugBuild }
    try done.listing.require(plan.workload)
    var chosen = try choice(from: done.listing.benchmarks)
    let start = Date()
    let load = MachineProbe.load
    let watch = MachineWatch()
    let bar = ProgressBar(isQuiet: plan.isQuiet)
    let clock = ContinuousClock()
    let end = clock.now + Self.timeLimit
    let count = plan.trials.count ?? Self.standardTrials
    var failures: [Ending.Failure] = []
    var ending = try await Ending {
      for trial in 0..<count
      where plan.trials.count != nil || clock.now < end || trial < Calibration.fewestForTolerance {
        guard !chosen.isEmpty else { return }
        let benchmark = chosen[trial % chosen.count]
        bar.begins(benchmark.name, index: trial, count: count)
        do {
          try await done.run(benchmark, injected: 0, inject)
        } catch let failure as SideFailure {
          // The trials of other benchmarks go on.
          let reason = WorkerFailure.reason(failure)
          Terminal.say("Error: \(lines: "'\(benchmark.name)' is left out: \(reason).")\n")
          failures.append(.init(name: benchmark.name, reason: reason))
          chosen.removeAll { $0.name == benchmark.name }
        }
      }
    }
    bar.clear()
    guard ending.isInterrupted || failures.isEmpty || !done.trials.isEmpty else {
      throw CommandError(
        "Nothing was calibrated. Fix what failed, or choose other benchmarks with '--filter'.",
        .benchmarkFailed)
    }
    ending.failures += failures
    ending.add(done.listing.ending)
    var calibration = Calibration(
      done.trials, inject: inject, machine: MachineProbe.machine(), time: start, loadAtStart: load)
    calibration.loadAtEnd = MachineProbe.load
    calibration.machineUse = watch.use
    if !ending.isInterrupted { calibration.coldness = try await coldness(of: chosen) }
    return (calibration, ending)
  }

  /// How cold frames of the first scenario compare with paced frames.
  private func coldness(of chosen: [ListedBenchmark]) async throws -> Measured<Coldness> {
    let scenarios = chosen.lazy.compactMap { listed in
      if case .scenario(let traits) = listed.work { (listed.name, traits) } else { nil }
    }
    guard let (name, traits) = scenarios.first else {
      return .unavailable("no scenario was chosen")
    }
    do {
      let measured = try await plan.program.workers(plan.workload).coldness(
        of: name, plan.workload.parameters(of: traits))
      return Measured(measured, orUnavailable: "\(name) has no frames")
    } catch let error as CancellationError {
      throw error
    } catch {
      return .unavailable(WorkerFailure.reason(error))
    }
  }

  /// The benchmarks that the filter selects or, without a filter, three spread over the list and a
  /// scenario.
  ///
  /// With cold caches, only scenarios.
  private func choice(from listing: [ListedBenchmark]) throws -> [ListedBenchmark] {
    let selected = try plan.selection.select(from: listing)
    let scenarios = selected.filter { $0.kind == .scenario }
    switch plan.trials.state {
    case .cold:
      guard !scenarios.isEmpty else {
        throw CommandError(
          "'--cold' compares frames, and no scenario is selected. Select one with '--filter'.")
      }
      return plan.selection.isFiltered ? scenarios : Self.spread(scenarios)
    case .warm:
      if plan.selection.isFiltered { return selected }
      return Self.spread(selected.filter { $0.kind == .benchmark }) + scenarios.prefix(1)
    }
  }

  /// Three benchmarks, spread over the list.
  private static func spread(_ benchmarks: [ListedBenchmark]) -> [ListedBenchmark] {
    Set([0, benchmarks.count / 3, benchmarks.count * 2 / 3]).sorted()
      .filter(benchmarks.indices.contains).map { benchmarks[$0] }
  }
}
