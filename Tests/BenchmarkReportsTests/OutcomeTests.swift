import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameTiming
import ReportText
import ResultTestSupport
import TestSupport
import Testing

/// Everything that a command can find, and the options that decide whether it fails.
private struct Situation: CustomStringConvertible {
  /// What a limit can be.
  enum Limit: CaseIterable {
    case none, kept, exceeded, notMeasured
  }

  /// What a run of a real timer can be.
  enum Timer: CaseIterable {
    case none, exceeded, inconclusive
  }

  /// What is compared, or nil without a baseline.
  static let comparisons: [[Finding.Status]?] = [
    nil, [.unchanged, .added], [.improved], [.inconclusive], [.inconclusive, .improved],
    [.missing, .inconclusive], [.improved, .missing, .regressed],
  ]

  var hasFailed = false
  var isInterrupted = false
  var budget = Limit.none
  var count = Limit.kept
  var timer = Timer.none
  var changes: [Finding.Status]?
  let policy: GatePolicy

  var description: String {
    """
    failed \(hasFailed), interrupted \(isInterrupted), budget \(budget), count \(count), timer \
    \(timer), changes \(changes.map { "\($0)" } ?? "none"), passing \
    \(Severity.allCases.filter(policy.passes))
    """
  }
}

extension Situation {
  /// The exit code and the verdict by the rules of `results/ci.md`.
  var expected: (code: Int32, verdict: String) {
    let changes = changes ?? []
    if isInterrupted { return (130, "interrupted") }
    if hasFailed { return (3, "failed") }
    if budget == .exceeded || count == .exceeded || timer == .exceeded { return (2, "exceeded") }
    if changes.contains(.regressed) { return (2, "regressed") }
    let isIncomplete =
      budget == .notMeasured || count == .notMeasured || changes.contains(.missing)
    if isIncomplete, !policy.passes(.missing) { return (2, "missing") }
    let isUndecided = timer == .inconclusive || changes.contains(.inconclusive)
    if isUndecided, !policy.passes(.inconclusive) { return (7, "inconclusive") }
    if changes.contains(.improved), !policy.passes(.improved) { return (4, "improved") }
    return (0, isUndecided ? "inconclusive" : changes.contains(.improved) ? "improved" : "pass")
  }
}

extension CaseIterable where Self: Hashable {
  fileprivate static func byCase<Value>(_ value: (Self) -> Value) -> [Self: Value] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0, value($0)) })
  }
}

/// The results that situations are made of.
private struct Parts: Sendable {
  private let scenarios, counted: [Situation.Limit: BenchmarkResult]
  private let runs: [Situation.Timer: PacedRun]
  private let failed = BenchmarkResult(
    name: "crashed", status: .failed("signal 11"), .benchmark(TimedResult()))
  private let file = Fixtures.result([])

  init() {
    let costs = Fixtures.frames(.hz60, [1_000, 1_000])
    var uncounted = costs
    uncounted.mallocCountTotal = .unavailable("no jemalloc")
    let budgets: [Situation.Limit: FrameBudget] = [
      .kept: .largestWork(.nanoseconds(1_000), at: .hz60),
      .exceeded: .largestWork(.nanoseconds(999), at: .hz60), .notMeasured: .allocationsPerFrame(1),
    ]
    scenarios = Situation.Limit.byCase { limit in
      var scenario = Fixtures.scenario("scenario", [limit == .notMeasured ? uncounted : costs])
      scenario.changeScenario { $0.budgets = budgets[limit].map { [$0] } ?? [] }
      return scenario
    }
    counted = Situation.Limit.byCase { limit in
      let gates: [Situation.Limit: BenchmarkGate] = [
        .kept: .allocations(4), .exceeded: .allocations(3), .notMeasured: .allocations(4),
      ]
      return BenchmarkResult(
        name: "counted",
        .benchmark(
          TimedResult(
            BenchmarkTraits(gates: gates[limit].map { [$0] } ?? []),
            metrics: [
              "mallocCountTotal": limit == .notMeasured
                ? .unavailable("no jemalloc") : Fixtures.metric("count/op", [4])
            ])))
    }
    let causes: [Situation.Timer: [FrameCause: Int]] = [
      .exceeded: [.work: 1], .inconclusive: [.host: 1],
    ]
    runs = causes.mapValues { slots in
      Fixtures.paced(
        costs,
        causes: slots.map {
          DropCause(frame: 0, origin: 0, slots: $1, overrunNs: 1, cause: $0)
        })
    }
  }

  private func file(_ situation: Situation) throws -> ResultFile {
    var scenario = try #require(scenarios[situation.budget])
    scenario.changeScenario { $0.paced = .value(runs[situation.timer].map { [$0] } ?? []) }
    var file = file
    file.benchmarks = [scenario, try #require(counted[situation.count])]
    if situation.hasFailed { file.benchmarks.append(failed) }
    return file
  }

  private func comparison(_ statuses: [Finding.Status]) -> Comparison {
    Comparison(
      entries: statuses.map { status in
        let conclusion: ComparisonEntry.Conclusion =
          switch status {
          case .improved: .verdict(.improved)
          case .regressed: .verdict(.regressed)
          case .inconclusive: .verdict(.inconclusive, reason: "too few samples")
          case .missing: .missing(from: .candidate, reason: "removed")
          case .added: .added(reason: "new")
          default: .verdict(.unchanged)
          }
        return ComparisonEntry(
          benchmark: "counted", .metric("cpuTotal", unit: "ns/op"), conclusion: conclusion)
      })
  }

  func check(_ situation: Situation) throws -> CheckReport {
    let gate = try Gate(
      file(situation), isPaced: true, comparison: situation.changes.map(comparison),
      ending: Ending(isInterrupted: situation.isInterrupted), policy: situation.policy)
    return CheckReport(gate, sides: situation.changes == nil ? nil : BySide(both: Self.label))
  }

  func compare(_ situation: Situation) throws -> CompareReport {
    let gate = Gate(
      comparison(situation.changes ?? []),
      ending: Ending(
        isInterrupted: situation.isInterrupted, failures: try file(situation).failures),
      policy: situation.policy)
    return CompareReport(gate, baseline: Self.label, candidate: Self.label)
  }

  private static let label = ResultLabel("main", Fixtures.result([]))
}

/// What scripts and people learn from a report.
private struct Told {
  /// What contradicts the exit code and the severity of the rules, or nil if nothing does.
  let contradiction: String?

