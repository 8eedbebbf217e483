import BenchmarkModel
import Foundation
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Bisection")
struct BisectionTests {
  private func search(
    _ history: SimulatedHistory, metric: String? = nil
  ) async throws -> Bisection {
    var search = Bisection(history.trend(), metric: metric)
    try await search.search(by: history)
    return search
  }

  @Test("Three percent among 32 commits are found at their commit")
  func planted() async throws {
    var (trials, right) = (0, 0)
    var found: [[Int]] = []
    for seed in seeds(short: 12, long: 400) {
      let culprit = Int(1 + seed * 7 % 32)
      let history = SimulatedHistory(
        (0...32).map { $0 >= culprit ? 1.03 : 1 }, seed: 20_000 + seed)
      history.noise = 0.03
      let search = try await search(history)
      trials += 1
      found.append(
        [culprit] + search.culprits.map(\.commit) + [search.decision == .found ? 0 : -1])
      if search.decision == .found, search.culprits.map(\.commit) == [culprit] { right += 1 }
    }
    #expect(
      isLong ? Proportion(right, of: trials).interval.high > 0.95 : right == trials, "\(found)")
  }

  @Test("Takes two comparisons for each probe, of which there are log₂ n, and one to confirm")
  func cost() async throws {
    let history = SimulatedHistory((0...32).map { $0 >= 21 ? 1.2 : 1 }, seed: 1)
    history.noise = 0.005
    let search = try await search(history)

    #expect(search.culprits.map(\.commit) == [21])
    #expect(search.comparisonCount <= 1 + 2 * 6 + 1)
    #expect(history.comparisons.last.map { [$0.from, $0.to] } == [20, 21])
  }

  @Test("Ends that do not differ end the search")
  func unchanged() async throws {
    let history = SimulatedHistory(Array(repeating: 1, count: 9), seed: 2)
    let search = try await search(history)
    #expect(search.decision == .unchanged)
    #expect(history.comparisons.count == 1)

    let equal = SimulatedHistory([1, 1, 1], digests: ["a", "b", "a"], seed: 3)
    #expect(try await self.search(equal).decision == .unchanged)
    #expect(equal.comparisons.isEmpty)
  }

  @Test("Two commits that share the change are both found")
  func shared() async throws {
    let history = SimulatedHistory(
      (0...16).map { ($0 >= 5 ? 1.04 : 1) * ($0 >= 12 ? 1.05 : 1) }, seed: 4)
    let search = try await search(history)
    #expect(search.culprits.map(\.commit) == [5, 12])
    #expect(search.decision == .found)
    let product = search.culprits.compactMap(\.change?.value).reduce(1, *)
    #expect(abs(product - 1.04 * 1.05) < 0.02)
  }

  @Test("What does not build or crashes is bridged; the answer names the last known parent")
  func gaps() async throws {
    let history = SimulatedHistory(
      (0...8).map { [3, 4, 5].contains($0) ? nil : $0 >= 4 ? 1.2 : 1 }, seed: 5)
    history.crashing = [2]
    let search = try await search(history)
    #expect(search.culprits.map { [$0.parent, $0.commit] } == [[1, 6]])
    #expect(search.decision == .found)
  }

  @Test("An end that does not build is an error that names it")
  func brokenEnd() async throws {
    let history = SimulatedHistory([1, 1, nil], seed: 6)
    await #expect(throws: HistoryError.unusable("c2", reason: "does not build")) {
      _ = try await search(history)
    }
  }

  @Test("Counts are searched without any interval")
  func counts() async throws {
    let history = SimulatedHistory(Array(repeating: 1, count: 17), seed: 7)
    history.counts = (0...16).map { $0 >= 11 ? 4 : 2 }
    let search = try await search(history, metric: "mallocCountTotal")
    #expect(search.culprits.map(\.commit) == [11])
    #expect(search.culprits.map(\.change?.value) == [2])
    await #expect(
      throws: HistoryError.noSuchMetric("speed", known: ["cpuTotal", "mallocCountTotal"])
    ) {
      _ = try await self.search(history, metric: "speed")
    }
  }

  @Test("An undecided probe is measured again with more time, and never guessed")
  func undecided() async throws {
    let history = SimulatedHistory((0...4).map { $0 >= 3 ? 1.025 : 1 }, seed: 8)
    history.noise = 0.2
    let search = try await search(history)
    #expect(search.culprits.isEmpty)
    #expect(search.decision == .inconclusive)
    #expect(history.comparisons.count >= 4)
  }

  @Test("What was compared earlier is not compared again, also in less time", arguments: [5.0, 50])
  func known(seconds: Double) async throws {
    let levels = (0...8).map { $0 >= 6 ? 1.1 : 1 }
    let first = SimulatedHistory(levels, seed: 9)
    // All verdicts are certain.
    first.noise = 0.001
    first.launchNoise = 0.0001
    let done = try await search(first)
    let second = SimulatedHistory(levels, seed: 10)
    var search = Bisection(
      Trend(points: second.trend().points, comparisons: done.trend.comparisons, seconds: seconds))
    try await search.search(by: second)
    #expect(search.culprits.map(\.commit) == [6])
    #expect(second.comparisons.isEmpty)
    #expect(search.comparisonCount == done.comparisonCount)
  }
}
