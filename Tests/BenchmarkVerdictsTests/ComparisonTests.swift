import BenchmarkModel
import FrameTiming
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Comparison of separate runs")
struct ComparisonTests {
  private func entry(
    _ comparison: Comparison, _ metric: String?, rate: RefreshRate? = nil
  ) throws -> ComparisonEntry {
    try #require(comparison.entries.first { $0.metric == metric && $0.rate == rate })
  }

  @Test("A result against itself is unchanged", arguments: [0.0, 0.01, 0.5])
  func identity(threshold: Double) {
    let file = Fixtures.file()

    let comparison = Comparison.compare(
      base: file, candidate: file, rules: .init(threshold: threshold))

    #expect(comparison.severity == .pass)
    let metrics = Set(comparison.entries.map(\.metric))
    #expect(metrics.isSuperset(of: ["wallClock", "cpuTotal", "work"]))
    #expect(comparison.entries.allSatisfy { $0.verdict == .unchanged && $0.reason == nil })
    #expect(comparison.warnings.isEmpty)
  }

  @Test("A scenario that was timed as a whole before is one gap, whichever side it is on")
  func otherKind() {
    let scenario = Fixtures.file([Fixtures.scenario("work")])
    let timed = Fixtures.file([Fixtures.kernel("work", variant: .struct)])

    for (base, candidate) in [(scenario, timed), (timed, scenario)] {
      let comparison = Comparison.compare(base: base, candidate: candidate)

      #expect(comparison.severity == .missing)
      #expect(
        comparison.entries.map(\.conclusion) == [
          .missing(from: .candidate, reason: "one side is a scenario, the other is not")
        ])
    }
  }

  @Test(
    "A time is judged by its interval",
    arguments: [
      (6.25, 9.0, Verdict.regressed), (9, 6.25, .improved), (6.25, 6.26, .unchanged),
      (6.25, 6.25 * 1.05, .inconclusive),
    ])
  func times(before: Double, after: Double, expected: Verdict) throws {
    let comparison = Comparison.compare(
      base: Fixtures.file([Fixtures.kernel(time: before)]),
      candidate: Fixtures.file([Fixtures.kernel(time: after)]), spread: .none)

    let time = try entry(comparison, "wallClock")
    #expect(time.verdict == expected)
    #expect((time.reason != nil) == (expected == .inconclusive))
    #expect(time.ratio.map { abs($0 - after / before) < 0.02 } == true)
  }

  @Test("Times of one and the same build never improve or regress, counters may")
  func identicalBuild() throws {
    var slow = Fixtures.kernel(time: 9)
    slow.changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric(
        "count/op", [Double](repeating: 1, count: 10))
    }
    let base = Fixtures.file([Fixtures.kernel(), Fixtures.scenario()])
    var candidate = Fixtures.file([slow, Fixtures.scenario(workNs: 2_000_000)])
    candidate.environment.binaryHash = base.environment.binaryHash

    for (before, after) in [(base, candidate), (candidate, base)] {
      let comparison = Comparison.compare(base: before, candidate: after, spread: .none)

      for metric in ["wallClock", "cpuTotal"] {
        let time = try entry(comparison, metric)
        #expect(time.verdict == .inconclusive)
        #expect(time.reason?.hasPrefix("identical build") == true)
      }
      let work = try entry(comparison, "work", rate: .hz60)
      #expect(work.verdict == .inconclusive)
      #expect(work.changedFrames.isEmpty)
    }
    let counted = Comparison.compare(base: base, candidate: candidate, spread: .none)
    #expect(try entry(counted, "mallocCountTotal").verdict == .regressed)

    candidate.environment.binaryHash = .unavailable("unknown")
    let unknown = Comparison.compare(base: base, candidate: candidate, spread: .none)
    #expect(try entry(unknown, "wallClock").verdict == .regressed)
  }

  @Test("A slower median with an equally fast minimum is not called a regression")
  func minimumMustAgree() throws {
    var slow = Fixtures.kernel()
    let samples = [6.19] + Fixtures.times(around: 9)
    slow.changeTimed { $0.metrics["wallClock"] = Fixtures.metric("ns/op", samples) }

    let comparison = Comparison.compare(
      base: Fixtures.file([Fixtures.kernel()]), candidate: Fixtures.file([slow]), spread: .none)

    let time = try entry(comparison, "wallClock")
    #expect(time.verdict == .inconclusive)
    #expect(
      time.reason == "the medians changed by more than runs differ, the fastest samples did not")

    var instant = Fixtures.kernel()
    instant.changeTimed {
      $0.metrics["wallClock"] = Fixtures.metric("ns/op", [0] + Fixtures.times(around: 6.25))
    }
    let fromNothing = Comparison.compare(
      base: Fixtures.file([instant]), candidate: Fixtures.file([Fixtures.kernel(time: 9)]),
      spread: .none)
    #expect(try entry(fromNothing, "wallClock").verdict == .inconclusive)
  }

  @Test("A counter that leaves 0 is regressed, one that returns to 0 improved")
  func countersFromZero() throws {
    var more = Fixtures.kernel()
    more.changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", [1, 1, 1, 1, 1, 1])
    }
    let base = Fixtures.file([Fixtures.kernel()])
    let candidate = Fixtures.file([more])

    let worse = try entry(Comparison.compare(base: base, candidate: candidate), "mallocCountTotal")
    let better = try entry(Comparison.compare(base: candidate, candidate: base), "mallocCountTotal")

    #expect(worse.verdict == .regressed)
    #expect(worse.ratio == nil)
    #expect(better.verdict == .improved)
  }

  @Test("A different machine or build makes times inconclusive; counters are still compared")
  func guards() throws {
    var more = Fixtures.kernel(time: 60)
    more.changeTimed {
      $0.metrics["mallocCountTotal"] = Fixtures.metric("count/op", [1, 1, 1, 1, 1, 1])
    }
    var otherMachine = Fixtures.file([more])
    otherMachine.environment.machine.cpuModel = .value("Other CPU")
    var debug = Fixtures.file([more])
    debug.environment.buildConfiguration = "debug"
    var allocator = Fixtures.file([more])
    allocator.environment.allocator = .value("jemalloc")

    for (candidate, warning) in [
      (
        otherMachine,
        MeasuringWarning.differentMachines(
          baseline: "Test CPU 3000 (2 cores)", candidate: "Other CPU (2 cores)")
      ),
      (debug, .differentBuilds(baseline: "release", candidate: "debug")),
      (allocator, .differentAllocators(baseline: "system", candidate: "jemalloc")),
    ] {
      let comparison = Comparison.compare(
        base: Fixtures.file([Fixtures.kernel()]), candidate: candidate)
      #expect(try entry(comparison, "wallClock").verdict == .inconclusive)
      #expect(try entry(comparison, "mallocCountTotal").verdict == .regressed)
      #expect(comparison.warnings == [warning])
    }
  }

  @Test("Different parameters make a scenario's times inconclusive")
  func parameters() throws {
    var larger = Fixtures.scenario(workNs: 2_000_000)
    larger.changeScenario { $0.parameters?.layers = 400 }

    let comparison = Comparison.compare(
      base: Fixtures.file([Fixtures.scenario()]), candidate: Fixtures.file([larger]))

    let work = try entry(comparison, "work", rate: .hz60)
    #expect(work.verdict == .inconclusive)
    #expect(
      work.reason
        == "measured with different parameters, 200 layers on 375x667 and 400 layers on 375x667")
    #expect(try entry(comparison, "mallocCountTotal", rate: .hz60).verdict == .unchanged)
  }

  @Test("Different scenes make a scenario's times inconclusive")
  func scenes() throws {
    func file(_ scene: SceneSize?) -> ResultFile {
      var scenario = Fixtures.scenario()
      scenario.changeScenario { $0.parameters?.scene = scene }
      return Fixtures.file([scenario])
    }
    func work(_ base: SceneSize?, _ candidate: SceneSize?) throws -> ComparisonEntry {
      try entry(
        Comparison.compare(base: file(base), candidate: file(candidate)), "work", rate: .hz60)
    }
    #expect(try work("heavy", "heavy").verdict == .unchanged)
    #expect(
      try work("light", "heavy").reason
        == """
        measured with different parameters, 200 layers on 375x667 in the scene light and \
        200 layers on 375x667 in the scene heavy
        """)
    // Files of versions without scenes.
    #expect(try work(nil, "heavy").verdict == .inconclusive)
    #expect(try work(nil, nil).verdict == .unchanged)
  }

  @Test(
    "A benchmark that the candidate lacks fails unless that is allowed; one that it adds does not")
  func missing() {
    let both = Fixtures.file([Fixtures.kernel(), Fixtures.kernel("other")])
    let one = Fixtures.file([Fixtures.kernel()])

    let removed = Comparison.compare(base: both, candidate: one)
    let added = Comparison.compare(base: one, candidate: both)

    #expect(removed.severity == .missing)
    #expect(removed.entries.count { $0.status == .missing } == 1)
    #expect(Gate(removed, policy: GatePolicy(allowsMissing: true)).severity == .pass)
    #expect(added.severity == .pass)
    #expect(added.entries.count { $0.status == .added } == 1)
    #expect(!added.entries.contains { $0.status == .missing })
  }

  @Test("A metric that became unavailable is missing, with the reason")
  func missingMetric() throws {
    var without = Fixtures.kernel()
    without.changeTimed { $0.metrics["mallocCountTotal"] = .unavailable("no jemalloc") }

    let comparison = Comparison.compare(
      base: Fixtures.file([Fixtures.kernel()]), candidate: Fixtures.file([without]))

    let gap = try entry(comparison, "mallocCountTotal")
    #expect(gap.conclusion == .missing(from: .candidate, reason: "no jemalloc"))
    #expect(comparison.severity == .missing)
  }

  @Test("A failed benchmark is missing on its side")
  func failed() throws {
    var crashed = Fixtures.kernel()
    crashed.status = .failed("signal 11")

    let comparison = Comparison.compare(
      base: Fixtures.file([Fixtures.kernel()]), candidate: Fixtures.file([crashed]))

    #expect(comparison.entries.first?.reason == "it failed: signal 11")
    #expect(comparison.severity == .missing)
  }

  @Test("Only the requested metrics are compared")
  func metrics() {
    let comparison = Comparison.compare(
      base: Fixtures.file(), candidate: Fixtures.file(),
      rules: .init(metrics: ["mallocCountTotal"]))

    #expect(Set(comparison.entries.compactMap(\.metric)) == ["mallocCountTotal"])
    let nowhere = Comparison.compare(
      base: Fixtures.file(), candidate: Fixtures.file(),
      rules: .init(metrics: ["instructions"]))
    #expect(nowhere.entries.map(\.rate) == [nil, .hz60, .hz120])
    #expect(
      nowhere.entries.allSatisfy {
        if case .missing(from: .both, _) = $0.conclusion { true } else { false }
      })
    let all = Comparison.compare(
      base: Fixtures.file([Fixtures.kernel()]), candidate: Fixtures.file([Fixtures.kernel()]))
    #expect(all.entries.map(\.metric) == ["wallClock", "cpuTotal", "mallocCountTotal"])
  }

  @Test("Counters alone can be compared, those that are asked for")
  func counters() {
    func metrics(_ benchmark: BenchmarkResult, _ asked: [String]? = nil) -> [String?] {
      Comparison.counters(
        baseline: benchmark, candidate: benchmark, rules: .init(metrics: asked)
      ).map(\.metric)
    }
    #expect(metrics(Fixtures.kernel()) == ["mallocCountTotal"])
    #expect(metrics(Fixtures.kernel(), ["cpuTotal", "mallocCountTotal"]) == ["mallocCountTotal"])
    #expect(metrics(Fixtures.kernel(), ["cpuTotal"]).isEmpty)
    let perRate = ["mallocBytesCount", "mallocCountTotal"]
    #expect(metrics(Fixtures.scenario()) == perRate + perRate)
  }

  private static func judged(
    _ name: String, _ metric: String, _ verdict: Verdict, rate: RefreshRate? = nil
  ) -> ComparisonEntry {
    let subject = rate.map { ComparisonEntry.Subject.frames(metric: metric, unit: "", rate: $0) }
    return ComparisonEntry(
      benchmark: name, subject ?? .metric(metric, unit: ""), conclusion: .verdict(verdict))
  }

  @Test(
    "Allocations changed if their number or size did, of that benchmark at that rate",
    arguments: [
      ("a", nil, true), ("b", nil, true), ("c", nil, false), ("d", .hz60, true),
      ("d", .hz120, false), ("e", nil, false),
    ] as [(String, RefreshRate?, Bool)])
  func changedAllocations(name: String, rate: RefreshRate?, isChanged: Bool) {
    let comparison = Comparison(entries: [
      Self.judged("a", "mallocCountTotal", .regressed),
      Self.judged("b", "mallocBytesCount", .improved),
      Self.judged("c", "mallocCountTotal", .unchanged), Self.judged("c", "cpuTotal", .regressed),
      Self.judged("d", "mallocCountTotal", .regressed, rate: .hz60),
      Self.judged("d", "mallocCountTotal", .unchanged, rate: .hz120),
    ])
    #expect(
      comparison.changesAllocations(of: Self.judged(name, "cpuTotal", .unchanged, rate: rate))
        == isChanged)
  }

  @Test("A benchmark changed once: by its first regression, else by its first improvement")
  func changedBenchmarks() {
    let comparison = Comparison(entries: [
      Self.judged("a", "1", .improved), Self.judged("a", "2", .regressed),
      Self.judged("a", "3", .regressed),
      Self.judged("b", "1", .regressed), Self.judged("b", "2", .improved),
      Self.judged("c", "1", .unchanged), Self.judged("c", "2", .inconclusive),
      Self.judged("d", "1", .improved), Self.judged("d", "2", .improved),
      Self.judged("e", "1", .improved, rate: .hz60),
      Self.judged("e", "2", .regressed, rate: .hz120),
    ])

    let changed = comparison.changedBenchmarks

    #expect(changed.map(\.benchmark) == ["a", "b", "d", "e", "e"])
    #expect(changed.map(\.metric) == ["2", "1", "1", "1", "2"])
  }
}
