import BenchmarkModel
import BenchmarkResults
import Foundation

/// The search for the commits that made a benchmark slower, or changed another number of it.
///
/// Every probe is measured side by side with the first and with the last commit, because times of
/// different hours do not compare. An undecided comparison is repeated with more time; its result
/// is not guessed.
package struct Bisection: Sendable {
  /// What the search decided.
  package enum Decision: String, Codable, Sendable {
    /// All commits that share the change are found and confirmed.
    case found

    /// The first and the last commit do not differ.
    case unchanged

    /// The time was not enough for some step.
    case inconclusive
  }

  /// A commit that changed the number.
  package struct Culprit: Hashable, Sendable {
    /// The number of the last known commit before it.
    package let parent: Int

    /// Its number.
    package let commit: Int

    /// The change between the two, or nil if it is not known.
    package let change: SeriesFit.Ratio?

    /// Whether a comparison of the two, with new processes, agrees.
    package let isConfirmed: Bool

    package internal(set) var explanation: Explanation?

    /// The first value that differs, or nil unless answers are searched.
    package internal(set) var difference: AnswerDifference?
  }

  /// The longest measuring time of an undecided comparison, as a multiple of the first time.
  package static let mostEffort = 8

  package private(set) var trend: Trend

  /// What was known before the search, or is recalled from earlier commands.
  private var known: PairComparisons

  /// The metric that is searched; nil to take one that differs.
  private let metric: String?

  /// The series that is searched, once it is known.
  package private(set) var series: HistorySeries?

  /// Other numbers that differ between the first and the last commit.
  package private(set) var others: [HistorySeries] = []

  package private(set) var culprits: [Culprit] = []

  /// Ranges that hide a part of the change that could not be located.
  package private(set) var undecided: [Range<Int>] = []

  package private(set) var decision = Decision.inconclusive

  /// How many comparisons were needed, including those that were measured earlier.
  package private(set) var comparisonCount = 0

  /// The ratio of the last and the first commit.
  package private(set) var total: SeriesFit.Ratio?

  /// A search in `trend` for the commits that changed a metric.
  ///
  /// - Parameters:
  ///   - trend: The commits, and what is known about them.
  ///   - metric: The metric to search; nil for the time if that differs, else another.
  package init(_ trend: Trend, metric: String? = nil) {
    self.trend = trend
    known = trend.comparisons
    self.metric = metric
  }
}

extension Bisection {
  /// Finds the commits that changed the metric, by building and comparing some of them.
  ///
  /// - Throws: What the prober throws, and ``HistoryError`` if one of the ends cannot be measured.
  package mutating func search(by prober: some HistoryProber) async throws {
    let (good, bad) = (0, trend.points.count - 1)
    for end in [good, bad] { try await build(end, prober, isEnd: true) }
    guard try await differ(good, bad, prober) else { return }
    var open = [(good, bad)]
    while !open.isEmpty {
      let (low, high) = open.removeFirst()
      guard let middle = try await middle(of: low, high, prober) else {
        try await confirm(low, high, prober)
        continue
      }
      let halves = [(low, middle), (middle, high)]
      let changes: [Change]? = try await untilClear { search, effort in
        try await search.place(middle, between: low, high, effort, prober)
        guard search.digest(middle) != nil else { return (nil, isClear: true) }
        let changes = halves.map { search.change($0.0, $0.1) }
        let isClear = changes.contains(.changed) && !changes.contains(.undecided(isLikely: true))
        return (changes, isClear)
      }
      guard let changes else {
        // This commit lacks the metric, so the search probes another one.
        open.insert((low, high), at: 0)
        continue
      }
      let found = zip(halves, changes).filter { $1 == .changed }.map(\.0)
      if found.isEmpty { undecided.append(low + 1..<high + 1) }
      open += found
    }
    culprits.sort { $0.commit < $1.commit }
    let isComplete = undecided.isEmpty && culprits.allSatisfy(\.isConfirmed)
    if isComplete, !culprits.isEmpty { decision = .found }
  }

  package func pair(of culprit: Culprit) -> BuildPair? {
    guard let old = digest(culprit.parent), let new = digest(culprit.commit) else { return nil }
    return BuildPair(baseline: old, candidate: new)
  }

  package mutating func explain(_ culprit: Culprit, by explanation: Explanation) {
    for index in culprits.indices where culprits[index].commit == culprit.commit {
      culprits[index].explanation = explanation
    }
  }

