import BenchmarkModel
import BenchmarkRunner
import FrameTiming
import FramegateKit
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

/// A worker that does not know a question, but those by which its answer is found.
@Suite("Questions that a worker does not know")
struct SubstituteAnswersTests {
  /// Answers whatever a worker plays, and does not know one kind of question.
  private struct UnknowingWorker<Unknown: AskedQuestion>: WorkerConnection {
    let worker: PlayedWorker

    var hello: WorkerHello { worker.hello }

    func reply<Asked: AskedQuestion>(
      to question: Asked
    ) async throws -> WorkerReply<Asked.Answer> {
      if question is Unknown { return .unknown(question: Asked.name) }
      return try await worker.reply(to: question)
    }
  }

  @Test(
    "Iterations are found by samples: as many as last that long, but not many more",
    arguments: [0.5, 3, 250, 99_999, 100_000, 3e9, 6e9])
  func iterations(nanosecondsEach: Double) async throws {
    let worker = UnknowingWorker<FindIterations>(
      worker: PlayedWorker().answering { (question: TakeSamples) in
        let time = nanosecondsEach * Double(question.iterations)
        return Array(repeating: Sample(wallNs: time, cpuNs: time), count: question.count)
      })

    let found = try await worker.ask(FindIterations(lastingNs: 100_000))

    let fewest = min(100_000, max(1, 100_000 / nanosecondsEach))
    #expect(Double(found) >= fewest.rounded(.down))
    #expect(Double(found) <= 1.3 * fewest + 1)
  }

  @Test("An iteration of five seconds is not repeated", arguments: [(5e9, 1), (4.9e9, 2)])
  func longIteration(nanoseconds: Double, count: Int) async throws {
    let asked = Locked(0)
    let worker = UnknowingWorker<FindIterations>(
      worker: PlayedWorker().answering { (question: TakeSamples) in
        asked.withLock { $0 += 1 }
        return Array(
          repeating: Sample(wallNs: nanoseconds, cpuNs: nanoseconds), count: question.count)
      })

    #expect(try await worker.ask(FindIterations(lastingNs: 100_000)) == 1)
    #expect(asked.withLock { $0 } == count)
  }

  @Test("Of two samples, the one that was disturbed does not count")
  func disturbed() async throws {
    let worker = UnknowingWorker<FindIterations>(
      worker: PlayedWorker().answering { (question: TakeSamples) in
        (0..<question.count).map { index in
          let time = 250 * Double(question.iterations) * (index == 1 ? 50 : 1)
          return Sample(wallNs: time, cpuNs: time)
        }
      })

    #expect(try await worker.ask(FindIterations(lastingNs: 100_000)) >= 400)
  }

  @Test("What takes no time at all has an end")
  func empty() async throws {
    let worker = UnknowingWorker<FindIterations>(
      worker: PlayedWorker().answering { (question: TakeSamples) in
        Array(repeating: Sample(wallNs: 0, cpuNs: 0), count: question.count)
      })

    #expect(try await worker.ask(FindIterations(lastingNs: 100_000)) == 100_000)
  }

  @Test("What cannot be found is assumed where nothing depends on it, or else missing")
  func assumed() async throws {
    func asking<Asked: AskedQuestion>(_ question: Asked) async throws -> Asked.Answer {
      try await UnknowingWorker<Asked>(worker: PlayedWorker()).ask(question)
    }

    #expect(try await asking(PeakMemory()) == nil)
    #expect(try await asking(ReviewMotion()) == nil)
    #expect(try await asking(RecordMetrics([], iterations: 1)) == [:])
    #expect(try await asking(TimeReferenceFrames(1, .warm)) == [])
    await #expect(throws: Unavailable.self) { try await asking(PinToCore(0)) }
    await #expect(throws: Unavailable.self) { try await asking(TakeSamples(1, iterations: 1)) }
  }

  @Test(
    "Frames are those of one new scene for each repetition", arguments: [CacheState.warm, .cold])
  func frames(state: CacheState) async throws {
    let scenes = Locked(0)
    let worker = UnknowingWorker<TimeFrames>(
      worker: PlayedWorker()
        .answering { (question: StartScene) in
          #expect(question.state == state && question.rate == .hz120)
          scenes.withLock { $0 += 1 }
          return .done
        }
        .answering { (question: TimeNextFrames) in
          #expect(question.share == 0.25)
          return [Int64(scenes.withLock { $0 }), 7]
        })

    let frames = try await worker.ask(
      TimeFrames(at: .hz120, repetitions: 3, state, slowedBy: 0.25))

    #expect(frames == [[1, 7], [2, 7], [3, 7]])
  }
}
