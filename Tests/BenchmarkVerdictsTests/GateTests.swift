import BenchmarkModel
import Foundation
import FrameTiming
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Gate")
struct GateTests {
  private func check(
    _ workNs: Int64, _ rules: BudgetRules = .init(), budgets: [String]? = nil,
    _ policy: GatePolicy = .init()
  ) throws -> Gate {
    var scenario = Fixtures.scenario(workNs: workNs)
    if let budgets {
      scenario.changeScenario { $0.budgets = budgets.compactMap { FrameBudget($0) } }
    }
    return try Gate(
      Fixtures.file([Fixtures.kernel(), scenario]), budgets: rules, policy: policy)
  }

  @Test("Changes come by severity, and what is new before what is unchanged; else in their order")
  func order() {
    let findings: [ComparisonEntry.Conclusion] = [
      .verdict(.unchanged), .added(reason: "new"), .verdict(.improved), .verdict(.regressed),
      .missing(from: .candidate, reason: "removed"), .verdict(.unchanged), .verdict(.regressed),
      .added(reason: "new"),
    ]
    let gate = Gate(
      Comparison(
        entries: findings.enumerated().map {
          ComparisonEntry(benchmark: "\($0)", conclusion: $1)
        }))
    #expect(gate.findings.map(\.benchmark) == ["3", "6", "4", "2", "1", "7", "0", "5"])
  }

  @Test("Cold work is judged where it was measured, unless warm work is asked for")
  func cold() throws {
    let costs = Fixtures.costs(
      .hz60, [1_000, 2_000_000, 1_000],
      cold: .value(Fixtures.estimate([1_000, 20_000_000, 1_000])))
    let file = Fixtures.file([Fixtures.scenario("transition.cold", [costs])])
    let budgets: [FrameBudget] = [.noDroppedFrames(at: .hz60)]

    let cold = try Gate(file, budgets: BudgetRules { $0.overriding = budgets })
    let warm = try Gate(file.warm, budgets: BudgetRules { $0.overriding = budgets })

    #expect(costs.workNs == costs.coldNs.value)
    #expect(cold.severity == .exceeded)
    #expect(warm.severity == .pass)
  }

  @Test(
    "A verdict on few repetitions says so, unless twice the work keeps the budget",
    arguments: [1, 6, 19, 20, 40])
  func fewRepetitions(count: Int) throws {
    func finding(
      _ workNs: Int64, warm: Int, cold: Int?, isWarm: Bool = false
    ) throws -> String {
      let work = [1_000, workNs]
      let costs = Fixtures.costs(
        .hz60, work, repetitions: warm,
        cold: cold.map { .value(Fixtures.estimate(work, repetitions: $0)) } ?? .notMeasured)
      let rules = BudgetRules { $0.overriding = [.noDroppedFrames(at: .hz60)] }
      let file = Fixtures.file([Fixtures.scenario("transition.few", [costs])])
      return try Gate(isWarm ? file.warm : file, budgets: rules).budgets[0].finding
    }
    let (clean, close) = (Int64(8_333_333), Int64(8_333_334))
    let note = count < 20 ? ", median of only \(count) of 20 repetitions" : ""

    #expect(try finding(clean, warm: count, cold: nil) == "drops 0 of 2 slots")
    #expect(try finding(close, warm: count, cold: nil) == "drops 0 of 2 slots" + note)
    // Those of the work that is judged count.
    #expect(try finding(close, warm: 40, cold: count) == "drops 0 of 2 slots" + note)
    #expect(try finding(close, warm: 40, cold: count, isWarm: true) == "drops 0 of 2 slots")
  }

