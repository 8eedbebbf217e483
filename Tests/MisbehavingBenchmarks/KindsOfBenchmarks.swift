import Foundation
import FramegateKit

/// Every way to register a benchmark.
enum KindsOfBenchmarks {
  private struct Refused: Error, CustomStringConvertible {
    let description = "the file is locked"
  }

  private actor Counter {
    private(set) var count = 0
    func add() { count += 1 }
  }

  @MainActor private final class Screen {
    static let shared = Screen()
    var frames = 0
  }

  private static let hitRate = CustomMetric("hitRate", unit: "%", polarity: .prefersLarger)
  private static let misses = CustomMetric("misses")

  /// `RATE` is the share of requests that a cache answers, in percent.
  private static let rate =
    ProcessInfo.processInfo.environment["RATE"].flatMap(Double.init) ?? 87.5

  private static func registerRecording(in registry: inout BenchmarkRegistry) {
    registry.benchmark(
      "record.cache",
      options: .init(
        metrics: [hitRate, misses],
        gates: [.metric(hitRate, atLeast: 80), .metric(misses, atMost: 20)])
    ) {
      hitRate.record(rate)
      misses.record(100 - rate)
    }
    registry.benchmark("record.nothing", options: .init(metrics: [misses])) {}
    registry.benchmark("record.undeclared", options: .init(metrics: [misses])) { hitRate.record(1) }
    registry.benchmark("record.notANumber", options: .init(metrics: [misses])) {
      misses.record(.nan)
    }
    var threads = 0
    registry.benchmark("record.endless", options: .init(metrics: [misses])) {
      misses.record(1)
      guard threads < 2 else { return }
      threads += 1
      Thread.detachNewThread { while true { misses.record(1) } }
    }
    var isOdd = false
    registry.benchmark("record.varying", options: .init(metrics: [misses])) {
      isOdd.toggle()
      misses.record(isOdd ? 3 : 4)
    }
  }

  /// Code that asks the kernel for something: six system calls, one page, one wait, 100 bytes read
  /// and 10 written.
  private static func registerSystemCalls(in registry: inout BenchmarkRegistry) {
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 16)
    let input = open(CommandLine.arguments[0], O_RDONLY)
    let output = open("/dev/null", O_WRONLY)
    var status = stat()
    registry.benchmark("system.calls", options: .init(gates: [.count(.syscalls, atMost: 5)])) {
      stat("/", &status)
      pread(input, buffer, 100, 0)
      write(output, buffer, 10)
      usleep(1_000)
      let page = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
      page?.storeBytes(of: 1, as: UInt8.self)
      munmap(page, 4_096)
    }
    registry.scenario("system.frames", duration: .milliseconds(50)) { _ in
      Scenario { frame in for _ in 0..<frame.index { stat("/", &status) } }
    }
  }

  static func register(in registry: inout BenchmarkRegistry) {
    registerRecording(in: &registry)
    registerSystemCalls(in: &registry)
    registry.benchmark(
      "limited.instructions",
      options: .init(runsByDefault: false, gates: [.count(.instructions, atMost: 1)]),
      work: .init(setup: { 100 }, body: { count in blackHole((0..<count).reduce(1) { $0 &* $1 }) }))
    registry.benchmark("kind.throwing") { throw Refused() }
    registry.benchmark("kind.skipped", options: .init(tags: ["slow"], skip: "it takes an hour")) {}
    registry.benchmark(
      "kind.fresh", options: .init(tags: ["sort", "slow"]),
      work: .init(
        freshInputs: 8,
        input: { (0..<100).map { 100 - $0 } },
        body: { numbers in
          precondition(numbers[0] == 100, "the input was used before")
          numbers.sort()
        }))
    registry.benchmark(
      "kind.mainActor",
      work: .init(setup: { Screen.shared }, onMainActor: { screen in screen.frames += 1 }))
    registry.benchmark(
      "kind.async",
      work: .init(
        setup: { () async in Counter() },
        body: { counter in
          await counter.add()
          await MainActor.run { Screen.shared.frames += 1 }
        }))
    for count in [10, 100, 1_000] {
      registry.benchmark(
        "kind.family", operations: 1,
        options: .init(tags: ["sort"], parameter: .init("count", count)),
        work: .init(
          setup: { Array(0..<count) }, body: { blackHole($0.reduce(1) { $0 &* $1 &+ 1 }) }))
    }
    registry.benchmark(
      "kind.limited", options: .init(gates: [.allocations(0), .allocatedBytes(1_000)]),
      work: .init(setup: { 100 }, body: { size in blackHole([UInt8](repeating: 1, count: size)) }))
  }
}
