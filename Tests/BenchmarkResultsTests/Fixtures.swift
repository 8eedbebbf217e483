import BenchmarkModel
import BenchmarkResults
import FrameTiming
import TestSupport

extension Fixtures {
  static func times(around median: Double, count: Int = 30) -> [Double] {
    // Deterministic scatter of ±1 %, a few slow samples.
    (0..<count).map { index in
      let scatter: Double = Double((index * 37) % 29) / 14 - 1
      let interruption: Double = index % 13 == 12 ? 1.4 : 1
      return median * (1 + 0.01 * scatter) * interruption
    }
  }

  static func kernel(
    _ name: String = "kernel.compose.l2.simd", variant: Variant? = .simd, time: Double = 6.25
  ) -> BenchmarkResult {
    BenchmarkResult(
      name: name, variant: variant,
      .benchmark(
        TimedResult(
          operations: 1_024, bytesPerOperation: 128,
          metrics: [
            "wallClock": metric("ns/op", times(around: time)),
            "cpuTotal": metric("ns/op", times(around: time * 0.99)),
            "mallocCountTotal": metric("count/op", [Double](repeating: 0, count: 10)),
            "mallocBytesCount": .unavailable("jemalloc is not installed"),
          ])))
  }

  static func frames(_ rate: RefreshRate, _ workNs: [Int64]) -> FrameCosts {
    FrameCosts(
      rate: rate, workNs: workNs,
      intervalNs: workNs.map { $0 - $0 / 200...$0 + $0 / 200 },
      mallocCountTotal: .value(workNs.map { _ in 3 }),
      mallocBytesCount: .value(workNs.map { _ in 192 }), repetitions: 20)
  }

  static func scenario(
    _ name: String = "transition.cartFold.present", workNs: Int64 = 900_000, frames count: Int = 30
  ) -> BenchmarkResult {
    let work = (0..<count).map { workNs + Int64($0 % 7) * 10_000 }
    return scenario(name, [frames(.hz60, work), frames(.hz120, work + work)])
  }

  static func file(_ benchmarks: [BenchmarkResult] = [kernel(), scenario()]) -> ResultFile {
    result(benchmarks)
  }
}
