import BenchmarkModel
import FrameTiming
import TestSupport
import Testing

@testable import BenchmarkResults

@Suite("Checking a real timer")
struct PacedJudgementTests {
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
      $0.paced = [run]
    }
    return Fixtures.file([scenario])
  }

  private func gate(_ drops: [FrameCause: Int]) throws -> Gate {
    try Gate(file(drops), isPaced: true)
  }

  @Test(
    "Drops of the code fail, those of the machine never do",
    arguments: [
      ([:], GateOutcome.pass), ([.work: 1], .exceeded), ([.fault: 1], .exceeded),
      ([.allocation: 1], .exceeded), ([.host: 10], .pass), ([.host: 11], .inconclusive),
      ([.wake: 4, .mixed: 4, .handOver: 4], .inconclusive), ([.host: 50, .work: 1], .exceeded),
    ] as [([FrameCause: Int], GateOutcome)])
  func outcomes(drops: [FrameCause: Int], outcome: GateOutcome) throws {
    #expect(try gate(drops).outcome == outcome)
  }

  @Test("Drops of the code fail only if they come again")
  func confirmation() throws {
    let check = try gate([.work: 3])

    let cleared = try check.confirmed(by: gate([.host: 1]))
    let undecided = try check.confirmed(by: gate([.host: 11]))
    let confirmed = try check.confirmed(by: gate([.fault: 1]))

    #expect(check.unconfirmed == ["transition.paced"])
    #expect(cleared.outcome == .pass)
    #expect(undecided.outcome == .inconclusive)
    #expect(confirmed.outcome == .exceeded)
    #expect(confirmed.unconfirmed.isEmpty)
  }

  @Test("A late first frame is a cause, but no drop")
  func firstFrame() throws {
    #expect(try gate([.work: 0]).outcome == .pass)
  }

  @Test("Causes survive a round trip")
  func codable() throws {
    let file = file([.work: 2, .host: 5])
    let again = try ResultFile(json: file.json(), file: "x.json")

    #expect(again == file)
    #expect(again.benchmarks[0].scenario?.paced[0].causes.slotsOfCode == 2)
    #expect(again.benchmarks[0].scenario?.paced[0].causes.slotsOfMachine == 5)
  }
}
