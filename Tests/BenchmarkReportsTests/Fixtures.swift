import BenchmarkModel
import BenchmarkResults
import FrameTiming
import Foundation
import SampleStatistics

/// A result made up for golden files; every number is fixed.
enum Fixtures {
  static let noCounter = "jemalloc is not installed; 'apt-get install libjemalloc-dev' adds it"

  static let environment = MeasuringEnvironment(
    commit: .value("4c89d0d1a2b3c4d5e6f708192a3b4c5d6e7f8091"), dirty: .value(false),
    branch: .value("main"), toolchain: "Swift version 6.3.1", buildConfiguration: "release",
    binaryHash: .value("9f86d081884c7d65"),
    machine: Machine(
      cpuModel: .value("Test CPU 3000"), cores: 2, memoryBytes: .value(8 << 30),
      os: "Test Linux 12", kernel: .value("6.1.0"), architecture: "x86_64",
      virtualized: .value(true)),
    allocator: .value("system"), loadAtStart: .value(0.25), loadAtEnd: .value(0.5),
    clockResolutionNs: .value(1))

  static func metric(_ unit: String, _ samples: [Double]) -> Recorded<MetricResult> {
    Recorded(MetricResult(unit: unit, samples: samples), orUnavailable: "no samples")
  }

  static func times(around median: Double) -> [Double] {
    (0..<30).map { median * (1 + Double(($0 * 37) % 29 - 14) / 2_000) }
  }

  static func kernel(_ name: String, _ variant: Variant, time: Double) -> BenchmarkResult {
    BenchmarkResult(
      name: "\(name).\(variant)", kind: .benchmark, variant: variant, operations: 1_024,
      metrics: [
        "wallClock": metric("ns/op", times(around: time)),
        "mallocBytesCount": .unavailable(noCounter),
        "mallocCountTotal": .unavailable(noCounter),
      ])
  }

  static func frames(_ rate: RefreshRate, _ workNs: [Int64]) throws -> FrameCosts {
    try FrameCosts(
      rate: rate,
      estimate: CostEstimate(
        repetitions: (-10...10).map { step in workNs.map { $0 + step * $0 / 2_000 } }),
      mallocCountTotal: .value(workNs.map { _ in 3 }),
      mallocBytesCount: .value(workNs.map { _ in 192 }))
  }

  static func scenario(
    _ name: String = "transition.cartFold.present", workNs: Int64 = 900_000, count: Int = 30
  ) throws -> BenchmarkResult {
    let work = (0..<count).map { workNs + Int64($0 % 7) * 10_000 }
    return BenchmarkResult(
      name: name, kind: .scenario, variant: .struct,
      parameters: MeasuredParameters(layers: 200, screen: "375x667"),
      budgets: ["noDroppedFrames@60", "noDroppedFrames@120"],
      frames: [try frames(.hz60, work), try frames(.hz120, work + work)])
  }

  static func file(_ benchmarks: [BenchmarkResult]) -> ResultFile {
    ResultFile(
      tool: ToolIdentity(name: "framegate", version: "0.1.0"),
      time: Date(timeIntervalSince1970: 1_790_000_000), environment: environment,
      harness: .value(
        HarnessCost(
          clockAlone: .init(medianNs: 91.5, p99Ns: 140, bytes: .value(0)),
          allCounters: .init(medianNs: 1_850, p99Ns: 2_700, bytes: .value(0)))),
      benchmarks: benchmarks)
  }

  static func usual() throws -> ResultFile {
    file([
      kernel("kernel.compose.l2", .struct, time: 13.75),
      kernel("kernel.compose.l2", .simd, time: 6.25),
      kernel("kernel.timing.l2", .struct, time: 1_234.5),
      try scenario(),
    ])
  }

  /// Something of everything that can go wrong.
  static func troubled() throws -> ResultFile {
    var crashed = kernel("kernel.spring.l2", .simd, time: 1)
    crashed.status = .failed("worker ended with signal 11")
    var uncounted = try scenario("transition.cornerPush.push", workNs: 9_000_000)
    for index in uncounted.frames.indices {
      uncounted.frames[index].mallocCountTotal = .unavailable(noCounter)
    }
    var work = [Int64](repeating: 4_000_000, count: 120)
    work[40] = 45_000_000
    var long = try scenario("transition.long")
    long.frames = [try frames(.hz60, work)]
    var fragile = try scenario("transition.fragile")
    fragile.frames = [try frames(.hz60, [5_000_000, 16_600_000, 5_000_000, 5_000_000])]
    fragile.paced = [
      PacedRun(
        rateHz: 60, frameCount: 4,
        timeline: fragile.frames[0].replays[0], wakeUpNs: [80_000, 90_000, 3_000_000, 70_000],
        wallNs: [5_100_000, 16_700_000, 5_200_000, 5_000_000],
        cpuNs: [5_000_000, 16_600_000, 5_000_000, 4_900_000])
    ]
    var noisy = kernel("kernel.concat.l2", .struct, time: 20)
    noisy.metrics["wallClock"] = metric("ns/op", (0..<20).map { 20 + Double($0) })
    var few = kernel("kernel.invert.l2", .struct, time: 20)
    few.metrics["wallClock"] = metric("ns/op", [19, 20, 21])
    var file = file([noisy, few, crashed, uncounted, long, fragile])
    file.environment.buildConfiguration = "debug"
    file.environment.dirty = .value(true)
    file.environment.loadAtEnd = .value(3.5)
    file.environment.machine.virtualized = .unavailable("no systemd-detect-virt")
    file.harness = .unavailable("measured only with --all")
    return file
  }
}
