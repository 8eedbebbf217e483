import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@Suite("Run report")
struct RunReportTests {
  @Test("A scene that was chosen is named beside its variant")
  func scene() throws {
    var played = Fixtures.scenario()
    played.changeScenario {
      $0.parameters = .init(layers: 200, screen: .standard, scene: "heavy")
    }

    let lines = RunReport(ReplayedResult(Fixtures.result([played]))).text().content.split(
      separator: "\n")
    let title = try #require(lines.first { $0.hasPrefix("name") && $0.contains("rate") })
    let row = try #require(lines.first { $0.hasPrefix(played.name) })
    #expect(title.contains("variant  scene"))
    #expect(row.contains("struct   heavy"))
  }

  @Test("A scenario that changes its frame rate names its rates, and has a budget for each")
  func rates() throws {
    func scenario(_ name: String, _ work: [Int64]) -> BenchmarkResult {
      Fixtures.scenario(
        name,
        [
          Fixtures.costs(.hz60, work, repetitions: 6),
          Fixtures.costs(
            .hz120, work, repetitions: 6,
            segments: [.init(rate: .hz120, ticks: 2), .init(rate: .hz60, ticks: 2)]),
        ])
    }
    let ms: Int64 = 1_000_000
    let file = Fixtures.result([
      scenario("drag.rests", [4 * ms, 5 * ms, 12 * ms, 12 * ms]),
      scenario("drag.late", [4 * ms, 12 * ms, 5 * ms, 5 * ms]),
    ])

    try expectGolden(
      RunReport(ReplayedResult(file), tool: Fixtures.tool).text().content, "run-rates.txt")
  }

  @Test("Cold work is shown with its warm median; its absence has a footnote")
  func cold() throws {
    func scenario(_ name: String, cold: Measured<CostEstimate>) -> BenchmarkResult {
      Fixtures.scenario(
        name, [Fixtures.costs(.hz60, [8_000, 4_000, 4_000], repetitions: 6, cold: cold)])
    }
    let cold = Fixtures.estimate([62_000, 31_000, 31_000], repetitions: 6)
    let file = Fixtures.result([
      scenario("transition.cold", cold: .value(cold)),
      scenario("transition.warm", cold: .unavailable("not measured with '--warm'")),
    ])

    try expectGolden(
      RunReport(ReplayedResult(file), tool: Fixtures.tool).text().content, "run-cold.txt")
  }

  @Test("A run without problems")
  func usual() throws {
    let report = RunReport(ReplayedResult(Fixtures.usual()), tool: Fixtures.tool)

    try expectGolden(report.text().content, "run.txt")
    try expectGolden(report.markdown().content, "run.md")
  }

