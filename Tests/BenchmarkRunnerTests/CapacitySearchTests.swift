import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming
import Testing

@testable import BenchmarkRunner

@Suite("Capacity search")
struct CapacitySearchTests {
  /// A worker whose frames take what a closure says of their layers and caches, in nanoseconds.
  private actor LayeredWorker: WorkerConnection {
    nonisolated let hello = InProcessConnection(registry: BenchmarkRegistry()).hello
    private let work: @Sendable (Int, CacheState) -> Int64
    private var layers = 0

    init(_ work: @escaping @Sendable (Int, CacheState) -> Int64) {
      self.work = work
    }

    func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
      switch request {
      case .prepare(_, let parameters):
        layers = parameters.layers
        return .prepared
      case .frames(_, let repetitions, let state, _):
        let work = work(layers, state)
        return .frames(Array(repeating: [work, work], count: repetitions))
      default: return .prepared
      }
    }
  }

  private func estimates(
    _ work: @escaping @Sendable (Int, CacheState) -> Int64
  ) async throws -> [Capacity] {
    try await CapacitySearch(
      name: "fade", traits: ScenarioTraits(duration: .milliseconds(20)), screen: .standard,
      scene: nil, workers: WorkerSource { LayeredWorker(work) }, clockCostNs: 0, isWarm: false
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
