import BenchmarkModel
import BenchmarkResults
import FrameTiming
import TestSupport

extension Fixtures {
  /// A kernel that does not allocate.
  static func kernel(
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

  static func file(_ benchmarks: [BenchmarkResult] = [kernel(), scenario()]) -> ResultFile {
    result(benchmarks)
  }
}

extension Comparison {
  /// What it amounts to where everything that may fail does.
  var outcome: GateOutcome { Gate(self).outcome }
}
