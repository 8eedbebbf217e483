import BenchmarkModel
import FrameTiming
import Testing

@testable import BenchmarkHarness

@Suite("Injected causes", .serialized)
struct CauseInjectorTests {
  @Test(
    "An injected frame gets what its cause is made of",
    arguments: [FrameCause.wake, .fault, .allocation, .work])
  func injection(_ cause: FrameCause) throws {
    let runs = try CauseInjector(cause, at: .hz120).run(count: 2)

    #expect(runs.recordings.count == 2)
    for (recording, allocations) in zip(runs.recordings, runs.allocations) {
      let tick = recording.timeline.grid.vsync(recording.beginTick[runs.frame])
      let wake = recording.startNs[runs.frame] - tick
      switch cause {
      case .wake: #expect(wake >= 12_500_000)
      // Where the system does not tell, nothing can be expected.
      case .fault: #expect(recording.counters?.minorFaults[runs.frame] ?? .max > 100)
      case .allocation: #expect(allocations[runs.frame] >= 1_000)
      default: #expect(recording.cpuNs[runs.frame] >= 12_500_000)
      }
      #expect(recording.timeline.isLate(runs.frame))
    }
  }

  @Test("Without an injection a frame only does its little work")
  func nothing() throws {
    let runs = try CauseInjector(nil, at: .hz120).run(count: 2)

    #expect(runs.allocations.joined().allSatisfy { $0 == 0 })
    #expect(runs.recordings.allSatisfy { $0.cpuNs[runs.frame] < 12_000_000 })
  }

  @Test("What follows from other causes is not injected", arguments: [FrameCause.handOver, .mixed])
  func derived(_ cause: FrameCause) {
    #expect(throws: Unavailable.self) { try CauseInjector(cause, at: .hz120) }
  }

  @Test("A worker answers with the runs, and with a reason where there are none")
  func worker() throws {
    let worker = Worker(registry: BenchmarkRegistry())

    guard
      case .injected(let runs) = worker.answer(
        .injectCause(.work, refreshRate: .hz120, count: 1))
    else {
      Issue.record("no runs")
      return
    }
    #expect(runs.recordings.count == 1)
    guard
      case .unavailable = worker.answer(.injectCause(.mixed, refreshRate: .hz120, count: 1))
    else {
      Issue.record("a cause that cannot be made was injected")
      return
    }
  }
}
