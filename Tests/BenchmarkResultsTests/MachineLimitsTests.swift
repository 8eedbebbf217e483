import BenchmarkModel
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Machine limits")
struct MachineLimitsTests {
  /// The limits that apply to a benchmark of this name: those of `L2` to one called `l2`, and those
  /// of the best instruction set to `dispatch`.
  private static func roofline(_ name: String, _ variant: Variant?) -> Roofline {
    let level = name.split(separator: ".").first { ["l2", "l3", "dram"].contains($0) }
    return Roofline(
      limits: variant == .dispatch ? "best" : "base", memory: level?.uppercased(),
      isLimit: name.hasPrefix("limit."))
  }

  /// A benchmark that moves `bytes` and computes `flops` per operation, in exactly `time` ns.
  private static func benchmark(
    _ name: String, _ variant: Variant?, bytes: Int?, flops: Int? = nil, time: Double
  ) -> BenchmarkResult {
    Fixtures.timed(name, variant, time: time) {
      $0.bytesPerOperation = bytes
      $0.flopsPerOperation = flops
      $0.roofline = roofline(name, variant)
      $0.metrics["wallClock"] = Fixtures.metric("ns/op", [Double](repeating: time, count: 10))
    }
  }

  /// Copies 64 bytes per nanosecond in L2 with the base set, 128 with the best, and adds in place
  /// at 16 in L3, where copying is slower.
  ///
  /// Does 20 flops per nanosecond with the base set.
  private static let file = Fixtures.file([
    benchmark("limit.copy.l2.block", .block, bytes: 128, time: 2),
    benchmark("limit.copy.l2.dispatch", .dispatch, bytes: 128, time: 1),
    benchmark("limit.update.l2.block", .block, bytes: 192, time: 4),
    benchmark("limit.update.l3.block", .block, bytes: 192, time: 12),
    benchmark("limit.copy.l3.block", .block, bytes: 128, time: 10),
    benchmark("limit.multiplyAdd.block", .block, bytes: nil, flops: 2, time: 0.1),
  ])

  struct Example: CustomTestStringConvertible, Sendable {
    let name: String
    let variant: Variant?
    var bytes: Int? = 64
    var flops: Int?
    var time: Double = 4
    let share: MachineLimits.Share?

    var testDescription: String { "\(name), \(bytes ?? 0) B and \(flops ?? 0) flops in \(time) ns" }
  }

  @Test(
    "A kernel is compared with its level, on its instruction set",
    arguments: [
      Example(
        name: "kernel.compose.l2.block", variant: .block, share: .init(percent: 25, bound: "L2")),
      Example(
        name: "kernel.compose.l2.struct", variant: .struct, share: .init(percent: 25, bound: "L2")),
      Example(
        name: "kernel.compose.l2.dispatch", variant: .dispatch,
        share: .init(percent: 12.5, bound: "L2")),
      Example(
        name: "kernel.concat.l3.latency.simd", variant: .simd, bytes: 96,
        share: .init(percent: 150, bound: "L3")),
      Example(
        name: "kernel.compose.l2.block", variant: .block, flops: 19,
        share: .init(percent: 25, bound: "L2")),
      Example(
        name: "kernel.compose.l2.block", variant: .block, flops: 40,
        share: .init(percent: 50, bound: "flops")),
      Example(
        name: "layout.grid", variant: nil, bytes: nil, flops: 20,
        share: .init(percent: 25, bound: "flops")),
      Example(
        name: "kernel.compose.l2.dispatch", variant: .dispatch, flops: 80,
        share: .init(percent: 12.5, bound: "L2")),
      Example(name: "limit.multiplyAdd.block", variant: .block, flops: 2, share: nil),
      Example(name: "kernel.compose.l3.dispatch", variant: .dispatch, share: nil),
      Example(name: "kernel.compose.dram.block", variant: .block, share: nil),
      Example(name: "layout.grid", variant: nil, share: nil),
      Example(name: "kernel.compose.l2.block", variant: .block, bytes: nil, share: nil),
      Example(name: "kernel.compose.l2.block", variant: .block, time: 0, share: nil),
      Example(name: "limit.copy.l2.block", variant: .block, share: nil),
    ])
  func share(_ example: Example) throws {
    let limits = try #require(MachineLimits(Self.file))

    let share = limits.share(
      of: Self.benchmark(
        example.name, example.variant, bytes: example.bytes, flops: example.flops,
        time: example.time))

    #expect(share == example.share)
  }

  @Test("A benchmark that states no limits is compared with none, whatever its name")
  func noRoofline() throws {
    var kernel = Self.benchmark("kernel.compose.l2.block", .block, bytes: 64, flops: 40, time: 4)
    kernel.changeTimed { $0.roofline = nil }
    #expect(try #require(MachineLimits(Self.file)).share(of: kernel) == nil)

    var nameless = Self.file
    for index in nameless.benchmarks.indices {
      nameless.benchmarks[index].changeTimed { $0.roofline = nil }
    }
    #expect(MachineLimits(nameless) == nil)
  }

  @Test("Failed limits and failed kernels are ignored")
  func failures() throws {
    var broken = Self.file
    for index in broken.benchmarks.indices { broken.benchmarks[index].status = .failed("crashed") }
    var kernel = Self.benchmark("kernel.compose.l2.block", .block, bytes: 64, time: 4)
    kernel.status = .failed("crashed")

    #expect(MachineLimits(broken) == nil)
    #expect(try #require(MachineLimits(Self.file)).share(of: kernel) == nil)
  }

  @Test("A limit without a time, bytes or flops is none")
  func emptyLimits() {
    func limits(bytes: Int?, flops: Int?, time: Double) -> MachineLimits? {
      MachineLimits(
        Fixtures.file([
          Self.benchmark("limit.copy.l2.block", .block, bytes: bytes, flops: flops, time: time)
        ]))
    }
    func share(_ limits: MachineLimits?, bytes: Int?, flops: Int?) -> MachineLimits.Share? {
      limits?.share(
        of: Self.benchmark(
          "kernel.compose.l2.block", .block, bytes: bytes, flops: flops, time: 4))
    }

    #expect(limits(bytes: 128, flops: 128, time: 0) == nil)
    let noBytes = limits(bytes: 0, flops: 20, time: 1)
    #expect(share(noBytes, bytes: 64, flops: nil) == nil)
    let noFlops = limits(bytes: 64, flops: 0, time: 1)
    #expect(share(noFlops, bytes: nil, flops: 20) == nil)
    #expect(share(noFlops, bytes: 0, flops: nil) == nil)
    // Where both limits give one time, the memory is named.
    let both = limits(bytes: 64, flops: 20, time: 1)
    #expect(share(both, bytes: 64, flops: 20) == .init(percent: 25, bound: "L2"))
  }
}
