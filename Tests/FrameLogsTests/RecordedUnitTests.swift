import Testing

@testable import FrameLogs

@Suite("Units that other tools write")
struct RecordedUnitTests {
  @Test(
    "More of anything per time is better",
    arguments: [
      "ops/ms", "ops/s", "ops/sec", "op/s", "ops/us", "ops/ns", "ops/min", "iter/sec",
      "items/second", "items_per_second", "MB/s", "GiB/s", "B/s", "1/s", "/s", "1/ms", "s^-1",
      "s⁻¹", "ops·s⁻¹", "s-1", "Hz", "kHz", "MHz", "fps", "FPS", "frames per second", "per second",
      "requests/second", "req/s", "rps", "QPS", "tps", "Mbps", "GFLOPS", "OPS", "Mops", "kops/s",
      "MB/s/core", "tokens / s", "ops/sec (mean)", "[MB/s]", "ops/hour", "ops/day",
    ])
  func rates(text: String) {
    #expect(RecordedUnit(text).prefersLarger == true)
  }

  @Test(
    "Less time is better, whatever it is taken for",
    arguments: [
      "ns", "us", "µs", "μs", "ms", "s", "sec", "secs", "seconds", "second", "min", "minutes", "h",
      "hours", "ps", "ns/op", "ns/iter", "ms/op", "s/op", "us/op", "ns/round", "ns per op",
      "milliseconds", "usec", "msec", "CPU seconds", "wall-ms", "ns/op\t  12 B/op\t 3 allocs/op",
      " ms ", "(ms)", "ms (median)", "ms/frame", "ms/s", "NS", "ns/op/thread",
    ])
  func times(text: String) {
    #expect(RecordedUnit(text).prefersLarger == false)
  }

  @Test(
    "Other units tell no direction",
    arguments: [
      "", " ", "B", "bytes", "MiB", "KB", "B/op", "allocs/op", "count", "%", "points", "delta", "x",
      "errors", "class", "m", "unit", "mass", "shops", "/", "per", "-1", "(", "m/op", "cycles",
    ])
  func others(text: String) {
    #expect(RecordedUnit(text).prefersLarger == nil)
  }

  @Test(
    "Units of one kind are converted",
    arguments: [
      ("ms", "us", 1_000), ("us", "ms", 0.001), ("ns/op", "µs/op", 0.001), ("s", "ms", 1_000),
      ("seconds", "s", 1), ("min", "s", 60), ("ops/ms", "ops/s", 1_000), ("ops/s", "ops/ms", 0.001),
      ("kHz", "Hz", 1_000), ("MB/s", "MB/min", 60), ("MB", "MB", 1), ("ns/op\t1 B/op", "ns/op", 1),
      ("rpm", "rps", 1.0 / 60),
    ] as [(String, String, Double)])
  func conversion(from: String, to: String, factor: Double) throws {
    let found = try #require(RecordedUnit(from).factor(to: RecordedUnit(to)))
    #expect(abs(found / factor - 1) < 1e-12)
  }

  @Test(
    "Others are not",
    arguments: [
      ("ms", "ops/s"), ("ns/op", "ns/iter"), ("MB/s", "KB/s"), ("MB", "KB"), ("ops/s", "MB/s"),
      ("", "ms"), ("cpu ms", "wall ms"),
    ])
  func different(one: String, other: String) {
    #expect(RecordedUnit(one).factor(to: RecordedUnit(other)) == nil)
    #expect(RecordedUnit(other).factor(to: RecordedUnit(one)) == nil)
  }
}
