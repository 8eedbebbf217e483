import BenchmarkModel
import BenchmarkVerdicts
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

/// Which undecided benchmarks are measured again, and for how long.
///
/// Launches take a second, and so does asking for a benchmark's answer, once after its first time.
/// Times are equal on both sides. After two launches, four more decide that, for which 4.6 s are
/// planned.
@Suite("More time for undecided benchmarks")
struct SettlingTests {
  /// What a comparison measures, and when it begins with it.
  private struct Log: Lockstep.Observer {
    let now: @Sendable () -> ContinuousClock.Instant
    let start: ContinuousClock.Instant
    let lines = Locked<[String]>([])

    init(of lockstep: Lockstep) {
      now = lockstep.now
      start = now()
    }

    func begins(_ name: String, index: Int, count: Int) {
      lines.withLock { $0.append("\(seconds): \(name)") }
    }

    var seconds: Int { Int(start.duration(to: now()) / .seconds(1)) }
  }

  private func lockstep(_ timeLimit: Duration, total: Int? = nil) -> Lockstep {
    var lockstep = PlayedComparison.lockstep(timeLimit)
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.effort.totalTime = total.map { .seconds($0) }
    return lockstep
  }

  /// Compares benchmarks, and returns what is measured when, and the verdicts.
  private func compare(
    _ names: [String], _ lockstep: Lockstep
  ) async -> (lines: [String], outcome: LockstepOutcome) {
    let listed = names.map { PlayedComparison.listed($0, .benchmark) }
    let log = Log(of: lockstep)
    let outcome = await lockstep.compare(
      names, of: PlayedComparison.sides(listed, listed), observer: log)
    return (log.lines.withLock(\.self) + ["\(log.seconds): end"], outcome)
  }

  @Test(
    "What is left of a total time is given to the last second, and not a launch more",
    arguments: [
      (7, ["0: a", "3: b", "6: a, again", "9: end"], [.inconclusive, .inconclusive]),
      (8, ["0: a", "3: b", "6: a, again", "10: end"], [.unchanged, .inconclusive]),
      (9, ["0: a", "3: b", "6: a, again", "11: end"], [.unchanged, .inconclusive]),
      (
        10, ["0: a", "3: b", "6: a, again", "11: b, again", "12: end"], [.unchanged, .inconclusive]
      ),
      (14, ["0: a", "4: b", "8: a, again", "12: b, again", "16: end"], [.unchanged, .unchanged]),
    ] as [(Int, [String], [Verdict])])
  func totalTime(total: Int, lines: [String], verdicts: [Verdict]) async {
    var lockstep = lockstep(.seconds(20), total: total)
    lockstep.setLaunchTime(.seconds(1))
    let compared = await compare(["a", "b"], lockstep)
    #expect(compared.lines == lines)
    #expect(compared.outcome.entries.map(\.verdict) == verdicts)
  }

  /// Each benchmark leaves 0.4 s of its own 2.4 s, and one of them may have 9.6 s in all.
  @Test("Without a total time, others' unused time is given besides that of one benchmark")
  func unusedTime() async {
    var lockstep = lockstep(.milliseconds(2_400))
    lockstep.effort.patience = 4
    lockstep.setLaunchTime(.seconds(1))
    let compared = await compare(["a", "b", "c"], lockstep)
    #expect(
      compared.lines == [
        "0: a", "3: b", "6: c", "9: a, again", "14: b, again", "19: c, again", "20: end",
      ])
    #expect(compared.outcome.entries.map(\.verdict) == [.unchanged, .unchanged, .inconclusive])
  }

  /// The only launch of the first benchmark takes 2 s, in which the second one has two.
  @Test("What needs least is measured first")
  func leastFirst() async {
    var lockstep = lockstep(.seconds(20), total: 8)
    lockstep.setLaunchTime(.seconds(1), first: .seconds(2))
    let compared = await compare(["a", "b"], lockstep)
    #expect(compared.lines == ["0: a", "3: b", "6: b, again", "10: end"])
    #expect(compared.outcome.entries.map(\.verdict) == [.inconclusive, .unchanged])
  }

  @Test("What fails when it is measured again leaves its time to others")
  func failure() async {
    var lockstep = lockstep(.seconds(20), total: 9)
    let launches = Locked(0)
    lockstep.workers = { launch in
      guard launch.executable == "/nowhere/B" else {
        return WorkerSource { PlayedComparison.worker() }
      }
      let number = launches.countOne()
      return WorkerSource {
        PlayedComparison.worker().answering { (_: Prepare) in
          // Before that: counters, and of either benchmark two launches and its answer.
          if number == 8 { throw WorkerFailure.crashed(signal: 11, lastWords: "") }
          return .done
        }
      }
    }
    lockstep.setLaunchTime(.seconds(1))
    let compared = await compare(["a", "b"], lockstep)
    #expect(compared.lines == ["0: a", "3: b", "6: a, again", "7: b, again", "11: end"])
    #expect(compared.outcome.ending.failures.map(\.name) == ["a"])
    #expect(compared.outcome.entries.last?.verdict == .unchanged)
  }
}