  @Test("Frames are judged at the rate that they ask for, and headroom follows it")
  func changingRate() throws {
    func costs(_ segments: [VsyncGrid.Segment]?) -> FrameCosts {
      Fixtures.costs(
        .hz120, [1_000_000, 2_000_000, 10_000_000, 10_000_000], segments: segments)
    }
    let budgets: [FrameBudget] = [.noDroppedFrames(at: .hz120)]
    let slow = costs([.init(rate: .hz120, ticks: 2), .init(rate: .hz60, ticks: 2)])
    let fast = costs([.init(rate: .hz120, ticks: 4)])

    // 10 ms of 8.3, and of 16.7, which leaves a factor of 1.666.
    for (costs, outcome, factor) in [(fast, Severity.exceeded, 0.833), (slow, .pass, 1.666)] {
      let file = Fixtures.file([Fixtures.scenario("transition.drag", [costs])])
      let rules = BudgetRules { $0.overriding = budgets }
      #expect(try Gate(file, budgets: rules).severity == outcome)
      #expect(costs.headroom(within: budgets)?.headroom == .factor(factor))
      let read = try ResultFile(json: file.json(), file: "x.json")
      #expect(read.benchmarks[0].frames == [costs])
    }
    #expect(slow.rateText == "120→60 Hz")
    // One rate that is the display's is left out.
    #expect(fast.segments == nil)
    #expect(fast == costs(nil))
    #expect(costs([.init(rate: .hz60, ticks: 4)]).rateText == "60 Hz of 120")
  }

