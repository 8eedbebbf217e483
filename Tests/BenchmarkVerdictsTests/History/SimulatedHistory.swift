import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import TestSupport

@testable import BenchmarkVerdicts

/// Commits whose true times are known, compared as a session compares them, but without a clock.
final class SimulatedHistory: HistoryProber, @unchecked Sendable {
  /// By commit: the true time of an operation, or nil for one that does not build.
  let levels: [Double?]

  /// By commit: what it is built to.
  let digests: [String]

  /// The standard deviation of the logarithm of a sample, and of what a process adds to all of its
  /// samples.
  var noise = 0.02
  var launchNoise = 0.003

  /// What the machine adds to the logarithm of the candidate's time in one comparison, by number:
  /// a lie.
  var lies: [Int: Double] = [:]

  /// Commits in which the benchmark crashes.
  var crashing: Set<Int> = []

  /// By commit: allocations of an operation; empty to count none.
  var counts: [Double] = []

  /// After how many comparisons the tool is killed, or nil for never.
  var killedAfter: Int?

  private(set) var comparisons: [Trend.Request] = []
  private var generator: SplitMix64

  struct Killed: Error {}

  init(_ levels: [Double?], digests: [String]? = nil, seed: UInt64) {
    self.levels = levels
    self.digests = digests ?? levels.indices.map { "build\($0)" }
    generator = SplitMix64(seed: seed)
  }

  /// The trend before anything is measured.
  func trend() -> Trend {
    Trend(
      points: levels.indices.map {
        .init(
          commit: "c\($0)", subject: "s\($0)", time: Date(timeIntervalSince1970: Double($0)))
      },
      seconds: 5)
  }

  func state(of commit: Int) async throws -> Trend.State {
    levels[commit] == nil
      ? .gap(reason: "does not build") : .built(digest: digests[commit], names: ["work"])
  }

  func known(of pair: BuildPair) -> [PairComparison] { [] }

  func compare(
    _ request: Trend.Request, effort: Int, replaces: Bool
  ) async throws -> PairComparison {
    if comparisons.count == killedAfter { throw Killed() }
    comparisons.append(request)
    return PairComparison(
      request.pair, names: request.names, entries: entries(request, effort),
      seconds: 5 * Double(effort), time: Date(timeIntervalSince1970: Double(comparisons.count)))
  }

  private func entries(_ request: Trend.Request, _ effort: Int) -> [ComparisonEntry] {
    for (commit, side) in [(request.from, ComparisonEntry.Gap.baseline), (request.to, .candidate)]
    where crashing.contains(commit) {
      return [
        ComparisonEntry(benchmark: "work", conclusion: .missing(from: side, reason: "it crashed"))
      ]
    }
    guard let old = levels[request.from], let new = levels[request.to] else { return [] }
    let lie = lies[comparisons.count - 1] ?? 0
    let count =
      counts.isEmpty
      ? []
      : [
        ComparisonEntry(
          benchmark: "work", .metric("mallocCountTotal", unit: "count/op"),
          baseline: counts[request.from], candidate: counts[request.to],
          conclusion: .verdict(
            VerdictRule.verdict(baseline: counts[request.from], candidate: counts[request.to])))
      ]
    return measure(old, new * exp(lie), launches: 12 * effort) + count
  }

  /// Draws pairs and judges them at the looks at which a session does, until it is certain.
  private func measure(_ old: Double, _ new: Double, launches: Int) -> [ComparisonEntry] {
    let rule = VerdictRule(threshold: ComparisonRules.pairedThreshold(of: .benchmark))
    let level = SequentialLevel(familywise: 0.01)
    var found: [ComparisonEntry]?
    while true {
      var times = PairedTimes(
        name: "work", level: level, operations: BySide(both: 1), metric: .cpuTotal)
      var look = 0
      var entries: [ComparisonEntry] = []
      for launch in 1...launches {
        times.add(launch: pairs(old, new))
        let isOver = launch == launches
        guard isOver || times.isDue(look: look) else { continue }
        look = isOver ? max(look, 1) : look
        entries = times.entries(atLook: look, rule: rule)
        look += 1
        let isFirst = found == nil && entries.contains { $0.verdict?.isChange == true }
        let isPrecise = entries.allSatisfy {
          isFirst || ($0.times?.interval.map { $0.high / $0.low } ?? 1) <= 1.01 * 1.01
        }
        if isPrecise, entries.allSatisfy({ $0.verdict != .inconclusive }) { break }
      }
      guard let first = found?.first else {
        guard entries.first?.verdict?.isChange == true else { return entries }
        found = entries
        continue
      }
      guard first.verdict != entries.first?.verdict else { return entries }
      entries[0].conclusion = .verdict(.inconclusive, reason: "not confirmed")
      return entries
    }
  }

  private func normal() -> Double { .normal(using: &generator) }

  private func pairs(_ old: Double, _ new: Double) -> [PairedTimes.Pair] {
    let shift = launchNoise * normal()
    // The speed of the machine drifts; both sides see it.
    let speed = 0.1 * normal()
    return (0..<32).map { _ in
      func time(_ level: Double, _ shift: Double) -> PairedTimes.Time {
        let isDisturbed = Double.random(in: 0..<1, using: &generator) < 0.1
        let factor = isDisturbed ? exp(Double.random(in: 0...2, using: &generator)) : 1
        let ns = 1_000 * level * factor * exp(speed + shift + noise * normal())
        return .init(wallNs: ns, cpuNs: ns)
      }
      return .init(baseline: time(old, -shift / 2), candidate: time(new, shift / 2))
    }
  }
}
