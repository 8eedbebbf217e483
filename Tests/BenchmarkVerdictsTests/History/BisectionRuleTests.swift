import BenchmarkModel
import BenchmarkResults
import FrameTiming
import Testing

@testable import BenchmarkVerdicts

/// Searches in which every comparison is scripted, so that no chance is involved.
@Suite("Rules of bisection")
struct BisectionRuleTests {
  private func search(
    _ history: ScriptedHistory, metric: String? = nil
  ) async throws -> Bisection {
    var search = Bisection(history.trend(), metric: metric)
    try await search.search(by: history)
    return search
  }

  @Test("The number that differs most is searched; of equal ones, the first")
  func largest() async throws {
    let history = ScriptedHistory(commits: 2, names: ["a", "b", "c"]) { _ in
      [.time(1.02, of: "a"), .time(1.1, of: "b"), .time(1.1, of: "c")]
    }
    let search = try await search(history)
    #expect(search.series?.benchmark == "b")
    #expect(search.others.map(\.benchmark) == ["c", "a"])
    #expect(search.culprits.map(\.isConfirmed) == [true])
    // Once to find the difference, and once to confirm it.
    #expect(history.requests.map(\.effort) == [1, 1])
  }

  @Test("What is known of some benchmarks does not hide the others", arguments: 1...3)
  func knownInPart(count: Int) async throws {
    let entries: [ComparisonEntry] = [
      .time(1, of: "a"), .time(1, of: "b"), .time(1.1, of: "c"),
    ]
    let history = ScriptedHistory(commits: 2, names: ["a", "b", "c"]) { _ in entries }
    history.earlier = PairComparisons([PairComparison("b0", "b1", Array(entries.prefix(count)))])
    let search = try await search(history)
    #expect(search.series?.benchmark == "c")
    #expect(search.culprits.map(\.commit) == [1])
    // What is missing, unless all is known, and the confirmation.
    #expect(history.requests.count == (count < 3 ? 2 : 1))
  }

  @Test("What an earlier search has confirmed is not measured again")
  func knownConfirmation() async throws {
    let history = ScriptedHistory(commits: 3) { request in
      [.time((request.from..<request.to).contains(0) ? 1.1 : 1)]
    }
    let first = try await search(history)
    let measured = history.requests.count
    history.earlier = first.trend.comparisons
    let again = try await search(history)
    #expect(again.culprits.map(\.commit) == [1])
    #expect(again.culprits.map(\.isConfirmed) == [true])
    #expect(history.requests.count == measured)
  }

  @Test(
    "Only the named metric is searched; a clock's name means any time, also that of frames",
    arguments: [
      ("wallClock", nil, "cpuTotal"), ("cpuTotal", nil, "cpuTotal"), ("cpuTotal", 60, "work"),
      ("work", 60, "work"), ("mallocCountTotal", 60, "mallocCountTotal"),
    ])
  func metrics(asked: String, hertz: Int?, found: String) async throws {
    let rate = hertz.map { RefreshRate(hertz: $0) }
    let search = try await search(
      ScriptedHistory(commits: 2) { _ in [.time(1.1, rate: rate), .count(1, 2)] }, metric: asked)
    #expect(search.series?.quantity.metric == found)
    #expect(search.others.isEmpty)
  }

  @Test(
    "Of dropped frames, a third of the whole difference counts; of other counts, any difference",
    arguments: [(true, [1, 3]), (false, [1, 2, 3])])
  func counts(areDropped: Bool, culprits: [Int]) async throws {
    let counts = [0, 4, 7, 12]
    let history = ScriptedHistory(commits: 4) { request in
      let (old, new) = (counts[request.from], counts[request.to])
      return areDropped
        ? [.time(1, rate: .hz60, dropped: BySide(baseline: old, candidate: new))]
        : [.count(Double(old), Double(new))]
    }
    let metric = areDropped ? FrameMetric.droppedSlots.rawValue : "mallocCountTotal"
    #expect(try await search(history, metric: metric).culprits.map(\.commit) == culprits)
  }

