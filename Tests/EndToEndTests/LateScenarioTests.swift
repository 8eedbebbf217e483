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
    of cause: FrameCause?, count: Int, until isEnough: (PacedRecording) -> Bool = { _ in false }
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

  @Test(
    "The frame that is late by allocations allocates, and no other one does",
    .enabled(if: Machine.countsAllocations, "needs jemalloc"))
  func allocations() async throws {
    let package = try TemporaryPackage()
    let trials = Tool(
      path: Tool.framegate.path, options: ["--worker", BuiltProgram.path(of: "Trials")])

    let run = try await trials.run(
      [
        "run", "--filter", "^late.allocation$", "--quick", "--allow-debug-build", "--format",
        "json", "--metric", "mallocCountTotal", "--rate", "120",
      ], in: package.folder)

    let counts: [Int] = try run.benchmark.frames[0].mallocCountTotal.read()
    #expect(counts.count == 5, "\(run.error)")
    for (frame, count) in counts.enumerated() {
      #expect((count > 10_000) == (frame == LateScenario.lateFrame), "frame \(frame): \(count)")
    }
  }

  @Test("A wait that a signal prolongs starts the late frame late, not the work")
  func wake() throws {
    func isLate(_ recording: PacedRecording) -> Bool {
      recording.causes(costs: CauseCosts(faultNs: 250, allocationNs: 50)).contains {
        recording.beginTick[$0.origin] == LateScenario.lateFrame && $0.cause == .wake
          && recording.wakeNs[$0.origin] >= 12_500_000
      }
    }

    // A busy machine wakes threads late by itself, so as many runs have no signal. There, the
    // signal of most runs may come after the wait.
    var lead = 0
    for _ in 0..<500 where lead < 5 {
      lead += try recordings(of: .wake, count: 1).count(where: isLate)
      lead -= try recordings(of: nil, count: 1).count(where: isLate)
    }

    #expect(lead == 5)
  }
}