  /// Asks again with twice the measuring time until the answer is clear, up to ``mostEffort`` times
  /// the first measuring time.
  private mutating func untilClear<Answer>(
    _ ask: (inout Bisection, _ effort: Int) async throws -> (answer: Answer, isClear: Bool)
  ) async throws -> Answer {
    var effort = 1
    while true {
      let found = try await ask(&self, effort)
      if found.isClear || effort >= Self.mostEffort { return found.answer }
      effort *= 2
    }
  }

  /// Whether the number differs between two commits.
  private enum Change: Hashable {
    case changed, same

    /// The interval is too wide; `isLikely` if the difference would matter.
    case undecided(isLikely: Bool)
  }

  private func digest(_ point: Int) -> String? { trend.points[point].state.digest }

  /// The builds of the first and the last commit.
  private var ends: BuildPair {
    BuildPair(baseline: digest(0) ?? "", candidate: digest(trend.points.count - 1) ?? "")
  }

  private func fit(_ series: HistorySeries) -> SeriesFit {
    SeriesFit(series, builds: trend.points.indices.compactMap(digest), trend.comparisons)
  }

  /// Whether `number`, or else the number that is searched, differs between two commits.
  private func change(_ low: Int, _ high: Int, in number: HistorySeries? = nil) -> Change {
    guard let old = digest(low), let new = digest(high), old != new else { return .same }
    guard let fit = (number ?? series).map(fit),
      let ratio = fit.ratio(from: old, to: new, level: 0.99)
    else { return .undecided(isLikely: true) }
    if fit.series.quantity.isCounted {
      guard let before = fit.count(of: old), let after = fit.count(of: new) else { return .same }
      // Which frames are dropped depends on measured times, so a few of them may come and go.
      let total = abs((fit.count(of: ends.candidate) ?? 0) - (fit.count(of: ends.baseline) ?? 0))
      let isDropped = fit.series.quantity == .droppedSlots
      let least = isDropped ? max(1, total / 3) : .leastNonzeroMagnitude
      return abs(after - before) >= least ? .changed : .same
    }
    let pair = BuildPair(baseline: old, candidate: new)
    switch trend.verdict(fit, pair, ratio, level: 0.99, usual: ends) {
    case .regressed, .improved: return .changed
    case .unchanged: return .same
    case .inconclusive:
      let threshold = trend.verdict(fit.series, ends).threshold
      return .undecided(isLikely: (ratio.value.map { abs(log($0)) } ?? 1) > log1p(threshold))
    }
  }

  /// Builds a commit, and finds out what it has.
  private mutating func build(
    _ point: Int, _ prober: some HistoryProber, isEnd: Bool = false
  ) async throws {
    try await trend.build(point, by: prober)
    if isEnd, case .gap(let reason) = trend.points[point].state {
      throw HistoryError.unusable(trend.points[point].commit, reason: reason)
    }
  }

  /// The commit nearest to the middle that can be built, or nil if none between the ends can be.
  private mutating func middle(
    of low: Int, _ high: Int, _ prober: some HistoryProber
  ) async throws -> Int? {
    let center = (low + high) / 2
    for point in (low + 1..<high).sorted(by: { abs($0 - center) < abs($1 - center) }) {
      try await build(point, prober)
      let state = trend.points[point].state
      if state.digest != nil, series.map({ state.names.contains($0.benchmark) }) ?? true {
        return point
      }
    }
    return nil
  }

  /// Compares two commits, unless they run the same code or are known well enough.
  private mutating func compare(
    _ low: Int, _ high: Int, _ effort: Int, _ prober: some HistoryProber, isNew: Bool = false
  ) async throws {
    guard case .built(let old, let before) = trend.points[low].state,
      case .built(let new, let after) = trend.points[high].state, old != new
    else { return }
    let pair = BuildPair(baseline: old, candidate: new)
    let all = series.map { [$0.benchmark] } ?? before.intersection(after)
    recall(all, of: pair, prober)
    let names =
      isNew
      ? all
      : trend.comparisons.missing(
        all, of: pair, seconds: trend.seconds * Double(effort),
        acceptsCertain: effort == 1 || series == nil)
    if effort == 1 || !names.isEmpty { comparisonCount += 1 }
    guard !names.isEmpty else { return }
    trend.comparisons.add(
      try await prober.compare(
        Trend.Request(pair: pair, from: low, to: high, names: names), effort: effort,
        replaces: false))
  }

  private mutating func recall(
    _ names: Set<String>, of pair: BuildPair, _ prober: some HistoryProber
  ) {
    for earlier in trend.recall(names, of: pair, from: prober) { known.add(earlier) }
  }

