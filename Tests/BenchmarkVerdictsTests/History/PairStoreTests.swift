import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import ReportText
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

@Suite("Kept comparisons of builds")
struct PairStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ cpu: String = "CPU", setting: String = "s") -> PairStore {
    PairStore(
      ResultStore(root: folder.url), setting: setting,
      machine: Machine(
        cpuModel: .value(cpu), cores: 2, memoryBytes: .unavailable("no"), os: "os",
        kernel: .unavailable("no"), architecture: "x86_64", virtualized: .value(false)))
  }

  private func comparison(
    _ names: Set<String> = ["work"], ratio: Double = 1.04, time: Double = 1
  ) -> PairComparison {
    PairComparison(
      BuildPair(baseline: "a", candidate: "b"), names: names,
      entries: names.sorted().map {
        ComparisonEntry(
          benchmark: $0, .metric("cpuTotal", unit: "ns/op"), baseline: 100, candidate: 104,
          times: .init(
            threshold: 0.01, interval: Interval(low: 1.03, high: 1.05),
            paired: .init(ratio: ratio, count: 99)), conclusion: .verdict(.regressed))
      }, seconds: 5, time: Date(timeIntervalSince1970: time))
  }

  @Test("A benchmark is missing until one of its comparisons settles it")
  func missing() {
    let pair = BuildPair(baseline: "a", candidate: "b")
    func comparison(_ verdict: Verdict, seconds: Double) -> PairComparison {
      PairComparison(
        pair, names: ["work"],
        entries: [
          ComparisonEntry(
            benchmark: "work", .metric("cpuTotal", unit: "ns/op"), baseline: 100, candidate: 100,
            conclusion: .verdict(verdict))
        ], seconds: seconds, time: Date(timeIntervalSince1970: seconds))
    }
    let open = PairComparisons([comparison(.inconclusive, seconds: 3)])
    let known = PairComparisons([
      comparison(.unchanged, seconds: 2), comparison(.inconclusive, seconds: 3),
    ])

    #expect(open.missing(["work"], of: pair, seconds: 5) == ["work"])
    #expect(open.missing(["work"], of: pair, seconds: 3).isEmpty)
    #expect(known.missing(["work", "other"], of: pair, seconds: 5) == ["other"])
    #expect(known.missing(["work"], of: pair, seconds: 5, acceptsCertain: false) == ["work"])
  }

  @Test("A comparison survives a round trip, whichever side is asked for first")
  func roundTrip() throws {
    let kept = comparison()
    try store().add(kept)
    #expect(store().comparisons(of: kept.pair) == [kept])
    #expect(store().comparisons(of: kept.pair.reversed) == [kept])
  }

  @Test(
    "Entries of every kind survive a round trip",
    arguments: [
      ComparisonEntry(
        benchmark: "s", .work(at: .hz120), baseline: 5, candidate: 6,
        times: .init(threshold: 0.02, interval: nil),
        conclusion: .verdict(.inconclusive, reason: "few")),
      ComparisonEntry(
        benchmark: "c", .metric("mallocCountTotal", unit: "count/op"), baseline: 0, candidate: 3,
        conclusion: .verdict(.regressed)),
      ComparisonEntry(benchmark: "m", conclusion: .missing(from: .candidate, reason: "crashed")),
      ComparisonEntry(benchmark: "n", conclusion: .added(reason: "new")),
    ])
  func entries(_ entry: ComparisonEntry) throws {
    let read = try PrettyJSON.decode(ComparisonEntry.self, from: PrettyJSON.encode(entry))
    #expect(read == entry)
  }

  @Test("Other machines and settings know nothing of it")
  func others() throws {
    try store().add(comparison())
    #expect(store("other CPU").comparisons(of: comparison().pair).isEmpty)
    #expect(store(setting: "t").comparisons(of: comparison().pair).isEmpty)
  }

  @Test("A comparison that replaces others takes their benchmarks away from them")
  func replaces() throws {
    try store().add(comparison(["work", "other"]))
    try store().add(comparison(ratio: 1.001, time: 2), replaces: true)
    let kept = store().comparisons(of: comparison().pair)
    #expect(kept.map(\.names) == [["other"], ["work"]])
    #expect(kept.last?.entries.first?.ratio == 1.001)
    try store().add(comparison(ratio: 1.002, time: 3), replaces: true)
    #expect(store().comparisons(of: comparison().pair).map(\.names) == [["other"], ["work"]])
  }

  @Test("Equal histories are the same file, in whatever order they were compared")
  func order() throws {
    let all = (0..<20).map { number in
      PairComparison("b\(number % 7)", "b\(number % 7 + 1)", [.time(1.04)], at: Double(number / 3))
    }
    let file = try PrettyJSON.encode(PairComparisons(all))
    let reversed = PairComparisons(all.reversed())
    #expect(try PrettyJSON.encode(reversed) == file)
    #expect(reversed.all.map(\.time) == all.map(\.time))
  }

  @Test("An explanation belongs to the newest comparison, whichever was added last")
  func explainsNewest() {
    var known = PairComparisons([comparison(time: 2), comparison(time: 1)])
    let explanation = Explanation(
      benchmark: "work", per: .operation, baseline: .init(selfCosts: [:], units: 1),
      candidate: .init(selfCosts: ["f": 1], units: 1))
    let explained = known.explain(comparison().pair, explanation)
    #expect(explained?.time == Date(timeIntervalSince1970: 2))
    #expect(known.all.map(\.explanations.count) == [0, 1])
  }

  @Test("A change that is taken back is explained by the comparison that found it")
  func explainsReverts() throws {
    let pair = comparison().pair
    var known = PairComparisons([comparison()])
    let series = try #require(HistorySeries(comparison().entries[0]))
    let explanation = Explanation(
      benchmark: "work", per: .operation, baseline: .init(selfCosts: ["f": 1, "g": 2], units: 1),
      candidate: .init(selfCosts: ["f": 4, "h": 1], units: 1)
    ).named(by: [:], at: ["f": SourceLocation(file: "new", line: 1)])

    let explained = known.explain(pair.reversed, explanation.reversed)

    #expect(explained?.pair == pair)
    let back = try #require(known.explanation(of: series, pair.reversed))
    #expect(back.baseline == 5 && back.candidate == 3)
    #expect(back.functions.map(\.change) == [-3, 2, -1])
    let forth = try #require(known.explanation(of: series, pair))
    #expect(forth.functions.map(\.change) == [3, -2, 1])
    #expect(forth.functions.allSatisfy { $0.location == nil })
  }

  @Test("A comparison keeps what made it doubtful, and without it is read from older files")
  func warnings() throws {
    let kept = try PairComparison(
      comparison().pair, names: ["work"],
      Comparison(
        entries: comparison().entries,
        warnings: [.raisedThresholds(tolerance: 0.02), .randomAddresses]), Ending(), seconds: 5,
      time: Date(timeIntervalSince1970: 1))
    // Thresholds are the command's, and the next one may have others.
    #expect(kept.warnings == [MeasuringWarning.randomAddresses.text(.current)])
    #expect(kept.about(["work"]).warnings == kept.warnings)
    try store().add(kept)
    #expect(store().comparisons(of: kept.pair) == [kept])
    let old = try PrettyJSON.encode(comparison())
    #expect(!String(decoding: old, as: UTF8.self).contains("warnings"))
    #expect(try PrettyJSON.decode(PairComparison.self, from: old) == comparison())
  }

  @Test("A benchmark that failed is not kept, because it may run the next time")
  func failures() throws {
    var entries = comparison().entries
    entries.append(
      ComparisonEntry(
        benchmark: "other", conclusion: .missing(from: .candidate, reason: "timed out")))
    let found = PairComparison(
      comparison().pair, names: ["work", "other"], entries: entries, seconds: 5, time: Date())

    try store().add(found.withoutFailures)

    let kept = try #require(store().comparisons(of: found.pair).first)
    #expect(kept.names == ["work"])
    #expect(kept.entries.allSatisfy { $0.benchmark == "work" })
  }

  @Test("A comparison that a signal or an error ended early is not kept")
  func endedEarly() {
    func keep(_ ending: Ending) throws -> PairComparison {
      try PairComparison(
        comparison().pair, names: ["work", "missing"], Comparison(entries: comparison().entries),
        ending, seconds: 5, time: Date())
    }
    var failed = Ending(failures: [.init(name: "missing", reason: "crashed")])
    #expect(throws: Never.self) { _ = try keep(failed) }
    failed.end(early: Failure(), without: .restOfComparison)
    #expect(throws: HistoryError.comparisonEnded(reason: "the program was replaced")) {
      _ = try keep(failed)
    }
    #expect(throws: CancellationError.self) { _ = try keep(Ending(isInterrupted: true)) }
  }

  private struct Failure: Error, CustomStringConvertible {
    let description = "the program was replaced"
  }

  @Test("What is added to a comparison changes only the one of that time")
  func updates() throws {
    for time in [1.0, 2] { try store().add(comparison(time: time)) }
    var explained = comparison(time: 2)
    explained.explanations = [
      Explanation(
        benchmark: "work", per: .operation, baseline: .init(selfCosts: [:], units: 1),
        candidate: .init(selfCosts: ["f": 1], units: 1))
    ]
    try store().update(explained)
    #expect(store().comparisons(of: explained.pair) == [comparison(time: 1), explained])

    // Files have whole seconds, and two comparisons of one second may be about other benchmarks.
    try store().add(comparison(["other"], time: 3))
    var measured = comparison(time: 3.7)
    try store().add(measured)
    measured.explanations = explained.explanations
    try store().update(measured)
    #expect(store().comparisons(of: measured.pair).map(\.explanations.count) == [0, 1, 0, 1])
  }

  /// Contents that no tool wrote.
  private static let garbage = [
    "", "{", "[[[[[", "null", "{\"schemaVersion\":1}", String(repeating: "[", count: 513),
    "{\"schemaVersion\":2,\"machine\":{},\"comparisons\":[]}",
  ]

  @Test("A damaged file is no comparison, and is replaced", arguments: garbage)
  func damaged(_ content: String) throws {
    try store().add(comparison())
    let pairs = folder.url.appending(path: "pairs")
    let file = pairs.appending(path: "a-b-s.json")
    try Data(content.utf8).write(to: file)
    #expect(store().comparisons(of: comparison().pair).isEmpty)
    try store().add(comparison())
    #expect(store().comparisons(of: comparison().pair).count == 1)
  }

  @Test(
    "Numbers that are no ratios make a file unusable",
    arguments: [
      ("\"ratio\" : 1.04", "\"ratio\" : -1"), ("1.03", "-1.03"), ("\"regressed\"", "\"kept\""),
      ("1.03", "1e-300"), ("1.05", "1e300"), ("\"count\" : 99", "\"count\" : -1"),
      ("\"count\" : 99", "\"count\" : 9223372036854775807"),
      ("\"seconds\" : 5", "\"seconds\" : 1e300"), ("\"seconds\" : 5", "\"seconds\" : -1"),
    ])
  func unusable(_ found: String, _ instead: String) throws {
    try store().add(comparison())
    let file = folder.url.appending(path: "pairs/a-b-s.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(found))
    try Data(text.replacing(found, with: instead).utf8).write(to: file)
    #expect(store().comparisons(of: comparison().pair).isEmpty)
  }
}
