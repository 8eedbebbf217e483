import BenchmarkModel
import BenchmarkResults
import FrameSignposts
import FrameTiming
import FramegateKit
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Frame pass")
struct FramePassTests {
  /// A worker whose frames always take a microsecond, and cold reference frames 1 ns in the first
  /// request for them, 2 ns in the second.
  private static func steadyWorker() -> PlayedWorker {
    let references = Locked(Int64(0))
    return PlayedWorker()
      .answering { (asked: TimeFrames) in
        Array(repeating: [1_000, 1_000], count: asked.repetitions)
      }
      .answering { (asked: TimeReferenceFrames) in
        let reference = references.withLock { references in
          if asked.state == .cold { references += 1 }
          return references
        }
        return Array(repeating: reference, count: asked.count)
      }
      .answering { (_: PeakMemory) in 1 << 20 }
  }

  /// How often each of two launches plays frames cold, if so many repetitions together settle a
  /// verdict.
  private func coldRepetitions(
    few: Int, _ settles: @escaping (Int) -> Bool
  ) async throws -> [Int] {
    let worker = try await Self.steadyWorker().prepare("fade")
    var pass = FramePass(
      rates: [.hz60, .hz120], repetitions: 2, timeLimit: nil, coldRepetitions: few)
    pass.isSettled = { frames, _ in frames.values.allSatisfy { settles($0.count) } }
    var played: [Int] = []
    for later in [1, 0] {
      pass.laterLaunches = later
      let cold = try await pass.measure(worker).cold.value ?? [:]
      #expect(cold[.hz60]?.count == cold[.hz120]?.count)
      played.append(cold[.hz60]?.count ?? 0)
      pass.earlier.merge(cold, uniquingKeysWith: +)
    }
    return played
  }

  @Test("Where budgets are kept by far, a few cold repetitions are enough")
  func settled() async throws {
    #expect(try await coldRepetitions(few: 3) { _ in true } == [3, 3])
    #expect(try await coldRepetitions(few: 1) { _ in true } == [1, 1])
  }

  @Test("Where they are close, all launches together play 20")
  func open() async throws {
    #expect(try await coldRepetitions(few: 3) { _ in false } == [10, 10])
    #expect(try await coldRepetitions(few: 12) { _ in false } == [12, 12])
    #expect(try await coldRepetitions(few: 1) { _ in false } == [10, 10])
    // Doubt that comes up in the second launch only; doubt that a few more repetitions remove.
    #expect(try await coldRepetitions(few: 3) { $0 < 6 } == [3, 17])
    #expect(try await coldRepetitions(few: 3) { $0 >= 6 } == [6, 3])
  }

  @Test(
    "In each repetition, rates share reference frames until those are too old",
    arguments: [
      (lifetime: .seconds(3_600), first: [1, 2], last: [1, 2]), (.zero, [1, 4], [3, 6]),
    ] as [(lifetime: Duration, first: [Int64], last: [Int64])])
  func references(lifetime: Duration, first: [Int64], last: [Int64]) async throws {
    let worker = Self.steadyWorker()
    var pass = FramePass(
      rates: [.hz60, try RefreshRate(parsing: "90"), .hz120], repetitions: 2, timeLimit: nil,
      coldRepetitions: 2)
    pass.referenceLifetime = lifetime

    let samples = try await pass.measure(try await worker.prepare("fade"))

    #expect(samples.coldReference[.hz60] == first)
    #expect(samples.coldReference[.hz120] == last)
    #expect(samples.cold.value?[.hz120]?.count == 2)
    #expect(samples.peakMemory == 1 << 20)
  }

  /// A worker with two equal frames, whose recording of a single repetition is disturbed.
  ///
  /// That recording takes `slowdown` times as long as the frames.
  private static func markingWorker(slowdown: Int64, workNs: Int64) -> PlayedWorker {
    PlayedWorker()
      .answering { (asked: TimeFrames) in
        Array(repeating: [workNs, workNs], count: asked.repetitions)
      }
      .answering { (asked: TimeReferenceFrames) in Array(repeating: 500, count: asked.count) }
      .answering { (_: PeakMemory) in 1 << 20 }
      .answering { (asked: RecordSignposts) in
        SignpostRecording(
          names: ["\(asked.repetitions)"],
          frames: Array(
            repeating: SignpostRecording.Frame(
              durationNs: asked.repetitions == 1 ? workNs * slowdown : workNs, intervals: []),
            count: 2))
      }
  }

  @Test(
    "Signposts are recorded again where the first repetition was disturbed",
    arguments: [
      (slowdown: 1, workNs: 1_000, repetitions: "1"), (2, 1_000, "3"), (2, 300_000_000, "1"),
    ])
  func disturbed(slowdown: Int64, workNs: Int64, repetitions: String) async throws {
    let worker = try await Self.markingWorker(slowdown: slowdown, workNs: workNs)
      .prepare("fade")
    let pass = FramePass(rates: [.hz60], repetitions: 2, timeLimit: nil, coldRepetitions: 3)
    let samples = try await pass.measure(worker)

    let recorded = try await pass.signposts(worker, after: samples)

    #expect(recorded[.hz60]?.value?.names == [repetitions])
  }

  @Test("Signposts of fewer or more frames than were timed are refused", arguments: [1, 3])
  func otherFrames(count: Int) async throws {
    let worker = try await Self.markingWorker(slowdown: 1, workNs: 1_000)
      .answering { (_: RecordSignposts) in
        let frame = SignpostRecording.Frame(durationNs: 1_000, intervals: [])
        return SignpostRecording(names: ["a"], frames: Array(repeating: frame, count: count))
      }
      .prepare("fade")
    let pass = FramePass(rates: [.hz60], repetitions: 2, timeLimit: nil, coldRepetitions: 3)
    let samples = try await pass.measure(worker)

    await #expect {
      _ = try await pass.signposts(worker, after: samples)
    } throws: { error in
      if case WorkerFailure.implausible = error { true } else { false }
    }
  }
}
