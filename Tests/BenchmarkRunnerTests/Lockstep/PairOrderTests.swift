import BenchmarkVerdicts
import SampleStatistics
import Testing

@testable import BenchmarkRunner

@Suite("Pair order")
struct PairOrderTests {
  private func first(_ turn: PairOrder.Turn) async throws -> Character {
    var taken: [Character] = []
    _ = try await turn.take { taken.append($0 == .baseline ? "A" : "B") }
    return try #require(taken.first)
  }

  @Test("In every second, fourth and eighth part of a pair, both sides go first equally often")
  func parts() async throws {
    var generator = SplitMix64(seed: 1)
    var order = PairOrder(using: &generator)
    let turn = order.next()
    var firsts: [Character] = []
    for index in 0..<64 { firsts.append(try await first(turn.part(index))) }

    for step in [1, 2, 4, 8] {
      for start in 0..<step {
        let part = stride(from: start, to: 64, by: step).map { firsts[$0] }
        #expect(part.count { $0 == "A" } * 2 == part.count)
      }
    }
    #expect(try await first(turn) == firsts[0])
    #expect(try await first(order.next()) != firsts[0])
  }
}
