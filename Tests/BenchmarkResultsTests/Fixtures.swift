import BenchmarkModel
import Foundation
import SampleStatistics

@testable import BenchmarkResults

/// Result files made up for tests; every number is fixed.
enum Fixtures {
  static let machine = Machine(
    cpuModel: .value("Test CPU 3000"), cores: 2, memoryBytes: .value(8 << 30),
    os: "Test Linux 12", kernel: .value("6.1.0"), architecture: "x86_64",
    virtualized: .value(true))

  static let environment = MeasuringEnvironment(
    commit: .value("4c89d0d1a2b3c4d5e6f708192a3b4c5d6e7f8091"), dirty: .value(false),
    branch: .value("main"), toolchain: "Swift version 6.3.1", buildConfiguration: "release",
    binaryHash: .value("9f86d081884c7d65"), machine: machine,
    allocator: .value("system"), loadAtStart: .value(0.25), loadAtEnd: .value(0.5),
    clockResolutionNs: .value(1))

  static func times(around median: Double, count: Int = 30) -> [Double] {
    // Deterministic scatter of ±1 %, a few slow samples.
    (0..<count).map { index in
      let scatter: Double = Double((index * 37) % 29) / 14 - 1
      let interruption: Double = index % 13 == 12 ? 1.4 : 1
      return median * (1 + 0.01 * scatter) * interruption
    }
  }

  static func metric(_ unit: String, _ samples: [Double]) -> Recorded<MetricResult> {
    Recorded(MetricResult(unit: unit, samples: samples), orUnavailable: "no samples")
  }

  static func kernel(
    _ name: String = "kernel.compose.l2.simd", variant: Variant? = .simd, time: Double = 6.25
  ) -> BenchmarkResult {
    BenchmarkResult(
      name: name, kind: .benchmark, variant: variant, operations: 1_024, bytesPerOperation: 128,
      metrics: [
        "wallClock": metric("ns/op", times(around: time)),
        "cpuTotal": metric("ns/op", times(around: time * 0.99)),
        "mallocCountTotal": metric("count/op", [Double](repeating: 0, count: 10)),
        "mallocBytesCount": .unavailable("jemalloc is not installed"),
      ])
  }

  static func frames(_ rateHz: Int, _ workNs: [Int64]) -> FrameCosts {
    FrameCosts(
      rateHz: rateHz, workNs: workNs,
      intervalNs: workNs.map { NanosecondRange(low: $0 - $0 / 200, high: $0 + $0 / 200) },
      mallocCountTotal: .value(workNs.map { _ in 3 }),
      mallocBytesCount: .value(workNs.map { _ in 192 }), repetitions: 20)
  }

  static func scenario(
    _ name: String = "transition.cartFold.present", workNs: Int64 = 900_000, frames count: Int = 30
  ) -> BenchmarkResult {
    let work = (0..<count).map { workNs + Int64($0 % 7) * 10_000 }
    return BenchmarkResult(
      name: name, kind: .scenario, variant: .struct,
      parameters: MeasuredParameters(layers: 200, screen: "375x667"),
      metrics: ["wallClock": metric("ns/op", times(around: Double(workNs)))],
      budgets: ["noDroppedFrames@60", "noDroppedFrames@120"],
      frames: [frames(60, work), frames(120, work + work)])
  }

  static func file(_ benchmarks: [BenchmarkResult] = [kernel(), scenario()]) -> ResultFile {
    let cost = HarnessCost(
      clockAlone: .init(medianNs: 91.5, p99Ns: 140, bytes: .value(0)),
      allCounters: .init(medianNs: 1_850, p99Ns: 2_700, bytes: .value(0)))
    return ResultFile(
      tool: ToolIdentity(name: "framegate", version: "0.1.0"),
      time: Date(timeIntervalSince1970: 1_790_000_000), environment: environment,
      harness: .value(cost), benchmarks: benchmarks)
  }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "framegate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
