import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming
import SystemTools
import Testing

@testable import BenchmarkRunner

@Suite("Capacity search")
struct CapacitySearchTests {
  /// A worker whose frames take what a closure says of their layers and caches, in nanoseconds.
  private static func worker(
    _ work: @escaping @Sendable (Int, CacheState) -> Int64
  ) -> PlayedWorker {
    let layers = Locked(0)
    return PlayedWorker()
      .answering { (asked: Prepare) in
        layers.withLock { $0 = asked.parameters.layers }
        return .done
      }
      .answering { (asked: TimeFrames) in
        let work = work(layers.withLock { $0 }, asked.state)
        return Array(repeating: [work, work], count: asked.repetitions)
      }
  }

  private func estimates(
    _ work: @escaping @Sendable (Int, CacheState) -> Int64
  ) async throws -> [Capacity] {
    try await CapacitySearch(
      name: "fade", traits: ScenarioTraits(duration: .milliseconds(20)), screen: .standard,
      scene: nil, workers: WorkerSource { Self.worker(work) }, clockCostNs: 0, isWarm: false
    ).estimates(nil, at: [.hz60], layers: 200)
  }

  @Test("Work that grows with the layers gives the number that fills a period")
  func grows() async throws {
    let found = try await estimates { layers, _ in 10_000 + 50 * Int64(layers) }
    #expect(found.map(\.layers) == [333_133])
  }

  @Test("A scene that ignores its layers has no capacity, also when its cold frames were disturbed")
  func ignores() async throws {
    #expect(try await estimates { _, _ in 10_000 } == [])
    #expect(
      try await estimates { layers, state in
        state == .cold && layers > 200 ? 20_000 : 10_000
      } == [])
  }

  @Test(
    "Cold frames that do not show how much more layers cost give no capacity",
    arguments: [-50_000, 0, 1, 20_000])
  func hidden(more: Int64) async throws {
    let found = try await estimates { layers, state in
      guard state == .cold else { return 50 * Int64(layers) }
      return 100_000 + (layers > 200 ? more : 0)
    }
    #expect(found == [])
  }

  @Test("A capacity is at most the largest scene that a search would try")
  func largest() async throws {
    let found = try await estimates { layers, _ in layers > 200 ? 13 : 10 }
    #expect(found.map(\.layers) == [8_000_000])
  }
}