  @Test(
    "Segments that do not fit the frames are named",
    arguments: [
      ("[]", "segments"), ("[{\"rateHz\":120,\"ticks\":3}]", "segments"),
      ("[{\"rateHz\":144,\"ticks\":4}]", "segments[0].rateHz"),
      ("[{\"rateHz\":120,\"ticks\":0},{\"rateHz\":60,\"ticks\":4}]", "segments"),
      ("[{\"rateHz\":60,\"ticks\":-4}]", "segments"),
      ("[{\"rateHz\":0,\"ticks\":4}]", "segments[0].rateHz"),
    ])
  func badSegments(segments: String, keyPath: String) throws {
    let costs = Fixtures.costs(.hz120, [1, 2, 3, 4])
    let file = Fixtures.file([Fixtures.scenario("transition.drag", [costs])])
    let json = String(decoding: try file.json(), as: UTF8.self)
      .replacing("\"rateHz\":120,", with: "\"rateHz\":120,\"segments\":\(segments),")

    do throws(ResultsError) {
      _ = try ResultFile(json: Data(json.utf8), file: "bad.json")
      Issue.record("accepted")
    } catch {
      guard case .invalidValue(_, "benchmarks[0].frames[0].\(keyPath)", _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("Work is judged as on a device that is slower by a factor")
  func scaled() throws {
    let costs = Fixtures.costs(.hz60, [1_000, 10_000_000, 1_000])
    let file = Fixtures.file([Fixtures.scenario("transition.scaled", [costs])])
    var rules = BudgetRules { $0.overriding = [.noDroppedFrames(at: .hz60)] }

    for (scale, outcome) in [(1.0, Severity.pass), (1.6, .pass), (1.7, .exceeded)] {
      rules.scale = WorkScale(warm: scale, cold: scale)
      #expect(try Gate(file, budgets: rules).severity == outcome)
    }
    rules.depth = 2
    #expect(try Gate(file, budgets: rules).severity == .pass)
    rules.scale = WorkScale(warm: 1e300, cold: 1e300)
    #expect(throws: ResultsError.self) { try Gate(file, budgets: rules) }
  }

  @Test(
    """
    Cold work is never compared with warm work or with work that was made cold otherwise, and with \
    '--warm' not at all
    """)
  func mixed() throws {
    func file(cold: Measured<CostEstimate>, sleepNs: Int = 250_000) -> ResultFile {
      var costs = Fixtures.costs(.hz60, [4_000, 4_000, 4_000], repetitions: 20, cold: cold)
      costs.cooling = costs.cooling.map {
        Cooling(method: "flush", sleepNs: sleepNs, repetitions: $0.repetitions)
      }
      return Fixtures.file([Fixtures.scenario("transition.mixed", [costs])])
    }
    func cold(_ nanoseconds: Int64) -> Measured<CostEstimate> {
      .value(Fixtures.estimate([nanoseconds, nanoseconds, nanoseconds], repetitions: 20))
    }

    let mixed = Comparison.compare(
      base: file(cold: .unavailable("no")), candidate: file(cold: cold(90_000)))
    let warm = Comparison.compare(
      base: file(cold: cold(30_000)).warm, candidate: file(cold: cold(90_000)).warm)

    let otherwise = Comparison.compare(
      base: file(cold: cold(30_000), sleepNs: 0), candidate: file(cold: cold(90_000)))

    #expect(mixed.entries.first?.reason == "only cold work has intervals; measure with '--warm'")
    #expect(
      otherwise.entries.first?.reason?.contains("measure the baseline again with this version")
        == true)
    for comparison in [mixed, warm, otherwise] {
      #expect(!comparison.entries.contains { $0.verdict == .regressed })
      #expect(comparison.entries.first?.baseline == 12_000)
      #expect(comparison.entries.first?.candidate == 12_000)
    }
  }

  @Test("Declared budgets are judged at each rate")
  func declared() throws {
    #expect(try check(1_000_000).severity == .pass)
    let slow = try check(9_000_000)
    #expect(slow.severity == .exceeded)
    #expect(slow.budgets.map(\.status) == [.kept, .exceeded])
  }

  @Test("Budgets of the command line replace the declared ones")
  func overriding() throws {
    let budget = try FrameBudget(parsing: "largestWork=500us@60")

    let result = try check(1_000_000, .init { $0.overriding = [budget] })

    #expect(result.budgets.map { "\($0.budget)" } == ["largestWork=500us@60"])
    #expect(result.severity == .exceeded)
  }

  @Test("Depth and reserve replace those of every budget")
  func display() throws {
    #expect(try check(9_000_000, .init { $0.depth = 2 }).severity == .exceeded)
    var rules = BudgetRules { $0.depth = 3 }
    rules.reserveNs = 1_000
    let budgets = try check(8_000_000, rules).budgets
    #expect(
      budgets.map { "\($0.budget)" }
        == ["noDroppedFrames@60/d3/r1us", "noDroppedFrames@120/d3/r1us"])
  }

  @Test(
    "A depth or reserve out of range is a usage error",
    arguments: [(0, 0), (9, 0), (1, -1), (1, 8_333_334)])
  func outOfRange(depth: Int, reserveNs: Int64) {
    let rules = BudgetRules {
      $0.depth = depth
      $0.reserveNs = reserveNs
    }
    let error = #expect(throws: ResultsError.self) { try check(1_000_000, rules) }
    #expect(error?.exitCode == .wrongUsage)
  }

  @Test("A rate that was not sampled is not measured, and the finding says how to measure it")
  func missingRate() throws {
    let budgets = ["noDroppedFrames@90"]

    let strict = try check(1_000_000, budgets: budgets)

    #expect(strict.severity == .missing)
    #expect(
      strict.budgets.first?.finding.contains("with '--rate 60,90,120', or without")
        == true)
    #expect(
      try check(1_000_000, budgets: budgets, GatePolicy(allowsMissing: true)).severity == .pass)
  }

  @Test("Allocations are judged at every rate, and absent ones do not count as 0")
  func allocations() throws {
    #expect(try check(1_000_000, budgets: ["allocationsPerFrame=3"]).severity == .pass)
    #expect(try check(1_000_000, budgets: ["allocationsPerFrame=2"]).severity == .exceeded)

    var scenario = Fixtures.scenario()
    scenario.changeScenario { $0.budgets = [.allocationsPerFrame(0)] }
    scenario.changeFrames { frames in
      for index in frames.indices { frames[index].mallocCountTotal = .unavailable("no jemalloc") }
    }
    let absent = try Gate(Fixtures.file([scenario]))
    #expect(absent.severity == .missing)
    #expect(absent.budgets.first?.finding == "no jemalloc")
  }

  @Test("A scenario without budgets passes and is named")
  func unbudgeted() throws {
    let result = try check(90_000_000, budgets: [])

    #expect(result.severity == .pass)
    #expect(result.unbudgeted == ["transition.cartFold.present"])
  }

  @Test("A gate shows the most severe of budgets and comparison")
  func gate() throws {
    let file = Fixtures.file()
    let slow = Fixtures.file([Fixtures.kernel(time: 12), Fixtures.scenario()])
    let late = Fixtures.file([Fixtures.kernel(time: 12), Fixtures.scenario(workNs: 20_000_000)])
    func outcome(_ candidate: ResultFile, against base: ResultFile?) throws -> Severity {
      try Gate(
        candidate,
        comparison: base.map { .compare(base: $0, candidate: candidate, spread: .none) }
      ).severity
    }

    #expect(try outcome(file, against: nil) == .pass)
    #expect(try outcome(slow, against: file) == .regressed)
    #expect(try outcome(file, against: slow) == .improved)
    #expect(try outcome(late, against: file) == .exceeded)
  }

  @Test("Each exceeded budget is confirmed by the same one of the same scenario")
  func confirmed() throws {
    func both(_ first: Int64, _ second: Int64) throws -> Gate {
      try Gate(
        Fixtures.file([
          Fixtures.scenario("transition.a", workNs: first),
          Fixtures.scenario("transition.b", workNs: second),
        ]))
    }
    let slow = try both(20_000_000, 20_000_000)
    #expect(slow.unconfirmed == ["transition.a", "transition.b"])

    // The first is fast now; the second fits at 60 Hz.
    let confirmed = slow.confirmed(by: try both(1_000_000, 10_000_000))

    #expect(confirmed.unconfirmed.isEmpty)
    #expect(confirmed.findings.map(\.isCleared) == [true, true, true, false])
    #expect(confirmed.findings.map(\.status) == [.kept, .kept, .kept, .exceeded])
    #expect(confirmed.severity == .exceeded)
    #expect(slow.confirmed(by: try both(1_000_000, 1_000_000)).severity == .pass)
    let kept = try both(1_000_000, 1_000_000)
    #expect(kept.unconfirmed.isEmpty)
    #expect(!kept.findings.contains { $0.isCleared })
  }

  @Test("Allocations that exceed a budget repeat, so they need no confirmation")
  func exceededAllocations() throws {
    let check = try check(1_000_000, budgets: ["allocationsPerFrame=2"])

    #expect(check.severity == .exceeded)
    #expect(check.unconfirmed.isEmpty)
  }

  @Test("A base that cannot be compared fails only if asked for, and less than a budget")
  func noBase() throws {
    func gate(_ workNs: Int64, _ policy: GatePolicy) throws -> Gate {
      try Gate(
        Fixtures.file([Fixtures.scenario(workNs: workNs)]), noBaseline: "It does not build.",
        policy: policy)
    }
    let strict = GatePolicy(failing: [.noBase])

    let passed = try gate(900_000, GatePolicy())
    let failed = try gate(900_000, strict)
    let exceeded = try gate(90_000_000, strict)

    #expect(passed.exit == .pass && passed.severity == .pass)
    #expect(failed.exit == .couldNotRun && failed.severity == .noBase)
    #expect(exceeded.exit == .regression)
    #expect(
      failed.findings.first?.subject == .noBase(reason: "It does not build."))
    #expect(failed.confirmed(by: passed).exit == .couldNotRun)
    for gate in [passed, failed] {
      #expect(gate.warnings.contains(.noBaseline(reason: "It does not build.")))
    }
  }

  @Test("Outcomes are in the order of their severity")
  func severity() {
    let worstFirst: [Severity] = [
      .interrupted, .failed, .exceeded, .differs, .regressed, .missing, .noBase, .inconclusive,
      .improved, .pass,
    ]
    #expect(Severity.allCases.reversed().sorted() == worstFirst)
    for (worse, better) in zip(worstFirst, worstFirst.dropFirst()) {
      #expect(worse < better)
    }
  }
}

extension Gate {
  /// The judgements of frame budgets.
  fileprivate var budgets: [BudgetJudgement] {
    findings.compactMap {
      guard case .budget(let judgement) = $0.subject else { return nil }
      return judgement
    }
  }
}
