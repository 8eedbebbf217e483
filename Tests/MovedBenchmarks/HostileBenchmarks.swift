import BenchmarkCompatibility
import Foundation

private struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Names, numbers and bodies that no suite should have; declared where `HOSTILE` is set.
///
/// Each must fail alone, or be measured, whatever it does.
enum HostileBenchmarks {
  static func declare() {
    declareNames()
    declareNumbers()
    declareBodies()
    declareHooks()
    declareMeasurements()
  }

  private static func declare(
    _ name: String, _ configuration: Benchmark.Configuration = .init(scalingFactor: .one),
    _ body: @escaping (Benchmark) throws -> Void = { _ in }
  ) {
    Benchmark("hostile.\(name)", configuration: configuration) { (benchmark: Benchmark) in
      try body(benchmark)
    }
  }

  private static func declareNames() {
    for name in ["", "\u{1B}[2J\n::error::x", "a\0b", "日本", "本日", "'; $(reboot) `x` | <b>"] {
      Benchmark(name, configuration: .init(scalingFactor: .one)) { (_: Benchmark) in }
    }
    declare(String(repeating: "long", count: 100))
    declare("tags", .init(tags: ["\u{1B}[2J": "\n", "": "", "a=b": "=c"], scalingFactor: .one))
    // Registered once, and reported.
    for _ in 0..<2 { declare("twice") }
    // All of them have one key, but for its number.
    let count = ProcessInfo.processInfo.environment["HOSTILE"].flatMap { Int($0) } ?? 0
    for number in 0..<count {
      let scalars = "\(number)".unicodeScalars.compactMap { Unicode.Scalar($0.value + 0x4E00) }
      let name = String(String.UnicodeScalarView(scalars))
      Benchmark(name, configuration: .init(scalingFactor: .one)) { (_: Benchmark) in }
    }
  }

  private static func declareNumbers() {
    declare("peta", .init(scalingFactor: .peta))
    for (name, count) in [("fewest", Int.min), ("negative", -1), ("none", 0), ("most", Int.max)] {
      declare(
        "counts.\(name)",
        .init(
          warmupIterations: count, scalingFactor: .one,
          maxDuration: .seconds(Double(count)), maxIterations: count))
    }
    let shares = [
      ("nan", Double.nan), ("negative", -1), ("tiny", .leastNonzeroMagnitude), ("huge", 1e308),
      ("infinite", .infinity), ("below", -.infinity),
    ]
    for (name, share) in shares {
      declare(
        "thresholds.\(name)",
        .init(
          scalingFactor: .one,
          thresholds: [
            .wallClock: .init(relative: [.p50: share], absolute: [.p50: .min]),
            .instructions: .init(relative: [.p50: share]),
            .mallocCountTotal: .init(relative: [.p50: share], absolute: [.p50: .max]),
          ]))
    }
  }

  private static func declareBodies() {
    declare("exits") { _ in exit(0) }
    declare("exitsAtOnce") { _ in _exit(7) }
    declare("aborts") { _ in abort() }
    declare("traps") { benchmark in blackHole([0][benchmark.currentIteration + 1]) }
    declare("throws") { _ in throw Failure(description: "\u{1B}[2J\n::error::thrown") }
    declare("empty.error") { $0.error("") }
    declare("controls.error") { $0.error("\u{1B}[2J\r::error::reported") }
    declare("neverEnds") { _ in while true { usleep(10_000) } }
    declare("loops", .init(scalingFactor: .tera)) { benchmark in
      for number in benchmark.scaledIterations { blackHole(number) }
    }
    declare("otherThread") { benchmark in
      let thread = Thread {
        benchmark.startMeasurement()
        benchmark.stopMeasurement()
        benchmark.error("said elsewhere")
      }
      thread.start()
      while !thread.isFinished { usleep(100) }
    }
    declare("leavesThreads") { _ in Thread.detachNewThread { while true { sleep(60) } } }
    declare("declares") { _ in Benchmark("hostile.declared") { (_: Benchmark) in } }
    declare("changesDefaults") { _ in
      Benchmark.defaultConfiguration.scalingFactor = .peta
      Benchmark.setup = { exit(0) }
    }
    Benchmark("hostile.async.neverResumes", configuration: .init(scalingFactor: .one)) {
      (_: Benchmark) async in
      while true { try? await Task.sleep(for: .seconds(60)) }
    }
    Benchmark("hostile.async.throws", configuration: .init(scalingFactor: .one)) {
      (_: Benchmark) async throws in
      await Task.yield()
      throw Failure(description: "thrown later")
    }
  }

  private static func declareHooks() {
    let body: (Benchmark) -> Void = { _ in }
    Benchmark("hostile.setup.throws", configuration: .init(scalingFactor: .one), closure: body) {
      () async throws -> Void in throw Failure(description: "no way up")
    }
    Benchmark("hostile.setup.exits", configuration: .init(scalingFactor: .one), closure: body) {
      () async throws -> Void in exit(0)
    }
    declare(
      "teardown.throws",
      .init(scalingFactor: .one, teardown: { throw Failure(description: "no way down") }))
    declare("teardown.aborts", .init(scalingFactor: .one, teardown: { abort() }))
  }

  private static func declareMeasurements() {
    let metrics = (0..<300).map { BenchmarkMetric.custom("metric \($0)") }
    let odd: [BenchmarkMetric] = [
      .custom(""), .custom("\u{1B}[2J"), .custom("wallClock"), .custom("a.b"), .custom("a b"),
      .custom("a b", polarity: .prefersLarger),
    ]
    declare("metrics", .init(metrics: metrics + odd, scalingFactor: .one)) { benchmark in
      for metric in metrics + odd { benchmark.measurement(metric, 1) }
    }
    for (name, value) in [("least", Int.min), ("negative", -1), ("most", Int.max)] {
      declare("measures.\(name)", .init(metrics: [.custom("value")], scalingFactor: .one)) {
        $0.measurement(.custom("value"), value)
      }
    }
    declare("parts") { benchmark in
      for _ in 0..<3 { benchmark.stopMeasurement() }
      for _ in 0..<3 { benchmark.startMeasurement() }
    }
  }
}
