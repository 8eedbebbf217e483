import BenchmarkModel
import Foundation
import FrameModel
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Spread between runs")
struct RunSpreadTests {
  private func run(_ times: [Double], hash: String = "a") -> ResultFile {
    var file = Fixtures.file(
      times.enumerated().map { index, time in
        var kernel = Fixtures.kernel(time: time)
        kernel.name = "kernel.k\(index)"
        return kernel
      })
    file.environment.binaryHash = .value(hash)
    return file
  }

  @Test("The spread is the largest of any benchmark over three runs of one build")
  func largest() {
    let runs = [run([10, 20]), run([11, 20]), run([10.5, 26]), run([90, 90], hash: "b")]

    let spread = RunSpread(of: runs)

    #expect(abs(spread.factor - 1.3) < 1e-9)
    #expect(spread.runs == 3)
  }

  @Test("Another variant or another screen is other work, and no spread")
  func otherWork() {
    func scenario(_ workNs: Int64, variant: Variant? = nil, screen: ScreenSize = .standard)
      -> ResultFile
    {
      var scenario = Fixtures.scenario("feed", [Fixtures.costs(.hz60, [workNs])])
      scenario = BenchmarkResult(name: "feed", variant: variant, scenario.body)
      scenario.changeScenario { $0.parameters = .init(layers: 8, screen: screen) }
      var file = Fixtures.file([scenario])
      file.environment.binaryHash = .value("a")
      return file
    }
    let wide = ScreenSize(width: 1_024, height: 1_366)
    let runs = [
      scenario(100), scenario(100), scenario(300, variant: .simd), scenario(300, screen: wide),
    ]

    #expect(RunSpread(of: runs) == .assumed)
    #expect(RunSpread(of: runs + [scenario(110)]).factor == 1.1)
  }

  @Test("Fewer runs of one build show no spread, so a factor of 2 is assumed")
  func tooFew() {
    #expect(RunSpread(of: []) == .assumed)
    #expect(RunSpread(of: [run([0]), run([0]), run([0])]) == .assumed, "times of 0 have no ratio")
    #expect(RunSpread(of: [run([10]), run([30]), run([20], hash: "b")]) == .assumed)
    // Runs with other variables do other work.
    var other = run([10])
    other.environment.variables = ["LEVEL": "high"]
    #expect(RunSpread(of: [run([10]), run([30]), other]) == .assumed)
  }

  @Test(
    "A difference within the spread of runs is inconclusive, one beyond it is a change",
    arguments: [
      (1.0, Verdict.unchanged), (1.3, .inconclusive), (1.6, .regressed), (0.8, .inconclusive),
      (0.5, .improved),
    ])
  func verdicts(factor: Double, verdict: Verdict) throws {
    let comparison = Comparison.compare(
      base: run([10]), candidate: run([10 * factor], hash: "b"),
      spread: RunSpread(factor: 1.4, runs: 5))

    let time = try #require(comparison.entries.first { $0.metric == "wallClock" })
    #expect(time.verdict == verdict)
    if verdict == .inconclusive { #expect(time.reason?.contains("40.0 %") == true) }
  }

  @Test("Without known runs, only a factor above 2 is a change, and the reason says what to do")
  func assumed() throws {
    func entry(_ factor: Double) throws -> ComparisonEntry {
      try #require(
        Comparison.compare(base: run([10]), candidate: run([10 * factor], hash: "b"))
          .entries.first { $0.metric == "wallClock" })
    }

    #expect(try entry(1.9).verdict == .inconclusive)
    #expect(try entry(1.9).reason?.contains("store 3 runs") == true)
    #expect(try entry(2.4).verdict == .regressed)
  }
}
