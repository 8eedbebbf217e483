package import BenchmarkModel
package import BenchmarkResults
import Foundation
import FrameTiming

/// Results made up for tests; every number is fixed.
package enum Fixtures {
  package static let machine = Machine(
    cpuModel: .value("Test CPU 3000"), cores: 2, memoryBytes: .value(8 << 30),
    os: "Test Linux 12", kernel: .value("6.1.0"), architecture: "x86_64",
    virtualized: .value(true))

  package static let environment = MeasuringEnvironment(
    commit: .value("4c89d0d1a2b3c4d5e6f708192a3b4c5d6e7f8091"), dirty: .value(false),
    branch: .value("main"), toolchain: "Swift version 6.3.1", buildConfiguration: "release",
    binaryHash: .value("9f86d081884c7d65"), machine: machine,
    allocator: .value("system"), loadAtStart: .value(0.25), loadAtEnd: .value(0.5),
    clockResolutionNs: .value(1))

  package static func metric(_ unit: String, _ samples: [Double]) -> Recorded<MetricResult> {
    Recorded(MetricResult(unit: unit, samples: samples), orUnavailable: "no samples")
  }

  /// A result that was measured on the fixtures' machine, by a build of its own: other benchmarks
  /// come from other code.
  package static func result(_ benchmarks: [BenchmarkResult]) -> ResultFile {
    let cost = HarnessCost(
      clockAlone: .init(medianNs: 91.5, p99Ns: 140, bytes: .value(0)),
      allCounters: .init(medianNs: 1_850, p99Ns: 2_700, bytes: .value(0)))
    var environment = environment
    environment.binaryHash = .value(String(UInt(bitPattern: benchmarks.hashValue), radix: 16))
    return ResultFile(
      tool: ToolIdentity(name: "framegate", version: "0.1.0"),
      time: Date(timeIntervalSince1970: 1_790_000_000), environment: environment,
      harness: .value(cost), benchmarks: benchmarks)
  }

  /// The parameters and budgets of every scenario here.
  package static func scenario(_ name: String, _ frames: [FrameCosts]) -> BenchmarkResult {
    BenchmarkResult(
      name: name, variant: .struct,
      .scenario(
        ScenarioResult(
          parameters: .init(layers: 200, screen: "375x667"),
          budgets: [.noDroppedFrames(at: .hz60), .noDroppedFrames(at: .hz120)],
          frames: .value(frames))))
  }
}

/// Variants of the benchmarks in tests.
extension Variant {
  package static let `struct`: Variant = "struct"
  package static let simd: Variant = "simd"
  package static let block: Variant = "block"
  package static let dispatch: Variant = "dispatch"
}

extension BenchmarkResult {
  /// Changes a benchmark that is timed as a whole.
  package mutating func changeTimed(_ change: (inout TimedResult) -> Void) {
    guard var timed else { preconditionFailure("'\(name)' is a scenario") }
    change(&timed)
    body = .benchmark(timed)
  }

  /// Changes a scenario.
  package mutating func changeScenario(_ change: (inout ScenarioResult) -> Void) {
    guard var scenario else { preconditionFailure("'\(name)' is not a scenario") }
    change(&scenario)
    body = .scenario(scenario)
  }

  /// Changes the costs of a scenario.
  package mutating func changeFrames(_ change: (inout [FrameCosts]) -> Void) {
    var frames = self.frames
    change(&frames)
    changeScenario { $0.frames = .value(frames) }
  }
}
