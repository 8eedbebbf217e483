import BenchmarkModel
import FrameTiming
import ResultTestSupport
import TestSupport
import Testing

@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Checking a real timer")
struct PacedJudgementTests {
  private static let causeCosts = CauseCosts(faultNs: 700, allocationNs: 60)

  /// A result whose paced run dropped these slots of 100.
  private func file(_ drops: [FrameCause: Int]) -> ResultFile {
    let costs = Fixtures.costs(.hz60, [Int64](repeating: 1_000, count: 100))
    let run = Fixtures.paced(
      costs,
      causes: drops.map { cause, slots in
        DropCause(frame: 0, origin: 0, slots: slots, overrunNs: 1, cause: cause)
      })
    var scenario = Fixtures.scenario("transition.paced", [costs])
    scenario.changeScenario {
      $0.budgets = []
      $0.paced = .value([run])
    }
    return Fixtures.file([scenario])
  }

  private func gate(_ drops: [FrameCause: Int]) throws -> Gate {
    try Gate(file(drops), isPaced: true)
  }

  @Test(
    "Drops of the code fail, those of the machine never do",
    arguments: [
      ([:], Severity.pass), ([.work: 1], .exceeded), ([.fault: 1], .exceeded),
      ([.allocation: 1], .exceeded), ([.host: 10], .pass), ([.host: 11], .inconclusive),
      ([.wake: 6, .mixed: 6], .inconclusive), ([.host: 50, .work: 1], .exceeded),
    ] as [([FrameCause: Int], Severity)])
  func outcomes(drops: [FrameCause: Int], outcome: Severity) throws {
    #expect(try gate(drops).severity == outcome)
  }

  @Test("Drops of the code fail only if they come again")
  func confirmation() throws {
    let check = try gate([.work: 3])

    let cleared = try check.confirmed(by: gate([.host: 1]))
    let undecided = try check.confirmed(by: gate([.host: 11]))
    let confirmed = try check.confirmed(by: gate([.fault: 1]))

    #expect(check.unconfirmed == ["transition.paced"])
    #expect(cleared.severity == .pass)
    #expect(undecided.severity == .inconclusive)
    #expect(confirmed.severity == .exceeded)
    #expect(confirmed.unconfirmed.isEmpty)
    var other = file([.fault: 1])
    other.benchmarks[0] = BenchmarkResult(
      name: "transition.other", variant: nil, other.benchmarks[0].body)
    #expect(check.confirmed(by: try Gate(other, isPaced: true)).findings[0].again == nil)
  }

  @Test("A late first frame is a cause, but no drop")
  func firstFrame() throws {
    #expect(try gate([.work: 0]).severity == .pass)
  }

  @Test("A timer that a program does not know is missing, which can be allowed")
  func unavailable() throws {
    var file = file([:])
    file.benchmarks[0].changeScenario { $0.paced = .unavailable("this worker knows no timer") }
    let again = try ResultFile(json: file.json(), file: "x.json")

    #expect(again == file)
    #expect(try Gate(again, isPaced: true).severity == .missing)
    #expect(try Gate(again, isPaced: true, policy: .init(allowsMissing: true)).isPassed)
    #expect(try Gate(again).findings.isEmpty)
  }

  @Test("Causes survive a round trip")
  func codable() throws {
    let file = file([.work: 2, .host: 5])
    let again = try ResultFile(json: file.json(), file: "x.json")

    #expect(again == file)
    #expect(again.benchmarks[0].scenario?.paced.value?[0].causes.slotsOfCode == 2)
    #expect(again.benchmarks[0].scenario?.paced.value?[0].causes.slotsOfMachine == 5)
  }

  @Test("A late first frame has a cause, and drops no slot of it")
  func noSlots() {
    let late = DropCause(frame: 0, origin: 0, slots: 0, overrunNs: 1, cause: .wake)
    let drop = DropCause(frame: 1, origin: 1, slots: 2, overrunNs: 1, cause: .work)

    let causes = PacedCauses([late, drop], costs: Self.causeCosts)

    #expect(causes.drops == [late, drop])
    #expect(causes.droppedSlots == [.work: 2])
  }

  @Test("A run has the largest latency, and a step of the system's clock only where one was")
  func summary() throws {
    func run(jumpNs: Int64) throws -> PacedRun {
      let recording = try PacedRecording(
        rate: .hz60, depth: 1, reserveNs: 0, beginTick: [0, 1, 3],
        startNs: [0, 16_666_667, 50_000_000], endNs: [1, 50_000_000, 50_000_001],
        cpuNs: [1, 1, 1], systemClockJumpNs: jumpNs)
      return PacedRun(recording, costs: Self.causeCosts, allocations: nil)
    }
    #expect(try run(jumpNs: 0).systemClockJumpNs == nil)
    #expect(try run(jumpNs: -5).systemClockJumpNs == -5)
    #expect(try run(jumpNs: 0).timeline.latencyMaxNs == 33_333_333)
  }
}