  /// Finds out whether the ends differ, and in which numbers.
  private mutating func differ(
    _ good: Int, _ bad: Int, _ prober: some HistoryProber
  ) async throws -> Bool {
    guard digest(good) != digest(bad) else {
      decision = .unchanged
      return false
    }
    let found = try await untilClear { search, effort in
      try await search.compare(good, bad, effort, prober)
      let found = try search.candidates().map { ($0, search.change(good, bad, in: $0)) }
      let isClear = found.contains { $1 == .changed } || found.allSatisfy { $1 == .same }
      return (found, isClear)
    }
    let changed = found.filter { $1 == .changed }.map(\.0)
    others = Array(changed.dropFirst())
    series = changed.first ?? (found.count == 1 ? found.first?.0 : nil)
    total = ratio(good, bad)
    if changed.isEmpty, found.allSatisfy({ $1 == .same }) { decision = .unchanged }
    return !changed.isEmpty
  }

  /// The numbers that may be searched: times before counts, and the largest change first.
  private func candidates() throws -> [HistorySeries] {
    let entries = trend.comparisons.all.flatMap(\.entries)
    var known: [HistorySeries] = []
    for entry in entries.sorted(by: { $0.distance ?? 0 > $1.distance ?? 0 }) {
      guard let series = HistorySeries(entry) else { continue }
      let answers = series.answers.flatMap { $0.value(of: entry) == nil ? nil : $0 }
      for series in [series, series.dropped, answers].compactMap(\.self)
      where !known.contains(series) { known.append(series) }
    }
    if known.isEmpty { throw HistoryError.nothingComparable(entries.compactMap(\.reason).first) }
    guard let metric else {
      let usual = known.filter { !$0.quantity.isOnDemand }
      if usual.isEmpty { throw HistoryError.nothingComparable(entries.compactMap(\.reason).first) }
      return usual.filter { !$0.quantity.isCounted } + usual.filter(\.quantity.isCounted)
    }
    let chosen = known.filter {
      $0.quantity.isMeant(by: metric)
    }
    guard !chosen.isEmpty else {
      let evidence = entries.compactMap { $0.evidence?.answers }
      if case .answers? = HistorySeries.Quantity(derived: metric),
        case .unknown(let reason)? = evidence.first
      {
        throw HistoryError.nothingComparable(reason)
      }
      throw HistoryError.noSuchMetric(metric, known: Set(known.map(\.quantity.metric)).sorted())
    }
    return chosen
  }

  private func ratio(_ low: Int, _ high: Int) -> SeriesFit.Ratio? {
    guard let old = digest(low), let new = digest(high) else { return nil }
    return series.flatMap { fit($0).ratio(from: old, to: new, level: 0.99) }
  }

  /// Whether one commit's number can be larger than another's; answers are only equal or not.
  private var isOrdered: Bool { series?.quantity != .answers }

  /// Compares a probe with both ends or, if there is no order, with its neighbors.
  private mutating func place(
    _ point: Int, between low: Int, _ high: Int, _ effort: Int, _ prober: some HistoryProber
  ) async throws {
    let (low, high) = isOrdered ? (0, trend.points.count - 1) : (low, high)
    try await compare(low, point, effort, prober)
    try await compare(point, high, effort, prober)
    guard let old = digest(low), let build = digest(point), let series, old != build else { return }
    let found = trend.comparisons[BuildPair(baseline: old, candidate: build)].flatMap(\.entries)
    let failed = found.first { $0.benchmark == series.benchmark && $0.metric == nil }
    if failed != nil || series.quantity.isCounted && fit(series).count(of: build) == nil {
      trend.points[point].state = .gap(
        reason: failed?.reason ?? "it has no '\(series.benchmark)' to measure")
    }
  }

  /// Compares a culprit with its parent, once more, in new processes.
  private mutating func confirm(_ low: Int, _ high: Int, _ prober: some HistoryProber) async throws
  {
    guard let old = digest(low), let new = digest(high), let series else { return }
    let pair = BuildPair(baseline: old, candidate: new)
    recall([series.benchmark], of: pair, prober)
    // What locates a culprit does not confirm it.
    let locating = isOrdered && low > 0 && high < trend.points.count - 1 ? 0 : 1
    let isConfirmed =
      known[pair].count { $0.names.contains(series.benchmark) } > locating
    let own = try await untilClear { search, effort in
      try await search.compare(low, high, effort, prober, isNew: effort == 1 && !isConfirmed)
      let own = search.trend.verdict(series, pair).verdict ?? .inconclusive
      return (own, isClear: series.quantity.isCounted || own != .inconclusive)
    }
    culprits.append(
      Culprit(
        parent: low, commit: high, change: ratio(low, high),
        isConfirmed: change(low, high) == .changed && own.isChange,
        difference: trend.difference(series, pair)))
  }
}
