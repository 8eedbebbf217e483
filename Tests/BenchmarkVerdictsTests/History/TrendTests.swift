import BenchmarkModel
import Foundation
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Trends over commits")
struct TrendTests {
  private func measured(_ history: SimulatedHistory) async throws -> Trend {
    var trend = history.trend()
    try await trend.measure(by: history)
    return trend
  }

  @Test("Earlier commands are asked first, and only what they did not settle is measured")
  func recalls() async throws {
    let history = ScriptedHistory(commits: 2, names: ["a", "b"]) { _ in
      [.time(1, of: "a"), .time(1, of: "b")]
    }
    let pair = BuildPair(baseline: "b0", candidate: "b1")
    func earlier(_ entry: ComparisonEntry, seconds: Double) -> PairComparison {
      PairComparison(
        pair, names: [entry.benchmark], entries: [entry], seconds: seconds,
        time: Date(timeIntervalSince1970: seconds))
    }
    // The shorter one is certain, the longer one is not, and there is one of something else.
    history.earlier = PairComparisons([
      earlier(.time(1, of: "a"), seconds: 2), earlier(.time(1, of: "a", reach: 0.2), seconds: 3),
      earlier(.time(1, of: "unselected"), seconds: 9),
    ])
    var trend = history.trend()
    try await trend.measure(by: history)
    #expect(history.requests.count == 1)
    #expect(trend.comparisons[pair].map(\.names) == [["a"], ["a"], ["b"]])
    #expect(trend.next == nil)
  }

  @Test("Neighbors are compared, every fifth with the first, and the last with the first")
  func pairs() async throws {
    let history = SimulatedHistory(Array(repeating: 1, count: 13), seed: 1)
    history.noise = 0.001
    _ = try await measured(history)

    let pairs = history.comparisons.map { [$0.from, $0.to] }
    #expect(
      pairs
        == (1...5).map { [$0 - 1, $0] } + [[0, 5]] + (6...10).map { [$0 - 1, $0] } + [[0, 10]]
        + [[10, 11], [11, 12], [0, 12]])
  }

  @Test("Equal builds cost nothing, wherever they are, and their index is exactly equal")
  func equalBuilds() async throws {
    let history = SimulatedHistory(
      [1, 1, 1.2, 1.2, 1, 1.3], digests: ["a", "a", "b", "b", "a", "c"], seed: 2)
    let trend = try await measured(history)

    #expect(history.comparisons.map { [$0.from, $0.to] } == [[1, 2], [4, 5]])
    let course = try #require(trend.courses.first)
    #expect(course.levels.map { $0?.value == 1 } == [true, true, false, false, true, false])
    #expect(course.levels[2] == course.levels[3])
    #expect(course.steps.map(\.to) == [2, 4, 5])
    #expect(course.steps.map(\.verdict) == [.regressed, .improved, .regressed])
  }

  @Test("What does not build, lacks the benchmark or crashes is bridged")
  func gaps() async throws {
    let history = SimulatedHistory([1, nil, 1, 1, 1.1, 1.1], seed: 3)
    history.crashing = [3]
    let trend = try await measured(history)

    let course = try #require(trend.courses.first)
    #expect(course.levels.map { $0 == nil } == [false, true, false, true, false, false])
    #expect(course.steps.map { [$0.from, $0.to] } == [[2, 4]])
    // The crash is seen once, and not tried with every other commit.
    #expect(history.comparisons.count { $0.from == 3 || $0.to == 3 } == 1)
  }

  @Test("A kill loses only the comparison that ran, and no pair is measured twice")
  func kills() async throws {
    let levels = (0..<11).map { $0 < 6 ? 1.0 : 1.05 }
    var trend = SimulatedHistory(levels, seed: 4).trend()
    var pairs: [[Int]] = []
    for stop in [0, 1, 3, 2, 0, 5, nil] {
      let history = SimulatedHistory(levels, seed: 4 + UInt64(pairs.count))
      history.killedAfter = stop
      do {
        try await trend.measure(by: history)
      } catch is SimulatedHistory.Killed {}
      pairs += history.comparisons.map { [$0.from, $0.to] }
      // What a new process knows is what is stored.
      var next = history.trend()
      next.comparisons = trend.comparisons
      if stop != nil { trend = next }
    }
    #expect(Set(pairs).count == pairs.count)
    #expect(pairs.count == 12)
    #expect(trend.courses.first?.steps.map(\.to) == [6])
  }

  @Test("Identical code stays at 1, within a narrow interval, and has no steps")
  func identical() async throws {
    var (trials, inside, steps, widest) = (0, 0, 0, 0.0)
    for seed in seeds(short: 12, long: 400) {
      let history = SimulatedHistory(Array(repeating: 1, count: 21), seed: 1_000 + seed)
      let course = try #require(try await measured(history).courses.first)
      trials += 1
      let levels = course.levels.compactMap(\.self)
      if levels.count == 21, levels.allSatisfy({ $0.interval.contains(1) }) { inside += 1 }
      steps += course.steps.count
      if let last = levels.last { widest = max(widest, last.interval.high / last.value - 1) }
    }
    // A short run has the same seeds every time, so that chance has no part in it.
    #expect(
      isLong ? Proportion(inside, of: trials).interval.high > 0.95 : inside == trials,
      "\(inside) of \(trials)")
    #expect(
      isLong ? Proportion(steps, of: trials * 20).interval.low < 0.005 : steps == 0, "\(steps)")
    #expect(widest < 0.015)
  }

  @Test("Planted steps are found at their commits, and only there")
  func planted() async throws {
    var (trials, right) = (0, 0)
    var found: [[Int]] = []
    for seed in seeds(short: 10, long: 400) {
      var levels: [Double] = []
      for commit in 0...20 {
        levels.append(
          (commit >= 4 ? 1.04 : 1) * (commit >= 9 ? 0.94 : 1) * (commit >= 15 ? 1.03 : 1))
      }
      let history = SimulatedHistory(levels, seed: 5_000 + seed)
      let course = try #require(try await measured(history).courses.first)
      trials += 1
      found.append(course.steps.map(\.to))
      if course.steps.map(\.to) == [4, 9, 15] { right += 1 }
    }
    #expect(
      isLong ? Proportion(right, of: trials).interval.high > 0.95 : right == trials, "\(found)")
  }

  @Test("A comparison that lied is found by its loop, measured again, and replaced")
  func lie() async throws {
    var (trials, right, repeated) = (0, 0, 0)
    for seed in seeds(short: 6, long: 100) {
      let history = SimulatedHistory(Array(repeating: 1, count: 11), seed: 9_000 + seed)
      history.lies = [2: 0.05]
      let trend = try await measured(history)
      let course = try #require(trend.courses.first)
      trials += 1
      if course.steps.isEmpty, !course.isDoubtful { right += 1 }
      if history.comparisons.dropFirst(12).contains(where: { $0.from == 2 && $0.to == 3 }) {
        repeated += 1
      }
    }
    #expect(right == trials)
    #expect(repeated == trials)
  }

  @Test("Counts have steps without any interval")
  func counts() async throws {
    let history = SimulatedHistory(Array(repeating: 1, count: 5), seed: 6)
    history.counts = [0, 0, 3, 3, 6]
    let courses = try await measured(history).courses
    let course = try #require(courses.first { $0.series.quantity.isCounted })

    #expect(course.label == "work mallocCountTotal")
    #expect(course.steps.map(\.to) == [2, 4])
    #expect(course.steps.map(\.ratio) == [nil, 2])
  }
}
