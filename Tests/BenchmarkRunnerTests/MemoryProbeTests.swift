import BenchmarkHarness
import Testing

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
    struct Worker: WorkerConnection {
      let hello = InProcessConnection(registry: BenchmarkRegistry()).hello
      let bytes: Int

      func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
        .memory(peakBytes: bytes)
      }
    }
    #expect(try await Worker(bytes: 0).memory() == nil)
    #expect(try await Worker(bytes: 9).memory() == 9)
  }
}
