import BenchmarkModel
import BenchmarkResults
import FrameSignposts
import FrameTiming
import FramegateKit
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

/// Passes over frames on a clock that only the worker's frames advance.
@Suite("Frame pass, its time")
struct FramePassTimeTests {
  /// What a worker was asked.
  private struct Asked {
    var warm: [Int] = []
    var cold = 0
    var coldReferences = 0
  }

  /// Measures with a worker whose repetitions take so long.
  private func measure(
    _ pass: FramePass, repetition: Duration
  ) async throws -> (asked: Asked, samples: FramePass.Samples) {
    let clock = Locked(ContinuousClock.now)
    let asked = Locked(Asked())
    let worker = PlayedWorker()
      .answering { (question: TimeFrames) in
        clock.withLock { $0 += repetition * question.repetitions }
        asked.withLock { asked in
          if question.state == .warm { asked.warm.append(question.repetitions) }
          if question.state == .cold { asked.cold += question.repetitions }
        }
        return Array(repeating: [1_000, 1_000], count: question.repetitions)
      }
      .answering { (question: TimeReferenceFrames) in
        if question.state == .cold { asked.withLock { $0.coldReferences += 1 } }
        return Array(repeating: 500, count: question.count)
      }
      .answering { (_: PeakMemory) in 1 << 20 }
    var pass = pass
    pass.now = { clock.withLock { $0 } }
    let samples = try await pass.measure(try await worker.prepare("fade"))
    return (asked.withLock { $0 }, samples)
  }

  /// The first two numbers are repetitions to warm up, or one where a second would take too long.
  @Test(
    "As many repetitions are played as fit into the time, at least two",
    arguments: [
      (10, 100, [1, 1, 5, 3]), (10, 40, [1, 1, 2]), (10, 30, [1, 2]), (10, 10, [1, 2]),
      (10, 400, [1, 1, 5, 5, 5, 5]), (0, 400, [1, 1, 5, 5, 5, 5]),
    ])
  func warm(milliseconds: Int, limit: Int, asked: [Int]) async throws {
    let pass = FramePass(
      rates: [.hz60], repetitions: 20, timeLimit: .milliseconds(limit), coldRepetitions: nil)
    let found = try await measure(pass, repetition: .milliseconds(milliseconds))
    #expect(found.asked.warm == asked)
    #expect(found.samples.warm[.hz60]?.count == asked.reduce(0, +) - asked.count { $0 == 1 })
  }

  @Test("Repetitions that take long are played one by one, so that each answer is in time")
  func longRepetitions() async throws {
    let pass = FramePass(
      rates: [.hz60], repetitions: 3, timeLimit: nil, answerLimit: .seconds(60),
      coldRepetitions: nil)
    #expect(try await measure(pass, repetition: .seconds(12)).asked.warm == [1, 1, 1, 1, 1])
    #expect(try await measure(pass, repetition: .seconds(1)).asked.warm == [1, 1, 3])
  }

  @Test(
    "Cold repetitions end before the time is over, at least two, and after 10 s",
    arguments: [(10, 40, 4), (10, 25, 2), (10, 1, 2), (10, 1_000, 6), (2_000, 100_000, 5)])
  func cold(milliseconds: Int, limit: Int, count: Int) async throws {
    let pass = FramePass(
      rates: [.hz60], repetitions: 2, timeLimit: .milliseconds(limit), coldRepetitions: 6)
    let found = try await measure(pass, repetition: .milliseconds(milliseconds))
    #expect(found.asked.cold == count)
  }

  @Test("Reference frames that are as old as they may be are played again", arguments: [10, 11])
  func references(lifetime: Int) async throws {
    var pass = FramePass(
      rates: [.hz60, .hz120], repetitions: 2, timeLimit: nil, coldRepetitions: 2)
    pass.referenceLifetime = .milliseconds(lifetime)
    let found = try await measure(pass, repetition: .milliseconds(10))
    #expect(found.asked.coldReferences == (lifetime == 10 ? 4 : 2))
  }

  @Test("What is in doubt is played 20 times at the rate that has the fewest repetitions")
  func earlier() async throws {
    var pass = FramePass(
      rates: [.hz60, .hz120], repetitions: 2, timeLimit: nil, coldRepetitions: 3)
    pass.isSettled = { _, _ in false }
    pass.earlier = [
      .hz60: Array(repeating: [1], count: 3), .hz120: Array(repeating: [1], count: 6),
    ]
    let found = try await measure(pass, repetition: .milliseconds(10))
    #expect(found.samples.cold.value?[.hz60]?.count == 17)
  }

  @Test("Of several processes, the one that uses most memory counts")
  func memory() {
    var samples = FramePass.Samples(cold: .value([:]))
    for bytes in [5, 9, nil, 3] {
      var other = FramePass.Samples(cold: .value([:]))
      other.peakMemory = bytes
      samples.pool(other)
    }
    #expect(samples.peakMemory == 9)
  }

  /// How a worker is asked to record signposts, where a first recording takes so long.
  private func recording(
    _ recordedNs: Int64, after samples: FramePass.Samples
  ) async throws -> String? {
    let worker = PlayedWorker().answering { (asked: RecordSignposts) in
      SignpostRecording(
        names: ["\(asked.state) \(asked.repetitions)"],
        frames: [SignpostRecording.Frame(durationNs: recordedNs, intervals: [])])
    }
    let pass = FramePass(rates: [.hz60], repetitions: 2, timeLimit: nil, coldRepetitions: 3)
    return try await pass.signposts(try await worker.prepare("fade"), after: samples)[.hz60]?
      .value?.names.first
  }

  @Test(
    "A recording is disturbed if it takes over a quarter longer than the longest repetition",
    arguments: [
      ([1_000, 4_000], 5_000, "cold 1"), ([4_000, 1_000], 5_001, "cold 3"),
      ([500_000_000], 800_000_000, "cold 3"), ([500_000_001], 800_000_000, "cold 1"),
    ] as [([Int64], Int64, String)])
  func disturbance(repetitions: [Int64], recorded: Int64, asked: String) async throws {
    let samples = FramePass.Samples(cold: .value([.hz60: repetitions.map { [$0] }]))
    #expect(try await recording(recorded, after: samples) == asked)
  }

  @Test("Frames that were measured with warm caches are recorded with warm caches")
  func warmRecording() async throws {
    let samples = FramePass.Samples(
      warm: [.hz60: [[1_000]]], cold: .unavailable("not measured with '--warm'"))
    #expect(try await recording(1_000, after: samples) == "warm 1")
  }
}