  /// Kernels of which all variants were timed, of which one failed, and one that allocates.
  private static var kernels: [BenchmarkResult] {
    var kernels = [
      Fixtures.kernel("compose", .struct, time: 13.75),
      Fixtures.kernel("compose", .simd, time: 6.25),
      Fixtures.kernel("compose", .block, time: 1.33), Fixtures.kernel("timing", .struct, time: 20),
      Fixtures.kernel("timing", .simd, time: 1), Fixtures.kernel("quads", .struct, time: 5),
      Fixtures.kernel("quads", .simd, time: 2), Fixtures.kernel("alone", .struct, time: 3),
    ]
    for index in kernels.indices {
      let name = kernels[index].name.split(separator: ".")[0]
      kernels[index].changeTimed { $0.reference = "\(name).struct" }
    }
    kernels[4].status = .failed("worker ended with signal 11")
    kernels[6].changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", [2, 2, 2])
    }
    return kernels
  }

  @Test("A kernel has one row for all variants, unless one failed or allocates")
  func variants() throws {
    let file = Fixtures.result(Self.kernels)
    let text = RunReport(ReplayedResult(file), showsAllRows: false).text().content
    let lines = text.split(separator: "\n").map(String.init)
    let title = try #require(lines.first { $0.hasPrefix("kernel ") })
    #expect(
      title.split(separator: " ").joined(separator: " ")
        .contains("struct ns simd ns ratio block ns ratio"))
    let row = try #require(lines.first { $0.hasPrefix("compose ") })
    #expect(
      row.split(separator: " ").map(String.init)
        == ["compose", "13.7", "6.25", "×0.455", "1.33", "×0.0967"])
    for name in ["timing.struct", "timing.simd", "quads.struct", "quads.simd", "alone.struct"] {
      #expect(lines.contains { $0.hasPrefix("\(name) ") }, "\(name)")
    }
    #expect(!lines.contains { $0.hasPrefix("compose.") })

    let all = RunReport(ReplayedResult(file)).text().content
    for kernel in Self.kernels { #expect(all.contains("\n\(kernel.name) ")) }
    #expect(!all.contains("\nkernel "))
  }

  @Test(
    "Of many scenarios, those have rows that drop frames, and a sentence tells of the others",
    arguments: [(12, 0), (13, 2), (40, 3)])
  func notable(count: Int, dropping: Int) throws {
    let scenarios = (0..<count).map { index -> BenchmarkResult in
      let onTime = 900_000 + Int64(index) * 10_000
      return Fixtures.scenario("s\(index)", workNs: index < dropping ? 9_000_000 : onTime)
    }
    let result = ReplayedResult(Fixtures.result(scenarios))
    let text = RunReport(result, showsAllRows: false).text().content
    let rows = (0..<count).filter { text.contains("\ns\($0) ") }
    if count == 12 {
      #expect(rows == Array(0..<count))
      #expect(!text.contains("--all-rows"))
    } else {
      #expect(rows == Array(0..<dropping))
      #expect(
        text.contains(
          """
          \(count - dropping) scenarios with all frames on time have no row. The closest is \
          s\(count - 1) at 120 Hz, which drops frames where its work takes
          """), "\(text)")
      #expect(text.contains("\n\(dropping) of \(count) scenarios drop frames: s0 at 120 Hz ("))
    }
    let all = RunReport(result).text().content
    #expect((0..<count).allSatisfy { all.contains("\ns\($0) ") })
    #expect(!all.contains("--all-rows"))
  }

  @Test("Failures, drops, missing metrics and noise are all named")
  func troubled() throws {
    let report = RunReport(ReplayedResult(Fixtures.troubled()), tool: Fixtures.tool)

    try expectGolden(report.text().content, "run-troubled.txt")
    try expectGolden(report.markdown().content, "run-troubled.md")
  }

  @Test("Columns that do not apply do not appear: no variant, no reference")
  func withoutVariants() throws {
    var file = Fixtures.usual()
    for index in file.benchmarks.indices {
      file.benchmarks[index].variant = nil
      if file.benchmarks[index].kind == .benchmark {
        file.benchmarks[index].changeTimed { $0.reference = nil }
      }
    }
    let text = RunReport(ReplayedResult(file)).text().content
    let headers = text.split(separator: "\n").filter { $0.hasPrefix("name ") }
    #expect(headers.count == 3)
    #expect(headers.allSatisfy { !$0.contains("variant") && !$0.contains("ratio to") })
  }

  @Test("The ratio is given to the reference that the author declared")
  func reference() throws {
    var file = Fixtures.result([
      Fixtures.kernel("layout.grid", "naive", time: 20),
      Fixtures.kernel("layout.grid", "cached", time: 5),
      Fixtures.kernel("layout.list", "other", time: 7),
    ])
    for index in 0..<2 { file.benchmarks[index].changeTimed { $0.reference = "layout.grid.naive" } }
    file.benchmarks[2].changeTimed { $0.reference = nil }
    let lines = RunReport(ReplayedResult(file)).text().content.split(separator: "\n").map(
      String.init)
    let header = try #require(lines.first { $0.hasPrefix("name") })
    #expect(header.contains("ratio to naive"))
    #expect(lines.first { $0.hasPrefix("layout.grid.cached") }?.contains("0.250") == true)
  }

  @Test("If limits are known, kernels are shown as a percentage of them")
  func limits() throws {
    var limit = Fixtures.kernel("limit.copy.l2", .block, time: 1.5)
    limit.changeTimed {
      $0.bytesPerOperation = 128
      $0.roofline = Roofline(limits: "base", memory: "L2", isLimit: true)
    }
    var peak = Fixtures.kernel("limit.multiplyAdd", .block, time: 0.08)
    peak.changeTimed {
      $0.flopsPerOperation = 2
      $0.roofline = Roofline(limits: "base", isLimit: true)
    }
    var kernels = [
      Fixtures.kernel("kernel.compose.l2", .struct, time: 13.75),
      Fixtures.kernel("kernel.compose.l2", .block, time: 2.5),
      Fixtures.kernel("kernel.invert.l2", .struct, time: 20),
    ]
    for index in 0..<2 { kernels[index].changeTimed { $0.bytesPerOperation = 112 } }
    kernels[2].changeTimed { $0.flopsPerOperation = 144 }
    for index in kernels.indices {
      kernels[index].changeTimed { $0.roofline = Roofline(limits: "base", memory: "L2") }
    }
    var failed = kernels[0]
    failed.name = "kernel.timing.l2.struct"
    failed.status = .failed("worker ended with signal 11")
    let file = Fixtures.result([limit, peak] + kernels + [failed])

    try expectGolden(
      RunReport(ReplayedResult(file), limits: MachineLimits(file)).text().content, "run-limits.txt")
  }

  @Test("A scenario that cannot run here has a row with the reason")
  func absent() throws {
    var scenario = Fixtures.scenario("transition.elsewhere")
    scenario.changeScenario { $0.frames = .unavailable("no AVX-512 on this machine") }

    let text = RunReport(ReplayedResult(Fixtures.result([Fixtures.scenario(), scenario]))).text()
      .content

    #expect(text.contains(/transition\.elsewhere +struct +n\/a \[2\]\n/))
    #expect(text.contains("[2] no AVX-512 on this machine\n"))
  }

  @Test("Capacities without variants, none where layers do not matter, and repetitions left out")
  func capacity() throws {
    var counted = Fixtures.scenario("feed.grow")
    counted.variant = nil
    counted.changeScenario {
      $0.capacity = .value([
        Capacity(
          variant: nil, rate: .hz60, layers: 57_100,
          interval: .value(Interval(low: 55_000, high: 59_000)))
      ])
    }
    counted.changeFrames { frames in
      frames[0].repetitions = 2
      frames[0].intervalNs = .unavailable("too few repetitions for an interval")
      frames[0].plannedRepetitions = 20
      frames[1].repetitions = 4
      frames[1].plannedRepetitions = 20
    }
    var fixed = Fixtures.scenario("feed.scroll", workNs: 300)
    fixed.variant = nil
    fixed.changeScenario { $0.capacity = .unavailable("20 times as many layers cost the same") }
    let report = RunReport(ReplayedResult(Fixtures.result([counted, fixed])), tool: Fixtures.tool)

    try expectGolden(report.text().content, "run-capacity.txt")
    try expectGolden(
      RunReport(ReplayedResult(Fixtures.result([fixed])), tool: Fixtures.tool).text().content,
      "run-no-capacity.txt")
  }

  @Test("Times that no unit suits have their own")
  func mixedTimes() throws {
    let file = Fixtures.result([
      Fixtures.kernel("a", .struct, time: 4.5), Fixtures.kernel("b", .struct, time: 1_349_815),
      Fixtures.kernel("c", .struct, time: 62_000),
    ])
    let text = RunReport(ReplayedResult(file), tool: Fixtures.tool).text().content

    #expect(text.contains("time/op"))
    #expect(text.contains(/a\.struct +4\.50 ns/))
    #expect(text.contains(/b\.struct +1\.35 ms +1\.3[0-9] – 1\.3[0-9] ms/))
    #expect(text.contains(/c\.struct +62\.0 µs/))
  }

  @Test("A run without measurements says so")
  func empty() {
    #expect(
      RunReport(ReplayedResult(Fixtures.result([]))).text().content
        .contains("\n\nNothing was measured.\n"))
  }

  @Test("Colors change no characters")
  func color() throws {
    let report = RunReport(ReplayedResult(Fixtures.troubled()), tool: Fixtures.tool)
    let stripped = report.text(.colored).content.replacing(/\u{1B}\[[0-9]+m/, with: "")

    #expect(report.text(.colored).content != stripped)
    #expect(stripped == report.text(.plain).content)
  }
}
