import BenchmarkModel
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner
@testable import FramegateKit

/// Passes of workers in memory, on a clock that only their work advances.
@Suite("Time pass")
struct TimePassTests {
  /// How many samples were taken while warming up and after that, and their iterations.
  ///
  /// Each request for five takes 10 ms. Samples take equally long if they are steady; else each
  /// takes half as long as the one before.
  private func counts(
    isSteady: Bool, timeLimit: Duration, warmUpLimit: Duration
  ) async throws -> (warmUp: Int, samples: Int, iterations: Int) {
    let clock = Locked(ContinuousClock.now)
    let requests = Locked((iterations: [5, 7], asked: 0))
    let worker = PlayedWorker()
      .answering { (_: FindIterations) in requests.withLock { $0.iterations.popLast() ?? 0 } }
      .answering { (asked: TakeSamples) in
        clock.withLock { $0 += .milliseconds(10) }
        return requests.withLock { requests in
          (0..<asked.count).map { _ in
            requests.asked += 1
            let ns = isSteady ? 1_000 : 1e9 / Double(1 << min(requests.asked, 60))
            return Sample(wallNs: ns, cpuNs: ns)
          }
        }
      }
    var pass = TimePass(
      shortestSample: .milliseconds(1), timeLimit: timeLimit, warmUpLimit: warmUpLimit)
    pass.now = { clock.withLock { $0 } }
    let found = try await pass.measure(try await worker.prepare("a"))
    let asked = requests.withLock { $0.asked }
    return (asked - found.samples.count, found.samples.count, found.iterations)
  }

  @Test(
    "It samples until the time is spent, but takes 20 samples in any case",
    arguments: [(10, 20), (40, 20), (60, 30), (61, 35)])
  func samples(milliseconds: Int, count: Int) async throws {
    let counts = try await counts(
      isSteady: true, timeLimit: .milliseconds(milliseconds), warmUpLimit: .seconds(1))
    #expect(counts.samples == count)
  }

  @Test("It warms up until times are steady, or the time for that is spent")
  func warmUp() async throws {
    func warmUp(_ isSteady: Bool) async throws -> Int {
      try await counts(
        isSteady: isSteady, timeLimit: .zero, warmUpLimit: .milliseconds(50)
      ).warmUp
    }
    #expect(try await warmUp(true) == 10)
    #expect(try await warmUp(false) == 25)
  }

  @Test(
    "Iterations that take long are sampled one by one, so that each answer is in time",
    arguments: [(seconds: 1, counts: [5]), (12, [1]), (70, [1])])
  func longIterations(seconds: Int, counts: [Int]) async throws {
    let clock = Locked(ContinuousClock.now)
    let asked = Locked<Set<Int>>([])
    let worker = PlayedWorker()
      .answering { (_: FindIterations) in
        clock.withLock { $0 += .seconds(seconds) }
        return 1
      }
      .answering { (question: TakeSamples) in
        clock.withLock { $0 += .seconds(seconds) * question.count }
        asked.withLock { _ = $0.insert(question.count) }
        let ns = Double(seconds) * 1e9
        return Array(repeating: Sample(wallNs: ns, cpuNs: ns), count: question.count)
      }
    var pass = TimePass(
      shortestSample: .milliseconds(1), timeLimit: .zero, warmUpLimit: .seconds(1),
      answerLimit: .seconds(60))
    pass.now = { clock.withLock { $0 } }

    let found = try await pass.measure(try await worker.prepare("a"))

    #expect(found.samples.count == 20)
    #expect(asked.withLock { $0 } == Set(counts))
  }

  @Test("A machine that is slower for a moment does not shorten samples")
  func iterations() async throws {
    #expect(
      try await counts(isSteady: true, timeLimit: .zero, warmUpLimit: .zero).iterations == 7)
  }
}
