import BenchmarkModel
package import BenchmarkResults
import SampleStatistics

/// How far the times of separate runs of one build are apart on a machine.
///
/// The clock speed, other processes and the placement in memory differ from run to run, and a run's
/// own samples do not show by how much.
package struct RunSpread: Hashable, Sendable {
  /// The slowest over the fastest run, at least 1.
  package let factor: Double

  /// The number of runs that show it; 0 when it is assumed.
  package let runs: Int

  /// The spread that is assumed if there are too few runs to measure it.
  ///
  /// Many shared machines switch between two clock speeds that are a factor of two apart.
  package static let assumed = RunSpread(factor: 2, runs: 0)

  /// Both sides were measured alternately, so nothing differs.
  package static let none = RunSpread(factor: 1, runs: 0)

  /// Creates a spread from the factor between the slowest and the fastest run, and the number of
  /// runs.
  package init(factor: Double, runs: Int) {
    self.factor = max(1, factor)
    self.runs = runs
  }
}

extension RunSpread {
  /// The minimum number of runs of one build that show it.
  package static let fewestRuns = 3

  /// The largest spread of any benchmark or scenario over the runs of any build.
  ///
  /// It is ``assumed`` without ``fewestRuns`` of the same build and variables. The largest one
  /// counts, because a few runs of one benchmark may all have met the machine in the same state,
  /// which is unlikely for runs of many benchmarks.
  package init(of runs: [ResultFile]) {
    let builds = Dictionary(grouping: runs) { run in
      run.environment.binaryHash.value.map {
        "\($0) \(run.environment.variablesText) \(run.environment.buildConfiguration)"
      }
    }
    let shown = builds.filter { $0.key != nil && $0.value.count >= Self.fewestRuns }.map(\.value)
    let factors = shown.flatMap { runs in
      Dictionary(grouping: runs.flatMap(\.timesByName), by: \.name).values
        .filter { $0.count >= Self.fewestRuns }
        .compactMap { times -> Double? in
          guard let least = times.map(\.time).min(), let most = times.map(\.time).max(), least > 0
          else { return nil }
          return most / least
        }
    }
    guard let largest = factors.max() else {
      self = .assumed
      return
    }
    self.init(factor: largest, runs: shown.reduce(0) { $0 + $1.count })
  }

  /// Why a difference within it says nothing, and what to do.
  var reason: String {
    guard runs > 0 else {
      return """
        separate runs of one build may differ by a factor of \(Int(factor)); compare the revisions, or \
        store \(Self.fewestRuns) runs of each to see by how much
        """
    }
    let percent = ((factor - 1) * 1_000).rounded() / 10
    return "separate runs of one build differ by up to \(percent) % here; compare the revisions"
  }
}

extension ResultFile {
  /// The median time of every benchmark, and of a scenario's frames at every rate.
  ///
  /// A name stands for everything that changes times on purpose, such as the variant.
  fileprivate var timesByName: [(name: String, time: Double)] {
    benchmarks.filter { $0.failure == nil }.flatMap { result in
      let name = "\(result.name) \(result.variant?.rawValue ?? "")"
      let timed = [Metric.wallClock, .cpuTotal].compactMap { metric in
        result.timed?.metrics[metric.name]?.value.map { ("\(name) \(metric)", $0.median) }
      }
      let scene = result.scenario?.parameters.map {
        "\($0.layers) \($0.screen) \($0.scene?.rawValue ?? "")"
      }
      let frames = (result.scenario?.frames.value ?? []).map { costs in
        (
          "\(name) \(costs.rate) \(scene ?? "") \(costs.cooling?.procedure ?? "warm")",
          costs.workNs.total
        )
      }
      return timed + frames
    }
  }
}
