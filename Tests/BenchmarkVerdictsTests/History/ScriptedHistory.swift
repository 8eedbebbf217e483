import BenchmarkModel
import Foundation
import FrameTiming
import SampleStatistics

@testable import BenchmarkVerdicts

/// Commits of which a test says what each comparison finds.
final class ScriptedHistory: HistoryProber, @unchecked Sendable {
  /// A comparison that was asked for.
  struct Request: Hashable {
    let from, to, effort: Int
    var replaces = false
  }

  private let count: Int
  private let names: Set<String>
  private let entries: (Request) -> [ComparisonEntry]
  private(set) var requests: [Request] = []

  /// What earlier commands found.
  var earlier = PairComparisons()

  init(
    commits count: Int, names: Set<String> = ["work"],
    _ entries: @escaping (Request) -> [ComparisonEntry]
  ) {
    self.count = count
    self.names = names
    self.entries = entries
  }

  /// The trend before anything is measured; commit 3 is built to `b3`.
  func trend(_ comparisons: [PairComparison] = [], seconds: Double = 5) -> Trend {
    Trend(
      points: (0..<count).map {
        .init(commit: "c\($0)", subject: "s\($0)", time: Date(timeIntervalSince1970: Double($0)))
      }, comparisons: PairComparisons(comparisons), seconds: seconds)
  }

  func state(of commit: Int) async throws -> Trend.State {
    .built(digest: "b\(commit)", names: names)
  }

  func known(of pair: BuildPair) -> [PairComparison] { earlier[pair] }

  func compare(
    _ request: Trend.Request, effort: Int, replaces: Bool
  ) async throws -> PairComparison {
    let asked = Request(from: request.from, to: request.to, effort: effort, replaces: replaces)
    requests.append(asked)
    return PairComparison(
      request.pair, names: request.names,
      entries: entries(asked).filter { request.names.contains($0.benchmark) },
      seconds: 5 * Double(effort), time: Date(timeIntervalSince1970: Double(requests.count)))
  }
}

extension ComparisonEntry {
  /// The time of a benchmark, or of a scenario's frames at a rate, whose ratio is known up to
  /// `reach` on a logarithmic scale.
  static func time(
    _ ratio: Double, of name: String = "work", reach: Double = 0.002, rate: RefreshRate? = nil,
    dropped: BySide<Int>? = nil
  ) -> ComparisonEntry {
    let interval = Interval(low: ratio * exp(-reach), high: ratio * exp(reach))
    var entry = ComparisonEntry(
      benchmark: name, rate.map { .work(at: $0) } ?? .metric("cpuTotal", unit: "ns/op"),
      baseline: 100, candidate: 100 * ratio,
      times: .init(
        threshold: 0.01, interval: interval, paired: .init(ratio: ratio, count: 99)),
      conclusion: .verdict(VerdictRule(threshold: 0.01).verdict(ratio: interval)))
    entry.droppedFrames = dropped
    return entry
  }

  /// The allocations of a benchmark.
  static func count(_ old: Double, _ new: Double, of name: String = "work") -> ComparisonEntry {
    ComparisonEntry(
      benchmark: name, .metric("mallocCountTotal", unit: "count/op"), baseline: old,
      candidate: new, conclusion: .verdict(VerdictRule.verdict(baseline: old, candidate: new)))
  }
}

extension PairComparison {
  /// What a comparison of two builds found, in five seconds.
  init(
    _ baseline: String, _ candidate: String, _ entries: [ComparisonEntry], at time: Double = 1
  ) {
    self.init(
      BuildPair(baseline: baseline, candidate: candidate), names: Set(entries.map(\.benchmark)),
      entries: entries, seconds: 5, time: Date(timeIntervalSince1970: time))
  }
}
