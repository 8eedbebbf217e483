import BenchmarkModel
import FrameSignposts
import FrameTiming
import Testing

@testable import FramegateKit

@Suite("Signposts of a scenario")
struct SignpostPassTests {
  private let signposter = FrameSignposter()

  /// What a worker answers to a question for the signposts of a scenario of three frames.
  private func answer(
    repetitions: Int = 3, frame: @escaping (Frame) -> Void
  ) -> WorkerReply<SignpostRecording> {
    var registry = BenchmarkRegistry()
    registry.scenario("fade", duration: .milliseconds(50)) { _ in
      Scenario(begin: { signposter.withIntervalSignpost("commit") {} }, frame: frame)
    }
    let worker = Worker(registry: registry)
    #expect(worker.answer(Prepare("fade")) == .answer(.done))
    return worker.answer(
      RecordSignposts(at: .hz60, repetitions: repetitions, .warm))
  }

  @Test("Every frame has the intervals that it marks", arguments: [1, 3])
  func marks(repetitions: Int) throws {
    let response = answer(repetitions: repetitions) { frame in
      signposter.withIntervalSignpost("tick") {
        for _ in 0..<frame.index { signposter.withIntervalSignpost("cell") {} }
      }
    }

    guard case .answer(let recording) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(recording.names == ["commit", "tick", "cell"])
    #expect(
      recording.frames.map { $0.intervals.map { recording.names[$0.name] } } == [
        ["commit", "tick"], ["tick", "cell"], ["tick", "cell", "cell"],
      ])
    #expect(recording.problem == nil)
  }

  @Test("Nothing is recorded while frames are timed or counted")
  func off() throws {
    var registry = BenchmarkRegistry()
    nonisolated(unsafe) var seen: [Bool] = []
    registry.scenario("fade", duration: .milliseconds(50)) { _ in
      Scenario { _ in seen.append(FrameSignposter().isEnabled) }
    }
    let worker = Worker(registry: registry)
    _ = worker.answer(Prepare("fade"))
    _ = worker.answer(TimeFrames(at: .hz60, repetitions: 1))
    _ = worker.answer(CountInstructions(iterations: 1))
    #expect(!seen.isEmpty && !seen.contains(true))

    seen = []
    _ = worker.answer(RecordSignposts(at: .hz60, repetitions: 1, .warm))
    #expect(seen == [true, true, true])
  }

  @Test("A scenario that marks nothing has no frames, and is played once")
  func nothing() {
    var registry = BenchmarkRegistry()
    nonisolated(unsafe) var frames = 0
    registry.scenario("fade", duration: .milliseconds(50)) { _ in Scenario { _ in frames += 1 } }
    let worker = Worker(registry: registry)
    _ = worker.answer(Prepare("fade"))

    let response = worker.answer(
      RecordSignposts(at: .hz60, repetitions: 3, .warm))

    #expect(response == .answer(SignpostRecording(names: [], frames: [])))
    #expect(frames == 3)
  }

  @Test("Marks that do not match are reported with the frame and the place")
  func unbalanced() {
    let line = #line + 2
    let response = answer { frame in
      if frame.index == 1 { _ = signposter.beginInterval("layout") }
    }

    guard case .unavailable(let reason) = response else {
      Issue.record("\(response)")
      return
    }
    #expect(
      reason.hasPrefix(
        """
        in frame 1, the interval 'layout' \
        (FramegateKitTests/SignpostPassTests.swift:\(line)) begins and does not end
        """))
  }
}
