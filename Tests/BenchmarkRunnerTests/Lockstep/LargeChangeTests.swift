import BenchmarkModel
import Foundation
import FrameTiming
import SampleStatistics
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import BenchmarkVerdicts
@testable import FramegateKit

/// Changes by a factor, on a clock that only the work of played workers advances.
@Suite("Large changes")
struct LargeChangeTests {
  /// What a benchmark's iteration or a scenario's frame takes on both sides, and the machine.
  struct Example: CustomTestStringConvertible, Sendable {
    let kind: BenchmarkKind

    /// Seconds, on the faster side.
    let fast: Double
    let factor: Double
    let isSlower: Bool
    let seed: UInt64

    /// A random example; the slow side takes at most 3 s.
    init(seed: UInt64) {
      var generator = SplitMix64(seed: seed)
      kind = Bool.random(using: &generator) ? .benchmark : .scenario
      isSlower = Bool.random(using: &generator)
      factor = exp(.random(in: log(1.5)...log(100_000), using: &generator))
      let longest = 3 / factor
      let shortest = kind == .benchmark ? 1e-8 : 1e-5
      fast = exp(
        .random(in: log(min(shortest, longest))...log(min(0.05, longest)), using: &generator))
      self.seed = seed
    }

    init(_ kind: BenchmarkKind, fast: Double, factor: Double, isSlower: Bool) {
      self.kind = kind
      self.fast = fast
      self.factor = factor
      self.isSlower = isSlower
      seed = 1
    }

    var testDescription: String {
      "\(kind) of \(fast) s, \(factor) times as \(isSlower ? "slow" : "fast"), seed \(seed)"
    }

    /// The verdict that everybody can see by eye.
    var verdict: Verdict { isSlower ? .regressed : .improved }

    func seconds(_ side: Character) -> Double {
      (side == "B") == isSlower ? fast * factor : fast
    }
  }

  /// A machine whose time passes only while its workers work.
  private final class Machine: Sendable {
    private struct State {
      var now = ContinuousClock.now
      var generator: SplitMix64
      var framesLeft: [Character: Int] = [:]
    }

    private let example: Example
    private let state: Locked<State>

    /// How long starting a process takes, which is long on a busy machine.
    private let startTime: Duration

    init(_ example: Example) {
      self.example = example
      var generator = SplitMix64(seed: example.seed)
      startTime = .seconds(.random(in: 0.03...0.5, using: &generator))
      state = Locked(State(generator: generator))
    }

    var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// Works for `seconds`, give or take: other processes make some of it take longer.
    private func work(_ seconds: Double) -> Double {
      state.withLock { state in
        let isDisturbed = Int.random(in: 0..<8, using: &state.generator) == 0
        let seconds =
          seconds * .random(in: 0.97...1.03, using: &state.generator)
          * (isDisturbed ? .random(in: 1...1.3, using: &state.generator) : 1)
        state.now += .seconds(seconds) + .microseconds(100)
        return seconds * 1e9
      }
    }

    func worker(_ side: Character) -> PlayedWorker {
      state.withLock { $0.now += startTime }
      let seconds = example.seconds(side)
      return PlayedWorker()
        .answering { (asked: FindIterations) in
          let count = Int((Double(asked.nanoseconds) / 1e9 / seconds).rounded(.up))
          // The last two tries.
          for _ in 0..<2 { _ = self.work(seconds * Double(count)) }
          return count
        }
        .answering { (_: PeakMemory) in 1 }
        .answering { (asked: TakeSamples) in
          (0..<asked.count).map { _ in
            let ns = self.work(seconds * Double(asked.iterations))
            return Sample(wallNs: ns, cpuNs: ns, waitedNs: 0)
          }
        }
        .answering { (asked: Prepare) in
          self.state.withLock { $0.framesLeft[side] = asked.mostFrames ?? 60 }
          return .done
        }
        .answering { (asked: TimeFrames) in
          let count = self.state.withLock { $0.framesLeft[side] ?? 0 }
          return (0..<asked.repetitions).map { _ in
            (0..<count).map { _ in Int64(self.work(seconds)) }
          }
        }
        .answering { (asked: TimeNextFrames) in
          (0..<asked.count).map { _ in Int64(self.work(seconds)) }
        }
    }
  }

  /// Measures an example as a comparison does, and gives it more time while that may settle it.
  private func judge(
    _ example: Example
  ) async throws -> (judge: LockstepJudge, elapsed: Duration) {
    let machine = Machine(example)
    var lockstep = Lockstep(Workload { $0.chosenRates = [.hz60] })
    lockstep.seed = example.seed
    lockstep.now = { machine.now }
    lockstep.workers = { launch in
      WorkerSource { machine.worker(launch.executable.last ?? " ") }
    }
    let listed = ListedBenchmark(
      name: "played", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: example.kind == .benchmark
        ? .benchmark(BenchmarkTraits()) : .scenario(ScenarioTraits(duration: .seconds(1))))
    let sides = PlayedComparison.sides([listed], [listed])
    let benchmark = try #require(
      LockstepBenchmark(BySide(both: listed), of: sides, by: lockstep))
    var judge = LockstepJudge(
      level: SequentialLevel(familywise: 0.01, sharedBy: 8), benchmark: benchmark)
    let start = machine.now
    try await judge.measure(for: lockstep.effort.timeLimit)
    for _ in 0..<4 {
      guard let time = judge.missingTime else { break }
      try await judge.measure(for: time)
    }
    return (judge, start.duration(to: machine.now))
  }

  private func expectFound(_ example: Example) async throws {
    let (judge, elapsed) = try await judge(example)
    let threshold = judge.rule.threshold
    for entry in judge.entries {
      #expect(entry.verdict == example.verdict, "\(entry.reason ?? "")")
      // What is undecided can never be that far away.
      if entry.verdict == .inconclusive, let interval = entry.times?.interval {
        #expect(interval.low <= 1 + 10 * threshold && interval.high >= 1 / (1 + 10 * threshold))
      }
      let ratio = try #require(entry.ratio)
      let factor = (example.isSlower ? ratio : 1 / ratio) / example.factor
      // Both samples of a pair may be disturbed, and there may be few pairs.
      #expect(factor > 1 / 1.45 && factor < 1.45)
    }
    #expect(judge.sets.count == 2)
    // Two sets of 5 s, and what a launch or a slow call takes longer than is left of its time.
    let slow = Duration.seconds(example.fast * example.factor)
    #expect(elapsed < .seconds(16) + slow * 10, "\(elapsed)")
  }

  @Test(
    "A change that everybody can see is found and confirmed, within the usual time",
    arguments: seeds(short: 60, long: 2_000))
  func anyFactor(seed: UInt64) async throws { try await expectFound(Example(seed: seed)) }

  @Test(
    "The largest and the smallest of large changes are found",
    arguments: [1.5, 10, 4_672, 100_000], [BenchmarkKind.benchmark, .scenario])
  func ends(factor: Double, kind: BenchmarkKind) async throws {
    for isSlower in [true, false] {
      try await expectFound(Example(kind, fast: 30e-6, factor: factor, isSlower: isSlower))
    }
  }
}
