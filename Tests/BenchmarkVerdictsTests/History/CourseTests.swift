import BenchmarkModel
import Foundation
import FrameTiming
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Courses from kept comparisons")
struct CourseTests {
  /// A trend whose commits are built to these digests.
  private func trend(
    _ builds: [String], names: Set<String> = ["work"], _ comparisons: [PairComparison]
  ) -> Trend {
    Trend(
      points: builds.enumerated().map { number, build in
        .init(
          commit: "c\(number)", subject: "", time: Date(timeIntervalSince1970: Double(number)),
          state: .built(digest: build, names: names))
      }, comparisons: PairComparisons(comparisons), seconds: 5)
  }

  private func explanation(_ name: String, _ rate: RefreshRate?) -> Explanation {
    Explanation(
      benchmark: name, per: .frame, rate: rate, baseline: .init(selfCosts: [:], units: 1),
      candidate: .init(selfCosts: ["f": 1], units: 1))
  }

  @Test("The first course of a benchmark has its name; others say what they are about")
  func labels() {
    let entries: [ComparisonEntry] = [
      .time(1.1, rate: .hz60), .time(1.1, rate: .hz120), .count(1, 2),
    ]
    #expect(
      trend(["a", "b"], [.init("a", "b", entries)]).courses.map(\.label)
        == ["work", "work at 120 Hz", "work mallocCountTotal"])
    // In the order in which comparisons found them.
    let later = [ComparisonEntry.time(1, rate: .hz120), .time(1, rate: .hz60)]
    for reversed in [false, true] {
      let times = reversed ? [2.0, 1] : [1, 2]
      #expect(
        trend(
          ["a", "b", "c"],
          [.init("a", "b", [later[1]], at: times[0]), .init("b", "c", later, at: times[1])]
        ).courses.map(\.series.rate) == (reversed ? [.hz120, .hz60] : [.hz60, .hz120]))
    }
    // Counts that do not change are no course, unless there is no other.
    #expect(trend(["a", "b"], [.init("a", "b", [.count(2, 2)])]).courses.map(\.label) == ["work"])
    #expect(
      trend(["a", "b"], [.init("a", "b", [.time(1), .count(2, 2)])]).courses.map(\.label)
        == ["work"])
  }

  @Test("A course begins with the first build that is known, on either side, or is the only one")
  func first() {
    func levels(_ builds: [String], _ pair: (String, String)) -> [Double?]? {
      trend(builds, [.init(pair.0, pair.1, [.time(1.25)])]).courses.first?.levels.map {
        $0.map { ($0.value * 100).rounded() / 100 }
      }
    }
    #expect(levels(["a", "b"], ("a", "b")) == [1, 1.25])
    #expect(levels(["a", "b"], ("b", "a")) == [1, 0.8])
    #expect(levels(["x", "a", "b"], ("a", "b")) == [nil, 1, 1.25])
    #expect(levels(["x"], ("a", "b")) == [1])
  }

  @Test("A step is explained by what was found for its benchmark at its rate")
  func explanations() {
    var comparison = PairComparison(
      "a", "b",
      [.time(1.1, of: "s", rate: .hz60), .time(1.1, of: "s", rate: .hz120), .time(1.1, of: "t")])
    comparison.explanations = [
      explanation("t", nil), explanation("s", .hz60), explanation("s", .hz120),
      explanation("u", .hz60),
    ]
    let steps = trend(["a", "b"], names: ["s", "t"], [comparison]).courses.flatMap(\.steps)
    #expect(steps.map(\.series.rate) == [.hz60, .hz120, nil])
    #expect(steps.map(\.explanation) == [1, 2, 0].map { comparison.explanations[$0] })
    let reversed = trend(["b", "a"], names: ["s", "t"], [comparison]).courses.flatMap(\.steps)
    #expect(
      reversed.map(\.explanation) == [1, 2, 0].map { comparison.explanations[$0].reversed })
  }

  @Test("A change that a comparison found is believed where the others agree that there is one")
  func confirmed() {
    // 1.2 % are beyond the threshold for the comparison, and not at the level of a course.
    for (ratio, verdict) in [(1.012, Verdict.regressed), (1 / 1.012, .improved)] {
      let comparison = PairComparison("a", "b", [.time(ratio, reach: 0.0015)])
      #expect(trend(["a", "b"], [comparison]).courses.first?.verdicts == [nil, verdict])
    }
  }

  @Test(
    "Without a comparison of its own, a pair has the threshold of its kind", arguments: [nil, 60])
  func inferred(hertz: Int?) {
    let rate = hertz.map { RefreshRate(hertz: $0) }
    let comparisons = [
      PairComparison("a", "c", [.time(1, rate: rate)]),
      PairComparison("b", "c", [.time(1 / 1.015, rate: rate)]),
    ]
    #expect(
      trend(["a", "b", "c"], comparisons).courses.first?.verdicts[1]
        == (hertz == nil ? .regressed : .unchanged))
  }

  @Test("Counts and dropped slots change by their own numbers, whichever side was the baseline")
  func ownNumbers() {
    let entries: [ComparisonEntry] = [
      .time(1, rate: .hz60, dropped: BySide(baseline: 0, candidate: 3)), .count(1, 2),
    ]
    func verdicts(_ builds: [String]) -> [Verdict?] {
      trend(builds, [.init("a", "b", entries)]).courses.map { $0.verdicts.last ?? nil }
    }
    #expect(verdicts(["a", "b"]) == [.unchanged, .regressed, .regressed])
    #expect(verdicts(["b", "a"]) == [.unchanged, .improved, .improved])
  }

  @Test("A build in which a benchmark failed is bridged, on whichever side that was found")
  func failures() {
    func pairs(_ side: ComparisonEntry.Gap) -> [[Int]] {
      let entry = ComparisonEntry(
        benchmark: "work", conclusion: .missing(from: side, reason: "it crashed"))
      return trend(["a", "b", "c"], [.init("a", "b", [entry])]).requests.map { [$0.from, $0.to] }
    }
    #expect(pairs(.baseline) == [[1, 2]])
    #expect(pairs(.candidate) == [[0, 2]])
    #expect(pairs(.both).isEmpty)
  }

  @Test("A comparison that found no change is believed, whatever its ratio is")
  func unchanged() {
    var entry = ComparisonEntry.time(1.05)
    entry.conclusion = .verdict(.unchanged)
    #expect(
      trend(["a", "b"], [.init("a", "b", [entry])]).courses.first?.verdicts == [nil, .unchanged])
  }

  @Test("Loops are doubted when they miss by more than the limit")
  func doubtful() throws {
    var course = Trend.Course(series: try #require(HistorySeries(.time(1))), label: "work")
    #expect(!course.isDoubtful)
    course.misfit = LevelFit.Misfit(chiSquare: 5, loops: 1, suspects: [])
    course.misfitLimit = 5
    #expect(!course.isDoubtful)
    course.misfitLimit = 5.0.nextDown
    #expect(course.isDoubtful)
  }

  @Test("A benchmark whose comparisons never fit is measured again three times")
  func neverFits() async throws {
    // Every comparison with the first commit says 10 % more than its neighbors add up to.
    let history = ScriptedHistory(commits: 16) { [.time($0.to - $0.from > 1 ? 1.1 : 1)] }
    var trend = history.trend()
    try await trend.measure(by: history)
    #expect(trend.repeatCount == 3)
    #expect(history.requests.count(where: \.replaces) == 3)
  }

  @Test("The slots that work drops are a series of that benchmark and rate")
  func dropped() throws {
    let frames = BySide(baseline: 1, candidate: 3)
    let entry = ComparisonEntry.time(1, of: "s", rate: .hz60, dropped: frames)
    let series = try #require(HistorySeries(entry)?.dropped)
    func isKnown(_ entry: ComparisonEntry) -> Bool {
      if case .counts(1, 3) = series.value(of: entry) { true } else { false }
    }
    #expect(isKnown(entry))
    #expect(!isKnown(.time(1, of: "t", rate: .hz60, dropped: frames)))
    #expect(!isKnown(.time(1, of: "s", rate: .hz120, dropped: frames)))
    var other = ComparisonEntry(
      benchmark: "s", .frames(metric: "mallocCountTotal", unit: "count", rate: .hz60),
      conclusion: .verdict(.unchanged))
    other.droppedFrames = frames
    #expect(!isKnown(other))
    // A ratio of 0 has no logarithm.
    let time = try #require(HistorySeries(.time(1)))
    #expect(time.value(of: .time(1)) != nil && time.value(of: .time(0)) == nil)
  }

  @Test("Counts differ if they are not equal, by no ratio where they grow from 0")
  func counts() throws {
    func ratio(_ old: Double, _ new: Double) throws -> SeriesFit.Ratio? {
      let entry = ComparisonEntry.count(old, new)
      return SeriesFit(
        try #require(HistorySeries(entry)), builds: ["a", "b"],
        PairComparisons([.init("a", "b", [entry])])
      ).ratio(from: "a", to: "b", level: 0.99)
    }
    #expect(try ratio(2, 3)?.value == 1.5 && ratio(2, 3)?.isDifferent == true)
    #expect(try ratio(2, 2)?.value == 1 && ratio(2, 2)?.isDifferent == false)
    #expect(try ratio(0, 0)?.value == 1 && ratio(0, 0)?.isDifferent == false)
    #expect(try ratio(0, 3)?.value == nil && ratio(0, 3)?.isDifferent == true)
  }

  @Test("Verdicts that are certain need no more time, those that are not do")
  func missing() {
    let known = PairComparisons([
      .init("a", "b", [.time(1.1, of: "sure"), .time(1.01, of: "open", reach: 0.1)])
    ])
    func missing(_ seconds: Double, acceptsCertain: Bool = true) -> Set<String> {
      known.missing(
        ["sure", "open", "new"], of: BuildPair(baseline: "b", candidate: "a"), seconds: seconds,
        acceptsCertain: acceptsCertain)
    }
    #expect(missing(5) == ["new"])
    #expect(missing(5.1) == ["new", "open"])
    #expect(missing(5.1, acceptsCertain: false) == ["new", "open", "sure"])
  }

  @Test(
    "The hours that a history may take are whole from ten on",
    arguments: [(9.94, "up to 9.9 hours"), (10, "up to 10 hours"), (10.6, "up to 10 hours")])
  func hours(_ hours: Double, text: String) {
    let error = HistoryError.tooMany(commits: 60, hours: hours, every: 4)
    #expect(error.description.contains(text))
  }

  @Test(
    "A step is as large as the part by which its sides surely differ",
    arguments: [
      (2, 1.6...2.5, 0.375), (0.5, 0.4...0.75, 0.25), (2, nil, 0.5), (0.25, nil, 0.75),
      (nil, nil, 1), (1.25, 0.9...1.5, 0), (0.75, 0.5...1.25, 0), (1, 1...1.5, 0), (1, 0.5...1, 0),
    ] as [(Double?, ClosedRange<Double>?, Double)])
  func sureShare(ratio: Double?, interval: ClosedRange<Double>?, share: Double) throws {
    let series = try #require(HistorySeries(.time(1)))
    let step = Trend.Step(
      series: series, from: 0, to: 1, ratio: ratio,
      interval: interval.map { Interval(low: $0.lowerBound, high: $0.upperBound) },
      verdict: .regressed, pair: nil, explanation: nil)
    #expect(step.sureShare == share)
  }

  @Test(
    "A step of recorded values is as large as more than twice their error, and half if in doubt",
    arguments: [
      (100.0, 200.0, 0.0, [.mean, .ranks], 0.5), (200, 100, 0, [.ranks], 0.25),
      (100, 200, 20, [.mean, .ranks], 0.3), (100, 200, 60, [.mean], 0),
      // Counts need no method.
      (1, 4, 0, [], 0.75),
    ] as [(Double, Double, Double, [StepSearch.Method], Double)])
  func sureShareOfRecorded(
    before: Double, after: Double, error: Double, methods: [StepSearch.Method], share: Double
  ) throws {
    let series = try #require(HistorySeries(.time(1)))
    let step = Trend.Step(
      series: series, from: 0, to: 1, ratio: after / before, interval: nil, verdict: .regressed,
      pair: nil, explanation: nil,
      ends: Trend.Step.Ends(before: before, after: after, error: error), methods: methods)
    #expect(abs(step.sureShare - share) < 1e-12)
  }
}
