import BenchmarkModel
import BenchmarkResults
import Foundation
package import SampleStatistics

extension Trend {
  /// One number of a benchmark over the commits.
  package struct Course: Sendable {
    package let series: HistorySeries

    /// The benchmark's name, followed by what distinguishes this course from its others.
    package let label: String

    /// By point: its level relative to the first point that has one.
    package internal(set) var levels: [Level?] = []

    /// By point: the verdict on its change against the point before it that has a level.
    package internal(set) var verdicts: [Verdict?] = []

    package internal(set) var steps: [Step] = []

    /// The unit of the levels, if they are values and not relative to the first.
    package internal(set) var unit: String?

    /// Whether its levels were recorded one after the other, not compared in pairs.
    package var isRecorded: Bool { unit != nil }

    /// The unit after a number, with a space: ` ns`; empty for an index and for plain numbers.
    package var unitSuffix: String {
      guard let unit, !unit.isEmpty else { return "" }
      return " \(unit)"
    }

    /// By point: what changed there, so that its level is not joined with those before it.
    package internal(set) var breaks: [Int: String] = [:]

    /// How badly loops of comparisons fit together, or nil for counts and without loops.
    package internal(set) var misfit: LevelFit.Misfit?

    /// The chi-square of the misfit above which the loops do not fit.
    package internal(set) var misfitLimit = Double.infinity

    /// The pairs that other comparisons contradict, the worst first.
    package internal(set) var suspects: [BuildPair] = []

    /// The points between breaks.
    package var segments: [Range<Int>] {
      let starts = [0] + breaks.keys.sorted()
      return zip(starts, starts.dropFirst() + [levels.count]).map { $0..<$1 }
    }

    /// Whether some comparison must be wrong.
    package var isDoubtful: Bool { misfit.map { $0.chiSquare > misfitLimit } ?? false }
  }

  /// A value of a course, and its interval.
  ///
  /// In a trend, it is an index, and the intervals of all commits of a course hold together with a
  /// probability of 95 %. In records, it is the median of the recorded values, and the interval
  /// spans all values and the intervals that their tools gave.
  package struct Level: Hashable, Sendable {
    package let value: Double
    package let interval: Interval

    /// How many values were recorded, of which this is the median; 1 for an index.
    package let count: Int

    /// The smallest and the largest of those values.
    package let range: Interval

    init(value: Double, interval: Interval, count: Int = 1, range: Interval? = nil) {
      self.value = value
      self.interval = interval
      self.count = count
      self.range = range ?? Interval(low: value, high: value)
    }
  }

  /// A change between two neighboring commits.
  package struct Step: Hashable, Sendable {
    package let series: HistorySeries

    /// The numbers of the points before and after it; points between these two have no level.
    package let from, to: Int

    /// Nil for counts that grow from 0, and if one of two recorded values is not above 0.
    package let ratio: Double?
    package let interval: Interval?
    package let verdict: Verdict

    /// The builds that were compared, or nil for values that were recorded one after the other.
    package let pair: BuildPair?

    /// Which functions changed, or nil if that was not determined.
    package internal(set) var explanation: Explanation?

    /// For values that were recorded one after the other: the medians before and after the step.
    package var ends: Ends?

    /// For values that were recorded one after the other: the methods that find the step.
    package var methods: [StepSearch.Method] = []

    package struct Ends: Hashable, Sendable {
      package let before, after: Double

      /// The standard error of their difference.
      let error: Double
    }

    /// The certain part of the difference, as a share of the larger side: 0.5 for at least a
    /// doubling or a halving, and 1 for what grows from 0.
    ///
    /// A step that only one of two methods finds counts half.
    package var sureShare: Double {
      if let ends {
        let larger = max(ends.before.magnitude, ends.after.magnitude)
        let difference = (ends.after / larger - ends.before / larger).magnitude
        let sure = max(0, difference - 2 * ends.error / larger)
        return methods.count == 1 ? sure / 2 : sure
      }
      guard let ratio else { return 1 }
      let range = interval ?? Interval(low: ratio, high: ratio)
      if range.low <= 1, range.high >= 1 { return 0 }
      return 1 - (ratio > 1 ? 1 / range.low : range.high)
    }
  }

  /// The probability that any loop of a trend without errors is called a misfit, or any step is
  /// found by levels alone.
  private static let chanceOfError = 0.01

  /// By point: the digest of its build, or nil without a build.
  private var builds: [String?] { points.map(\.state.digest) }

  /// The courses of all benchmarks, in their order, each one's time first; counts only if they
  /// change.
  package var courses: [Course] {
    let parts = comparisons.byBenchmark
    let known = parts.mapValues { part in
      part.all.flatMap(\.entries).compactMap(HistorySeries.init).uniqued()
    }
    let order = builds.compactMap(\.self)
    let chance = Self.chanceOfError / Double(max(1, known.values.joined().count + others))
    return names.flatMap { name -> [Course] in
      // Only this benchmark's comparisons are read, because there are many others.
      var own = self
      own.comparisons = parts[name] ?? PairComparisons()
      let series = known[name] ?? []
      let sorted =
        series.filter { !$0.quantity.isCounted } + series.filter(\.quantity.isCounted)
        + series.compactMap(\.dropped)
      return sorted.enumerated().compactMap { index, series in
        let course = own.course(
          series, label: series.label(isFirst: index == 0), order, chance: chance)
        return course.series.quantity.isCounted && course.steps.isEmpty && index > 0 ? nil : course
      }
    }
  }

