import BenchmarkModel
import FrameModel
import FrameTiming
import FramegateKit
import TestSupport
import Testing
import WorkerProtocol

@testable import Trials

/// What late scenarios do on a real timer.
@Suite("Late scenarios, end to end", .serialized)
struct LateScenarioTests {
  /// What a worker records of a scenario's runs.
  private func recordings(
    of cause: FrameCause, count: Int, until isEnough: (PacedRecording) -> Bool
  ) throws -> [PacedRecording] {
    var registry = BenchmarkRegistry()
    Trials.register(in: &registry)
    let worker = Worker(registry: registry)
    let name = LateScenario(cause: cause).name
    guard case .answer = worker.answer(Prepare(name)) else {
      throw Unavailable("'\(name)' is not registered")
    }
    var recordings: [PacedRecording] = []
    while recordings.count < count, recordings.last.map(isEnough) != true {
      let answer = worker.answer(
        RunPaced(at: LateScenario.rate, seconds: LateScenario.duration / .seconds(1)))
      guard case .answer(let run) = answer else { throw Unavailable("\(answer)") }
      recordings.append(run.recording)
    }
    return recordings
  }

  @Test(
    "The late frame gets what its cause is made of",
    arguments: [FrameCause.fault, .allocation, .work])
  func injection(_ cause: FrameCause) throws {
    func lateFrame(_ recording: PacedRecording) -> Int? {
      recording.beginTick.firstIndex(of: LateScenario.lateFrame)
    }

    // A very busy machine may skip the frame.
    let recording = try #require(
      try recordings(of: cause, count: 20) { lateFrame($0) != nil }.last)

    let frame = try #require(lateFrame(recording))
    // Where the system does not tell, nothing can be expected.
    if cause == .fault { #expect(recording.counters?.minorFaults[frame] ?? .max > 100) }
    #expect(recording.cpuNs[frame] >= 12_500_000)
    #expect(recording.timeline.isLate(frame))
  }

  @Test("A wait that a signal prolongs starts the late frame late, not the work")
  func wake() throws {
    func isLate(_ recording: PacedRecording) -> Bool {
      recording.causes(costs: CauseCosts(faultNs: 250, allocationNs: 50)).contains {
        recording.beginTick[$0.origin] == LateScenario.lateFrame && $0.cause == .wake
      }
    }

    // On a busy machine, the signal of most recordings may come after the wait.
    let recordings = try recordings(of: .wake, count: 500, until: isLate)

    #expect(recordings.last.map(isLate) == true)
  }
}
