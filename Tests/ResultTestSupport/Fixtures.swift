package import BenchmarkModel
package import BenchmarkResults
import Foundation
package import FrameSignposts
package import FrameTiming

/// Results made up for tests; every number is fixed.
package enum Fixtures {
  package static let machine = Machine(
    cpuModel: .value("Test CPU 3000"), cores: 2, memoryBytes: .value(8 << 30),
    os: "Test Linux 12", kernel: .value("6.1.0"), architecture: "x86_64",
    virtualized: .value(true))

  package static let environment = {
    var environment = MeasuringEnvironment(
      toolchain: "Swift version 6.3.1", buildConfiguration: "release", machine: machine)
    environment.commit = .value("4c89d0d1a2b3c4d5e6f708192a3b4c5d6e7f8091")
    environment.dirty = .value(false)
    environment.branch = .value("main")
    environment.binaryHash = .value("9f86d081884c7d65")
    environment.allocator = .value("system")
    environment.loadAtStart = .value(0.25)
    environment.loadAtEnd = .value(0.5)
    environment.clockResolutionNs = .value(1)
    return environment
  }()

  /// What the reference frame took beside every scenario here.
  package static let reference = ReferenceCost(warmNs: 20_000, coldNs: 60_000)

  package static func metric(_ unit: String, _ samples: [Double]) -> Measured<MetricResult> {
    Measured(MetricResult(unit: unit, samples: samples), orUnavailable: "no samples")
  }

  /// A result that was measured on the fixtures' machine, by a build of its own: other benchmarks
  /// come from other code.
  package static func result(_ benchmarks: [BenchmarkResult]) -> ResultFile {
    let cost = HarnessCost(
      clockAlone: .init(medianNs: 91.5, p99Ns: 140, bytes: .value(0)),
      allCounters: .init(medianNs: 1_850, p99Ns: 2_700, bytes: .value(0)))
    var environment = environment
    environment.binaryHash = .value(hash(of: benchmarks))
    return ResultFile(
      tool: ToolIdentity(name: "framegate", version: "0.1.0"),
      time: Date(timeIntervalSince1970: 1_790_000_000), environment: environment,
      harness: .value(cost), benchmarks: benchmarks)
  }

  /// The same in every process, unlike `hashValue`.
  private static func hash(of benchmarks: [BenchmarkResult]) -> String {
    let json = made { try PrettyJSON.encode(benchmarks) }
    return StableHash(of: [String(decoding: json, as: UTF8.self)]).digits
  }

  /// Thirty times of up to 0.7 % above and below a median.
  package static func times(around median: Double) -> [Double] {
    (0..<30).map { median * (1 + Double(($0 * 37) % 29 - 14) / 2_000) }
  }

  /// A benchmark that took this time, in nanoseconds.
  ///
  /// - Parameters:
  ///   - name: Its whole name.
  ///   - variant: Its variant.
  ///   - time: The median.
  ///   - complete: Adds what else it has.
  /// - Returns: The benchmark.
  package static func timed(
    _ name: String, _ variant: Variant? = nil, time: Double,
    _ complete: (inout TimedResult) -> Void = { _ in }
  ) -> BenchmarkResult {
    var timed = TimedResult(metrics: ["wallClock": metric("ns/op", times(around: time))])
    complete(&timed)
    return BenchmarkResult(name: name, variant: variant, .benchmark(timed))
  }

  /// A kernel that does not allocate.
  package static func kernel(
    _ name: String = "kernel.compose.l2.simd", variant: Variant? = .simd, time: Double = 6.25
  ) -> BenchmarkResult {
    timed(name, variant, time: time) {
      $0.operations = 1_024
      $0.bytesPerOperation = 128
      $0.metrics["cpuTotal"] = metric("ns/op", times(around: time * 0.99))
      $0.metrics["mallocCountTotal"] = metric("count/op", [Double](repeating: 0, count: 10))
      $0.metrics["mallocBytesCount"] = .unavailable("jemalloc is not installed")
    }
  }

  /// A result of a kernel and a scenario, or of other benchmarks.
  package static func file(_ benchmarks: [BenchmarkResult] = [kernel(), scenario()]) -> ResultFile {
    result(benchmarks)
  }

  /// An estimate from repetitions that took equally long.
  package static func estimate(_ workNs: [Int64], repetitions: Int = 1) -> CostEstimate {
    made { try CostEstimate(repetitions: Array(repeating: workNs, count: repetitions)) }
  }

  /// Frames of which only times were measured, in repetitions that took equally long.
  package static func costs(
    _ rate: RefreshRate, _ workNs: [Int64], repetitions: Int = 1,
    cold: Measured<CostEstimate> = .notMeasured, segments: [VsyncGrid.Segment]? = nil
  ) -> FrameCosts {
    made {
      var costs = FrameCosts(at: rate)
      try costs.add(
        segments: segments, warm: estimate(workNs, repetitions: repetitions), cold: cold,
        reference: reference)
      return costs
    }
  }

  /// Frames whose work differed by up to 0.5 % in 21 repetitions; each allocated three times.
  package static func frames(_ rate: RefreshRate, _ workNs: [Int64]) -> FrameCosts {
    made {
      var costs = FrameCosts(at: rate)
      costs.mallocCountTotal = .value(workNs.map { _ in 3 })
      costs.mallocBytesCount = .value(workNs.map { _ in 192 })
      try costs.add(
        warm: CostEstimate(
          repetitions: (-10...10).map { step in workNs.map { $0 + step * $0 / 2_000 } }),
        reference: reference)
      return costs
    }
  }

  /// A scenario at 60 and 120 Hz whose frames take about as long as each other.
  package static func scenario(
    _ name: String = "transition.cartFold.present", workNs: Int64 = 900_000, count: Int = 30
  ) -> BenchmarkResult {
    let work = (0..<count).map { workNs + Int64($0 % 7) * 10_000 }
    return scenario(name, [frames(.hz60, work), frames(.hz120, work + work)])
  }

  /// What a real timer made of frames that take this long.
  package static func paced(_ costs: FrameCosts, causes: [DropCause] = []) -> PacedRun {
    made {
      PacedRun(
        rate: costs.rate, frameCount: costs.workNs.count,
        timeline: TimelineSummary(costs.replay().timeline(of: try costs.costVector())),
        wakeUpNs: costs.workNs.map { _ in 1 }, wallNs: costs.workNs, cpuNs: costs.workNs,
        causes: PacedCauses(causes, costs: CauseCosts(faultNs: 700, allocationNs: 60)))
    }
  }

  /// What only a mistake in these fixtures fails to make.
  private static func made<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { preconditionFailure("\(error)") }
  }

  /// The parameters and budgets of every scenario here.
  package static func scenario(_ name: String, _ frames: [FrameCosts]) -> BenchmarkResult {
    BenchmarkResult(
      name: name, variant: .struct,
      .scenario(
        ScenarioResult {
          $0.parameters = .init(layers: 200, screen: .standard)
          $0.budgets = [.noDroppedFrames(at: .hz60), .noDroppedFrames(at: .hz120)]
          $0.frames = .value(frames)
        }))
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

extension Fixtures {
  /// One frame of 100 ns: `tick` from 10 to 60, in it `layout` from 20 to 50, then `layers` from 60
  /// to 90.
  package static let signposts = SignpostRecording(
    names: ["tick", "layout", "layers"],
    frames: [
      .init(
        durationNs: 100,
        intervals: [
          .init(name: 0, beginNs: 10, endNs: 60), .init(name: 1, beginNs: 20, endNs: 50),
          .init(name: 2, beginNs: 60, endNs: 90),
        ])
    ])
}
