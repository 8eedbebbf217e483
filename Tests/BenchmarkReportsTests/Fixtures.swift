import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport

extension Fixtures {
  /// The tool that reports name.
  static let tool = ToolName(startedAs: ".build/release/FeedBenchmarks")

  static let noCounter = "jemalloc is not installed; 'apt-get install libjemalloc-dev' adds it"

  /// A variant of a kernel; how often it allocates was not counted.
  static func kernel(_ name: String, _ variant: Variant, time: Double) -> BenchmarkResult {
    timed("\(name).\(variant)", variant, time: time) {
      $0.operations = 1_024
      $0.reference = "\(name).struct"
      $0.metrics["mallocBytesCount"] = .unavailable(noCounter)
      $0.metrics["mallocCountTotal"] = .unavailable(noCounter)
    }
  }

  static func usual() -> ResultFile {
    result([
      kernel("kernel.compose.l2", .struct, time: 13.75),
      kernel("kernel.compose.l2", .simd, time: 6.25),
      kernel("kernel.timing.l2", .struct, time: 1_234.5),
      scenario(),
    ])
  }

  /// A result that says a text wherever a file can.
  static func hostile(_ text: String) -> ResultFile {
    var failed = kernel("k", .simd, time: 1)
    failed.name = text + "1"
    failed.status = .failed(text)
    var timed = kernel("k", .struct, time: 2)
    timed.name = text + "2"
    timed.variant = Variant(rawValue: text)
    timed.changeTimed {
      $0.reference = text + "2"
      $0.metrics = [
        "wallClock": metric(text, [1, 2, 3]), text: metric(text, [1]),
        text + "4": .unavailable(text), "mallocCountTotal": .unavailable(text),
      ]
    }
    var played = scenario(text + "3", workNs: 20_000_000)
    played.variant = Variant(rawValue: text)
    played.changeScenario {
      $0.parameters = .init(layers: 1, screen: .standard, scene: SceneSize(rawValue: text))
    }
    return hostile(text, [failed, timed, played])
  }

  /// The same of benchmarks, whose names and reasons are given.
  static func hostile(_ text: String, _ benchmarks: [BenchmarkResult]) -> ResultFile {
    var file = result(benchmarks)
    file.tool = ToolIdentity(name: text, version: text)
    file.environment.commit = .value(text)
    file.environment.branch = .value(text)
    file.environment.toolchain = text
    file.environment.buildConfiguration = text
    file.environment.buildFlags = [text]
    file.environment.allocator = .value(text)
    file.environment.machine.cpuModel = .value(text)
    file.environment.machine.os = text
    file.harness = .unavailable(text)
    return file
  }

  /// One example of everything that can go wrong.
  static func troubled() -> ResultFile {
    var crashed = kernel("kernel.spring.l2", .simd, time: 1)
    crashed.status = .failed("worker ended with signal 11")
    var uncounted = scenario("transition.cornerPush.push", workNs: 9_000_000)
    uncounted.changeFrames { frames in
      for index in frames.indices { frames[index].mallocCountTotal = .unavailable(noCounter) }
    }
    var work = [Int64](repeating: 4_000_000, count: 120)
    work[40] = 45_000_000
    let long = scenario("transition.long", [frames(.hz60, work)])
    let onTheEdge = frames(.hz60, [5_000_000, 16_600_000, 5_000_000, 5_000_000])
    var fragile = scenario("transition.fragile", [onTheEdge])
    fragile.changeScenario {
      $0.paced = .value([
        PacedRun(
          rate: .hz60, frameCount: 4,
          timeline: paced(onTheEdge).timeline, wakeUpNs: [80_000, 90_000, 3_000_000, 70_000],
          wallNs: [5_100_000, 16_700_000, 5_200_000, 5_000_000],
          cpuNs: [5_000_000, 16_600_000, 5_000_000, 4_900_000],
          causes: PacedCauses([], costs: CauseCosts(faultNs: 700, allocationNs: 60)))
      ])
    }
    var noisy = kernel("kernel.concat.l2", .struct, time: 20)
    noisy.changeTimed {
      $0.metrics["wallClock"] = metric("ns/op", (0..<20).map { 20 + Double($0) })
    }
    var few = kernel("kernel.invert.l2", .struct, time: 20)
    few.changeTimed { $0.metrics["wallClock"] = metric("ns/op", [19, 20, 21]) }
    var file = result([noisy, few, crashed, uncounted, long, fragile])
    file.environment.buildConfiguration = "debug"
    file.environment.dirty = .value(true)
    file.environment.loadAtEnd = .value(3.5)
    file.environment.machine.virtualized = .unavailable("no systemd-detect-virt")
    file.harness = .unavailable("measured only with --all")
    return file
  }
}
