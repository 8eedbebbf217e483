import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Memory probe")
struct MemoryProbeTests {
  @Test(
    "Processes fit if they take at most a quarter of what is available, and if that is known",
    arguments: [
      (memory: 125, fits: true), (126, false), (0, true), (nil, false), (Int.max, false),
    ] as [(memory: Int?, fits: Bool)])
  func fits(memory: Int?, fits: Bool) {
    #expect(MemoryProbe.fits(processes: 2, using: memory, of: 1_000) == fits)
  }

  @Test("A worker whose system does not say how much memory it uses has no number")
  func unknown() async throws {
    func peak(_ bytes: Int?) async throws -> Int? {
      try await PlayedWorker().answering { (_: PeakMemory) in bytes }.ask(PeakMemory())
    }
    #expect(try await peak(nil) == nil)
    #expect(try await peak(9) == 9)
    await #expect(throws: WorkerFailure.implausible("Optional(0)")) { try await peak(0) }
  }
}