  @Test("Ends that stay undecided are tried with up to eight times the time", arguments: [1, 2])
  func undecidedEnds(benchmarks: Int) async throws {
    let names = ["a", "b"].prefix(benchmarks)
    let history = ScriptedHistory(commits: 3, names: Set(names)) { _ in
      names.map { .time(1.02, of: $0, reach: 0.05) }
    }
    let search = try await search(history)
    #expect(history.requests.map(\.effort) == [1, 2, 4, 8])
    #expect(search.comparisonCount == 4)
    #expect(search.decision == .inconclusive)
    // What is undecided is named if it is only one.
    #expect(search.series?.benchmark == (benchmarks == 1 ? "a" : nil))
  }

  @Test("A probe whose halves may both matter is tried with up to eight times the time")
  func undecidedProbe() async throws {
    let history = ScriptedHistory(commits: 3) { request in
      [request.to - request.from == 2 ? .time(1.1) : .time(1.05, reach: 0.2)]
    }
    let search = try await search(history)
    #expect(search.undecided == [1..<3])
    #expect(search.culprits.isEmpty)
    #expect(Set(history.requests.map(\.effort)) == [1, 2, 4, 8])
  }

  @Test("A probe is clear if one half changed and the other is near 1, however uncertain")
  func clearProbe() async throws {
    let history = ScriptedHistory(commits: 3) { request in
      [request.from == 0 && request.to == 1 ? .time(1, reach: 0.05) : .time(1.1, reach: 0.03)]
    }
    let search = try await search(history)
    #expect(search.culprits.map(\.commit) == [2])
    #expect(history.requests.allSatisfy { $0.effort == 1 })
  }

  @Test("A probe of which one half changed is not clear while the other half may matter")
  func secondHalf() async throws {
    let history = ScriptedHistory(commits: 3) { request in
      let reach = request.effort == 1 ? 0.06 : 0.002
      return switch (request.from, request.to) {
      case (0, 1): [.time(1.1, reach: reach)]
      case (1, 2): [.time(1.02, reach: reach)]
      default: [.time(1.122)]
      }
    }
    let search = try await search(history)
    #expect(search.culprits.map(\.commit) == [1, 2])
    #expect(history.requests.contains { $0.effort == 2 })
  }

  @Test("A culprit whose own comparison stays uncertain is named and not confirmed")
  func unconfirmed() async throws {
    var isFirst = true
    let history = ScriptedHistory(commits: 2) { _ in
      defer { isFirst = false }
      return [.time(1.1, reach: isFirst ? 0.002 : 0.15)]
    }
    let search = try await search(history)
    #expect(search.culprits.map(\.isConfirmed) == [false])
    #expect(search.decision == .inconclusive)
    #expect(history.requests.map(\.effort) == [1, 1, 2, 4, 8])
  }

  @Test(
    "A culprit next to an end is confirmed by more than what located it", arguments: [1, 2])
  func confirmsNextToEnds(culprit: Int) async throws {
    let history = ScriptedHistory(commits: 3) { request in
      [.time((request.from..<request.to).contains(culprit - 1) ? 1.1 : 1)]
    }
    let search = try await search(history)
    #expect(search.culprits.map(\.commit) == [culprit])
    #expect(search.culprits.map(\.isConfirmed) == [true])
    #expect(
      history.requests.last
        == .init(from: culprit - 1, to: culprit, effort: 1))
  }

  @Test("A benchmark that fails at both ends is told, also if a metric is named")
  func failingEnds() async throws {
    let history = ScriptedHistory(commits: 2) { _ in
      [ComparisonEntry(benchmark: "work", conclusion: .missing(from: .both, reason: "it crashed"))]
    }
    await #expect(throws: HistoryError.nothingComparable("it crashed")) {
      _ = try await search(history, metric: "cpuTotal")
    }
  }

  @Test("An explanation is that of its culprit alone")
  func explained() async throws {
    let history = ScriptedHistory(commits: 3) { request in
      [.time(request.to - request.from == 2 ? 1.21 : 1.1)]
    }
    var search = try await search(history)
    let culprit = try #require(search.culprits.last)
    search.explain(
      culprit,
      by: Explanation(
        benchmark: "work", per: .operation, baseline: .init(selfCosts: [:], units: 1),
        candidate: .init(selfCosts: ["f": 1], units: 1)))
    #expect(search.culprits.map(\.commit) == [1, 2])
    #expect(search.culprits.map { $0.explanation == nil } == [true, false])
  }
}
