import BenchmarkModel
import BenchmarkVerdicts
import FramegateKit
import Testing

@testable import BenchmarkRunner

/// What a worker sees of the seed of Swift's hashing; a benchmark tells it as its reason.
@Suite("Hash seeds of workers", .enabled(if: BuiltTool.isThere, "there is no built tool"))
struct HashSeedTests {
  private static func seen(_ name: String, seed: UInt64?) async throws -> String {
    let launch = WorkerLaunch(executable: BuiltTool.path, hashSeed: seed)
    do {
      try await WorkerProcess.with(launch) { _ = try await $0.prepare(name) }
      return "prepared"
    } catch let unavailable as Unavailable {
      return unavailable.reason
    }
  }

  @Test("One seed gives one order and one hash value, in every process", arguments: [0, 1, .max])
  func equal(seed: UInt64) async throws {
    for name in ["sees.hashOrder", "sees.hashValue"] {
      let first = try await Self.seen(name, seed: seed)
      let second = try await Self.seen(name, seed: seed)
      #expect(first != "prepared")
      #expect(first == second)
    }
  }

  @Test("Another seed gives another order; none leaves it random")
  func different() async throws {
    var orders: Set<String> = []
    for seed in UInt64(0)..<4 { orders.insert(try await Self.seen("sees.hashOrder", seed: seed)) }
    #expect(orders.count == 4)

    var random: Set<String> = []
    for _ in 0..<4 { random.insert(try await Self.seen("sees.hashValue", seed: nil)) }
    #expect(random.count > 1)
  }

  @Test("Both sides of a launch have one seed, and workers of a run have another fixed one")
  func launches() {
    let lockstep = Lockstep(Workload())
    let launches = lockstep.launches(
      of: BySide(baseline: "a", candidate: "b"), in: AddressLayout(launcher: nil, shift: 0),
      hashSeed: 7)
    #expect(launches.both.map(\.hashSeed) == [7, 7])
    #expect(Workload().launch("a").hashSeed == 0)
    #expect(Workload { $0.hashesRandomly = true }.launch("a", hashSeed: 7).hashSeed == nil)
  }
}