  private func course(
    _ series: HistorySeries, label: String, _ order: [String], chance: Double
  ) -> Course {
    let fit = SeriesFit(series, builds: order, comparisons)
    var course = Course(series: series, label: label)
    let count = Double(max(1, Set(order).count))
    var ends: (first: String, last: (point: Int, build: String))?
    for (point, build) in builds.enumerated() {
      course.levels.append(nil)
      course.verdicts.append(nil)
      guard let build, points[point].state.names.contains(series.benchmark),
        let first = ends?.first ?? first(build, fit),
        let ratio = fit.ratio(from: first, to: build, level: 1 - 0.05 / count)
      else { continue }
      if let value = ratio.value, let interval = ratio.interval {
        course.levels[point] = Level(value: value, interval: interval)
      }
      let change = ends.map { self.change(fit, from: $0.last, to: (point, build), count) }
      course.verdicts[point] = change?.verdict
      if let step = change?.step { course.steps.append(step) }
      ends = (first, (point, build))
    }
    course.misfit = fit.misfit
    if let misfit = course.misfit {
      course.misfitLimit = misfit.limit(level: 1 - chance)
      course.suspects = suspects(misfit, fit)
    }
    return course
  }

  /// The build, if enough is known about it to be the first of a course.
  private func first(_ build: String, _ fit: SeriesFit) -> String? {
    let isKnown =
      fit.series.quantity.isCounted
      ? fit.count(of: build) != nil
      : fit.pairs.contains { $0.baseline == build || $0.candidate == build }
    return isKnown || Set(builds.compactMap(\.self)).count == 1 ? build : nil
  }

  /// The verdict on two neighbors, and the step between them if there is one.
  private func change(
    _ fit: SeriesFit, from: (point: Int, build: String), to: (point: Int, build: String),
    _ count: Double
  ) -> (verdict: Verdict, step: Step?) {
    let pair = BuildPair(baseline: from.build, candidate: to.build)
    guard from.build != to.build else { return (.unchanged, nil) }
    guard let ratio = fit.ratio(from: from.build, to: to.build, level: 0.99) else {
      return (.inconclusive, nil)
    }
    let verdict = verdict(fit, pair, ratio, level: 1 - Self.chanceOfError / count)
    guard verdict.isChange else { return (verdict, nil) }
    return (
      verdict,
      Step(
        series: fit.series, from: from.point, to: to.point, ratio: ratio.value,
        interval: ratio.interval, verdict: verdict, pair: pair,
        explanation: comparisons.explanation(of: fit.series, pair))
    )
  }

  /// What all comparisons say about two builds.
  ///
  /// The verdict of their own comparison holds if it is `unchanged`, is about counts, or is a
  /// change that the other comparisons do not contradict. Otherwise, all comparisons together
  /// decide at `level`, by the threshold of the pair `usual` or, without one, of this pair.
  func verdict(
    _ fit: SeriesFit, _ pair: BuildPair, _ ratio: SeriesFit.Ratio, level: Double,
    usual: BuildPair? = nil
  ) -> Verdict {
    let own = verdict(fit.series, pair)
    if let found = own.verdict, found != .inconclusive {
      let isAbove = ratio.value.map { $0 > 1 } ?? true
      if found == .unchanged || fit.series.quantity.isCounted { return found }
      if ratio.isDifferent, isAbove == (found == .regressed) { return found }
    }
    guard !fit.series.quantity.isCounted else { return own.verdict ?? .inconclusive }
    let threshold = usual.map { verdict(fit.series, $0).threshold } ?? own.threshold
    let sure = fit.ratio(from: pair.baseline, to: pair.candidate, level: level)
    return VerdictRule(threshold: threshold).verdict(ratio: sure?.interval)
  }

  /// What the newest comparison of a pair says about a series by itself.
  func verdict(
    _ series: HistorySeries, _ pair: BuildPair
  ) -> (verdict: Verdict?, threshold: Double) {
    let usual = ComparisonRules.pairedThreshold(of: series.rate == nil ? .benchmark : .scenario)
    for comparison in comparisons[pair].sorted(by: { $0.time > $1.time }) {
      for entry in comparison.entries {
        guard let value = series.value(of: entry) else { continue }
        // If the sides compute different results, their times are still judged here.
        var verdict = entry.verdict ?? entry.evidence?.time
        // Another order of linking would not show this change.
        if case .moved = entry.conclusion { verdict = .unchanged }
        if series.quantity.isOnDemand, case .counts(let old, let new) = value {
          verdict = VerdictRule.verdict(baseline: old, candidate: new)
        }
        return (
          comparison.pair == pair ? verdict : verdict?.reversed, entry.times?.threshold ?? usual
        )
      }
    }
    return (nil, usual)
  }

  /// The first value in which the answers of a pair differ, by its newest comparison.
  func difference(_ series: HistorySeries, _ pair: BuildPair) -> AnswerDifference? {
    guard series.quantity == .answers else { return nil }
    return comparisons[pair].filter { $0.pair == pair }.sorted { $0.time > $1.time }
      .flatMap(\.entries).first { series.value(of: $0) != nil }?.evidence?.answers.difference
  }

  /// The pairs that do not fit, the worst first; of those that fit equally badly, those whose
  /// comparison found a change.
  private func suspects(_ misfit: LevelFit.Misfit, _ fit: SeriesFit) -> [BuildPair] {
    guard let worst = misfit.suspects.first?.deviations else { return [] }
    let alike = misfit.suspects.filter { $0.deviations > 0.9 * worst }.map { fit.pairs[$0.edge] }
    let changed = alike.filter { verdict(fit.series, $0).verdict?.isChange == true }
    let rest = misfit.suspects.map { fit.pairs[$0.edge] }
    return (changed + alike + rest).uniqued()
  }
}
