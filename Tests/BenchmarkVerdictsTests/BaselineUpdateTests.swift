import BenchmarkModel
import BenchmarkResults
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Updates of baselines")
struct BaselineUpdateTests {
  /// A change of the newer result, and what speaks against it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let objections: [String]
    let change: @Sendable (inout ResultFile) -> Void

    init(
      _ name: String, _ objections: [String],
      _ change: @escaping @Sendable (inout ResultFile) -> Void
    ) {
      testDescription = name
      self.objections = objections
      self.change = change
    }
  }

  private static let scene = "transition.cartFold.present"
  private static let kernel = "kernel.compose.l2.simd"

  private static let cases = [
    Case("nothing", []) { _ in },
    Case("another compiler", []) { $0.environment.toolchain = "Swift version 7" },
    Case("more benchmarks", []) { $0.benchmarks.append(Fixtures.kernel("new")) },
    Case("slower", []) { $0.benchmarks[0] = Fixtures.kernel(time: 9) },
    Case("another machine", ["the two were measured on different machines"]) {
      $0.environment.machine.cores = 8
    },
    Case("a debug build", ["the two were built differently"]) {
      $0.environment.buildConfiguration = "debug"
    },
    Case("uncommitted changes", ["it has uncommitted changes"]) {
      $0.environment.dirty = .value(true)
    },
    Case("a failure", ["1 benchmark failed: \(kernel)"]) {
      $0.benchmarks[0] = BenchmarkResult(
        name: kernel, variant: .simd, status: .failed("it crashed"), .benchmark(TimedResult()))
    },
    Case("a partial run", ["it lacks 1 row: \(scene)"]) { $0.benchmarks.removeLast() },
    Case("fewer metrics", ["it lacks 1 row: \(kernel) mallocCountTotal"]) {
      $0.benchmarks[0].changeTimed { $0.metrics["mallocCountTotal"] = nil }
    },
    Case("fewer rates", ["it lacks 1 row: \(scene) work 120 Hz"]) {
      $0.benchmarks[1].changeFrames { $0.removeLast() }
    },
    Case(
      "all of it",
      [
        "the two were measured on different machines", "it has uncommitted changes",
        "it lacks 2 rows: \(kernel) and \(scene)",
      ]
    ) {
      $0.environment.machine.cores = 8
      $0.environment.dirty = .value(true)
      $0.benchmarks = []
    },
  ]

  @Test("Say what speaks against the new result, and nothing more", arguments: cases)
  func objections(_ example: Case) {
    let old = Fixtures.file()
    var new = old
    example.change(&new)
    #expect(BaselineUpdate(of: old, by: new).objections == example.objections)
  }

  @Test(
    "Many lost rows are counted, and the first of them named",
    arguments: [
      (5, "b0, b1, b2, b3 and b4"), (6, "b0, b1, b2, b3 and 2 more"),
      (9, "b0, b1, b2, b3 and 5 more"),
    ])
  func many(count: Int, names: String) {
    let old = Fixtures.file((0..<count).map { Fixtures.timed("b\($0)", time: 5) })
    let update = BaselineUpdate(of: old, by: Fixtures.file([]))
    #expect(update.objections == ["it lacks \(count) rows: \(names)"])
  }

  @Test("Counters of another compiler are compared, because they are what is recorded")
  func compilers() {
    let old = Fixtures.file()
    var new = old
    new.environment.toolchain = "Swift version 7"
    new.benchmarks[0].changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", [3])
    }
    let update = BaselineUpdate(of: old, by: new)
    let counter = update.comparison.entries.first { $0.metric == "mallocCountTotal" }
    #expect(counter?.verdict == .regressed)
    #expect(
      update.comparison.warnings.contains { $0.text(.current).hasPrefix("The compilers differ") })
  }
}
