import BenchmarkCompatibility
import Foundation

import func BenchmarkCompatibility.blackHole

private struct Failure: Error, CustomStringConvertible {
  let description: String
}

private func prepare() {}

private func sharedState() async -> [Int] {
  await Task.yield()
  return numbers(100)
}

private func numbers(_ count: Int) -> [Int] { (0..<count).map { ($0 &* 7_919) % count } }

/// A suite as it was written for ordo-one's package, with one import changed.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput] + .arc,
    warmupIterations: 0,
    scalingFactor: .kilo,
    maxDuration: .seconds(10_000_000),
    maxIterations: .count(10),
    thresholds: [.wallClock: .init(relative: [.p50: 10.0])]
  )
  Benchmark.setup = { prepare() }

  Benchmark("Sum of squares") { benchmark in
    for number in benchmark.scaledIterations { blackHole(number &* number) }
  }

  Benchmark("Sum of squares!", configuration: .init(metrics: .all, scalingFactor: .one)) { _ in
    Benchmark.blackHole(numbers(identity(100)))
  }

  [10, 100].forEach { count in
    Benchmark(
      "Sort", configuration: .init(tags: ["count": count.description], scalingFactor: .one)
    ) { benchmark in
      for _ in benchmark.scaledIterations { blackHole(numbers(count).sorted()) }
    }
  }

  Benchmark("Allocates nothing that counts", configuration: .init(scalingFactor: .one)) {
    benchmark in
    let values = numbers(1_000)
    benchmark.startMeasurement()
    defer { benchmark.stopMeasurement() }
    blackHole(values[benchmark.currentIteration % values.count])
  }

  Benchmark(
    "Setup with state",
    configuration: .init(
      scalingFactor: .one,
      thresholds: [
        .mallocCountTotal: .init(relative: [.p90: 5], absolute: [.p90: 50]),
        .instructions: .relaxed,
      ],
      setup: prepare)
  ) { benchmark, values in
    blackHole(values.reduce(0, &+))
  } setup: {
    await sharedState()
  } teardown: {
    prepare()
  }

  Benchmark(
    "Asynchronous",
    configuration: .init(
      metrics: .default + [.custom("answers", polarity: .prefersLarger)], scalingFactor: .one)
  ) { benchmark in
    await Task.yield()
    benchmark.measurement(.custom("answers"), 42)
  }

  Benchmark("Throws", configuration: .init(scalingFactor: .one)) { _ in
    throw Failure(description: "no network")
  }

  Benchmark("Reports an error", configuration: .init(scalingFactor: .one)) { benchmark in
    if benchmark.currentIteration >= 0 { benchmark.error("the answer is wrong") }
  }

  Benchmark("Skipped", configuration: .init(skip: true)) { _ in }

  if getenv("HOSTILE") != nil { HostileBenchmarks.declare() }
}