  init(_ report: some GateReport, _ situation: Situation, fails: String) throws {
    let (code, severity) = situation.expected
    let isPassed = code == 0
    let json = try JSONPart(report.json())
    let (told, passed) = (try json.severity.read(String.self), try json.passed.read(Bool.self))
    let (exit, role, sentence) = (report.gate.exit.rawValue, report.gate.role, report.headline)
    let line = report.text(.plain).content.split(separator: "\n").last ?? ""
    let markdown = report.markdown().content.split(separator: "\n").first ?? ""
    let junit = report.junit().content
    let suites = junit.split(separator: "\n")[1]
    let commands = report.annotations().content.split(separator: "\n")
    let option = [7: "'--fail-on inconclusive'", 4: "'--fail-on improvement'"][code]
    let facts: [(String, Bool)] = [
      ("exit code \(exit)", exit == code),
      ("JSON severity \(told)", told == severity), ("JSON passed \(passed)", passed == isPassed),
      ("role \(role)", (role == .bad) == !isPassed),
      ("last line \(line)", line.contains(fails) == !isPassed && line == sentence),
      ("option in \(line)", line.contains("'--fail-on") == (option != nil)),
      ("option in \(line)", option.map { line.contains($0) } ?? true),
      ("first line \(markdown)", markdown == "**\(sentence)**"),
      ("first command \(commands[0])", commands[0].hasPrefix("::error") == !isPassed),
      (
        "commands \(commands)",
        commands.dropFirst().contains { $0.hasPrefix("::error") } == !isPassed
      ),
      (
        "JUnit \(suites)",
        suites.contains(#"failures="0" errors="0""#) == isPassed
          && suites.contains(#" errors="0""#) == !(code == 3 || code == 130)
          && junit.contains("<failure") != suites.contains(#" failures="0""#)
          && junit.contains("<error") != suites.contains(#" errors="0""#)
      ),
    ]
    contradiction = facts.first { !$0.1 }.map { "\($0.0), expected \(code), \(severity)" }
  }
}

@Suite("One outcome")
struct OutcomeTests {
  static let policies = [false, true].flatMap { allowsMissing in
    [[], [.inconclusive], [.improved], [.inconclusive, .improved]].map {
      GatePolicy(allowsMissing: allowsMissing, failing: $0)
    }
  }

  private static func situations(_ policy: GatePolicy) -> [Situation] {
    var all: [Situation] = []
    for hasFailed in [false, true] {
      for isInterrupted in [false, true] {
        for budget in Situation.Limit.allCases {
          for count in Situation.Limit.allCases where count != .none {
            for timer in Situation.Timer.allCases {
              for changes in Situation.comparisons {
                all.append(
                  Situation(
                    hasFailed: hasFailed, isInterrupted: isInterrupted, budget: budget,
                    count: count, timer: timer, changes: changes, policy: policy))
              }
            }
          }
        }
      }
    }
    return all
  }

  @Test(
    "The exit code, JSON, the last line, JUnit and annotations of 'check' agree",
    arguments: policies)
  func check(policy: GatePolicy) throws {
    let parts = Parts()
    let situations = Self.situations(policy)
    #expect(situations.count == 1_008)
    // Every situation with one of the policies; with each of them where time is no matter.
    let turn = try #require(Self.policies.firstIndex(of: policy))
    let tried = situations.indices.filter { isLong || $0 % Self.policies.count == turn }
    let contradictions = try tried.map { situations[$0] }.compactMap { situation in
      let told = try Told(parts.check(situation), situation, fails: "Failed.")
      return told.contradiction.map { "\(situation): \($0)" }
    }
    #expect(contradictions.isEmpty, "\(contradictions.count), such as \(contradictions[0])")
  }

  @Test("Those of 'compare' agree, and say the same of the same", arguments: policies)
  func compare(policy: GatePolicy) throws {
    let parts = Parts()
    for situation in Self.situations(policy)
    where situation.budget == .none && situation.count == .kept && situation.timer == .none {
      guard let changes = situation.changes else { continue }
      // A comparison says what changed, and "Failed." only where something else decides.
      let head =
        situation.expected.code != 2
        ? "Failed." : changes.contains(.regressed) ? "Regressed:" : "Incomplete:"
      let told = try Told(parts.compare(situation), situation, fails: head)
      if let contradiction = told.contradiction { Issue.record("\(situation): \(contradiction)") }
      #expect(try parts.compare(situation).gate.exit == parts.check(situation).gate.exit)
    }
  }

  @Test("Commands end with the documented codes, the most severe first")
  func severity() {
    let codes = Severity.allCases.map { outcome in
      Set(
        OutcomeTests.policies.map { policy in
          policy.exit(for: outcome).rawValue
        })
    }
    #expect(codes == [[130], [3], [2], [2], [2], [0, 2], [0], [0, 7], [0, 4], [0]])
    #expect(GatePolicy(failing: [.noBase]).exit(for: .noBase) == .couldNotRun)
  }
}
