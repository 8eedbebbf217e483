import BenchmarkModel
import Foundation
import FrameTiming
import SampleStatistics
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import BenchmarkVerdicts
@testable import FramegateKit

/// How much more time an undecided set of pairs gets.
@Suite("Lockstep judge")
struct LockstepJudgeTests {
  /// Launches take half a second; six of them decide, for which a tenth more is planned.
  @Test(
    "What is uncertain after a launch needs more time, unless none is left of its limit",
    arguments: [(6_000_000, nil, 6 * 550 - 500), (501, 60, 1), (500, 60, nil), (0, nil, nil)]
      as [(Int, Int?, Double?)])
  func missingTime(limit: Int, total: Int?, milliseconds: Double?) async throws {
    var lockstep = PlayedComparison.lockstep(.milliseconds(limit))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.effort.totalTime = total.map { .seconds($0) }
    lockstep.setLaunchTime(.milliseconds(500))
    var judge = try PlayedComparison.judge(lockstep)
    try await judge.measure(for: .zero)
    #expect(judge.entries.map(\.verdict) == [.inconclusive])
    #expect(judge.missingTime.map { ($0 / .milliseconds(1)).rounded() } == milliseconds)
  }

  @Test("What is certain needs no more time")
  func certain() async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.setLaunchTime(.milliseconds(500))
    var certain = try PlayedComparison.judge(lockstep)
    try await certain.measure(for: .seconds(6_000))
    #expect(certain.entries.map(\.verdict) == [.unchanged])
    #expect(certain.entries.allSatisfy { $0.power == nil })
    #expect(certain.missingTime == nil)
  }

  @Test("No time decides between animations of different lengths")
  func neverDecided() async throws {
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.workers = { launch in
      WorkerSource {
        PlayedComparison.worker().answering { (asked: TimeFrames) in
          let frames = launch.executable == "/nowhere/A" ? 3 : 4
          return Array(repeating: Array(repeating: 1_000, count: frames), count: asked.repetitions)
        }
      }
    }
    var judge = try PlayedComparison.judge(lockstep, of: .scenario)
    for _ in 0..<SequentialLevel.launchCount(atLook: 1) { try await judge.measure(for: .zero) }
    #expect(judge.entries.map(\.reason) == ["3 frames against 4; the duration changed"])
    #expect(judge.missingTime == nil)
  }

  @Test(
    "What is uncertain gets more than its own limit, unless there is a total time or no patience",
    arguments: [nil, 60], [1, 4])
  func longestTime(total: Int?, patience: Int) async throws {
    let limit = Duration.milliseconds(200)
    var lockstep = PlayedComparison.lockstep(limit)
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.effort.totalTime = total.map { .seconds($0) }
    lockstep.effort.patience = patience
    lockstep.setLaunchTime(.milliseconds(1))
    var judge = try PlayedComparison.judge(lockstep)
    try await judge.measure(for: .zero)
    #expect(((judge.missingTime ?? .zero) > limit) == (total == nil && patience > 1))
  }

  /// Launches take half a second, and in each the candidate is slower by about 5 %.
  @Test(
    "What is close to the threshold of 5 % gets more time where its interval can become narrow",
    arguments: [(spread: 0.03, isMeasured: true), (0.6, false)])
  func closeToThreshold(spread: Double, isMeasured: Bool) async throws {
    let generator = Locked(SplitMix64(seed: 7))
    var lockstep = PlayedComparison.lockstep(.seconds(5))
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.workers = { launch in
      guard launch.executable == "/nowhere/B" else {
        return WorkerSource { PlayedComparison.worker() }
      }
      let factor = generator.withLock { 1.05 + .random(in: -spread...spread, using: &$0) }
      return WorkerSource { PlayedComparison.worker { _ in 1_000 * factor } }
    }
    lockstep.setLaunchTime(.milliseconds(500))
    var judge = try PlayedComparison.judge(lockstep)
    try await judge.measure(for: .seconds(4))
    #expect(judge.entries.map(\.verdict) == [.inconclusive])
    #expect((judge.missingTime != nil) == isMeasured, "\(judge.entries)")
  }

  /// In launches of half a second, the candidate is slower by about 3 % at 60 Hz and 4.5 % at 120
  /// Hz, which is nearer to the threshold of 5 %.
  @Test("Of rates that are uncertain, the one that needs most decides how much more time there is")
  func severalRates() async throws {
    let launches = Locked(0)
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.workload.chosenRates = [.hz60, .hz120]
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.workers = { launch in
      guard launch.executable == "/nowhere/B" else {
        return WorkerSource { PlayedComparison.worker() }
      }
      let number = launches.countOne()
      return WorkerSource {
        PlayedComparison.worker().answering { (asked: TimeFrames) in
          let shift: Int64 = asked.rate == .hz60 ? 30 : 45
          let ns = 1_000 + shift + (number.isMultiple(of: 2) ? 40 : -40)
          return Array(repeating: [ns, ns, ns], count: asked.repetitions)
        }
      }
    }
    lockstep.setLaunchTime(.milliseconds(500))
    var judge = try PlayedComparison.judge(lockstep, of: .scenario)
    try await judge.measure(for: .seconds(4))

    let needed = judge.entries.compactMap(\.power?.time)
    try #require(needed.count == 2 && needed[0] > judge.timeSpent * 3 / 2)
    try #require(needed[1] > needed[0] * 2)
    #expect(judge.missingTime == needed[1] - judge.timeSpent)
  }

  /// Numbers workers from 1 in the order in which they are first asked.
  private actor Starts {
    private var numbers: [UUID: Int] = [:]

    func number(of worker: UUID) -> Int {
      let number = numbers[worker] ?? numbers.count + 1
      numbers[worker] = number
      return number
    }
  }

  /// A judge of a scenario whose candidate is slower at 120 Hz only, and whose frames at 60 Hz are
  /// disturbed from one start of the candidate on.
  private func judge(disturbedFrom first: Int) throws -> LockstepJudge {
    let starts = Starts()
    var lockstep = PlayedComparison.lockstep(.seconds(6_000))
    lockstep.workload.chosenRates = [.hz60, .hz120]
    lockstep.effort.longestLaunch = .milliseconds(1)
    lockstep.workers = { launch in
      WorkerSource {
        let isCandidate = launch.executable == "/nowhere/B"
        let worker = UUID()
        return PlayedComparison.worker().answering { (asked: TimeFrames) in
          let start = isCandidate ? await starts.number(of: worker) : 0
          var ns: Int64 = 100_000
          if isCandidate, asked.rate == .hz120 { ns = 120_000 }
          if start >= first, asked.rate == .hz60 { ns = start.isMultiple(of: 2) ? 50_000 : 200_000 }
          return Array(repeating: Array(repeating: ns, count: 3), count: asked.repetitions)
        }
      }
    }
    lockstep.setLaunchTime(.milliseconds(500))
    return try PlayedComparison.judge(lockstep, of: .scenario)
  }

  @Test("Only what changed has to be confirmed")
  func confirming() async throws {
    var calm = try judge(disturbedFrom: .max)
    try await calm.measure(for: .seconds(6_000))
    let verdicts: [Verdict?] = [.unchanged, .regressed]
    #expect(calm.entries.map(\.verdict) == verdicts)
    let launches = calm.sets.map { $0.launches.count }
    try #require(launches.count == 2)

    var disturbed = try judge(disturbedFrom: launches[0] + 1)
    try await disturbed.measure(for: .seconds(6_000))
    #expect(disturbed.entries.map(\.verdict) == verdicts)
    #expect(disturbed.sets.map { $0.launches.count } == launches)
    #expect(disturbed.missingTime == nil)
  }

  @Test("A change that was found late is confirmed for as long as finding it took")
  func confirmingTime() async throws {
    // Nothing is certain before the second look, so a limit that is over at once comes too early.
    var judge = try judge(disturbedFrom: .max)
    var rounds = 0
    while judge.sets.count == 1 {
      try await judge.measure(for: .zero)
      rounds += 1
    }
    #expect(rounds > 1)
    #expect(judge.sets[1].launches.count > 1)
  }
}
