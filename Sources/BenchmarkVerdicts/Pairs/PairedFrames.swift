import BenchmarkModel
package import BenchmarkResults
package import FrameTiming
package import SampleStatistics

/// One scenario's frames on both sides at all rates, taken alternately.
package struct PairedFrames: PairedSeries {
  /// One repetition on each side: CPU nanoseconds per frame, without the cost of reading the clock.
  package struct Pair: Hashable, Codable, Sendable {
    package let rate: RefreshRate
    package let baseline, candidate: [Int64]

    /// The number of frames that one side rendered before it was the other's turn.
    package let framesPerTurn: Int

    /// Creates a pair; without `framesPerTurn`, each side rendered all frames in one turn.
    package init(
      rate: RefreshRate, baseline: [Int64], candidate: [Int64], framesPerTurn: Int? = nil
    ) {
      self.rate = rate
      self.baseline = baseline
      self.candidate = candidate
      self.framesPerTurn = max(1, framesPerTurn ?? baseline.count)
    }
  }

  private let name: String
  private let rates: [RefreshRate]

  /// The vsyncs of both sides' frames, by rate; a rate that is absent has its regular grid.
  private let grids: [RefreshRate: BySide<VsyncGrid>]
  private let level: SequentialLevel
  private let metric: FrameMetric

  package private(set) var launches: [[Pair]] = []

  package private(set) var ratioCount = 0

  /// Creates an empty set of pairs.
  ///
  /// - Parameters:
  ///   - name: The scenario.
  ///   - rates: The rates at which it is sampled.
  ///   - grids: The vsyncs of both sides' frames, by rate; a rate that is absent has its regular
  ///     grid.
  ///   - level: The probability that a verdict is wrong.
  ///   - metric: The name of the work in its entries.
  package init(
    name: String, rates: [RefreshRate],
    grids: [RefreshRate: BySide<VsyncGrid>] = [:],
    level: SequentialLevel, metric: FrameMetric = .work
  ) {
    self.metric = metric
    self.name = name
    self.rates = rates
    self.grids = grids
    self.level = level
  }

  package var emptied: PairedFrames {
    PairedFrames(name: name, rates: rates, grids: grids, level: level, metric: metric)
  }
}

extension PairedFrames.Pair {
  var turns: Int { (baseline.count + framesPerTurn - 1) / framesPerTurn }
}

extension PairedFrames {
  /// If the sides take turns within a repetition, it counts as at most this many ratios.
  ///
  /// The first look needs 24 ratios, so it has at least 24 / 3 = 8 repetitions. With fewer, it is
  /// not clear which times of a frame are disturbed.
  private static let ratiosInTurns = 3

  /// The maximum product of a launch's groups and the parts of each; with more groups than that,
  /// each has one part.
  private static let partsInTurns = 8

  package mutating func add(launch pairs: [Pair]) {
    launches.append(pairs)
    for pairs in Dictionary(grouping: pairs, by: \.rate).values {
      let groups = MedianRatio.groups(of: pairs).count
      let turns = pairs.lazy.map(\.turns).min() ?? 0
      ratioCount += groups * min(turns, Self.ratiosInTurns)
    }
  }

  /// The verdicts on the expected work and on runs of frames, one entry per rate.
  ///
  /// The work gets half of the error probability. The same code runs at every rate, so if a rate's
  /// own ratio is not certain, the ratio of all rates together decides, if both agree. Single
  /// frames get the other half, because a frame at one rate has no counterpart at another.
  package func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry] {
    let half = level.shared(by: 2)
    let ownLevel = rates.count > 1 ? half.shared(by: 2 * rates.count) : half
    let works = rates.map(work)
    let all =
      rates.count > 1 && works.contains { $0 != nil }
      ? ExpectedWork.ratio(of: works.compactMap(\.self))
        .estimate(atLook: number, level: half.shared(by: 2)) : nil
    return zip(rates, works).map { rate, work in
      let own = work.flatMap {
        ExpectedWork.ratio(of: [$0]).estimate(atLook: number, level: ownLevel)
      }
      return entry(
        at: rate, look: number, rule: rule, work: work,
        estimate: work.flatMap { Self.estimate($0, own: own, all: all, rule: rule) },
        frames: half.shared(by: rates.count))
    }
  }

  /// The expected work at one rate, or nil if the number of frames changed.
  private func work(at rate: RefreshRate) -> ExpectedWork? {
    let launches = launches.map { $0.filter { $0.rate == rate } }
    guard let count = launches.joined().first?.baseline.count,
      launches.joined().allSatisfy({ $0.baseline.count == count && $0.candidate.count == count })
    else { return nil }
    return ExpectedWork(
      launches: launches.map { $0.map { ($0.baseline, $0.candidate) } }, frameCount: count,
      parts: Self.parts(of: self.launches))
  }

  package var pairRatios: [Double] {
    launches.joined().map { Double($0.candidate.total) / Double($0.baseline.total) }
  }

  /// The number of parts into which each pair is divided, the same at all rates.
  static func parts(of launches: [[Pair]]) -> Int {
    let groups = launches.flatMap { pairs in
      Dictionary(grouping: pairs, by: \.rate).values.map { MedianRatio.groups(of: $0).count }
    }
    let turns = launches.joined().lazy.map(\.turns).min() ?? 1
    return max(1, min(turns, partsInTurns / max(1, groups.max() ?? 1)))
  }

  /// The estimate of the work at one rate.
  ///
  /// If the rate's own interval gives no verdict, the interval of all rates replaces it. That
  /// interval must contain the rate's ratio, and it must give a verdict or at least be narrower.
  private static func estimate(
    _ work: ExpectedWork, own: RatioEstimate?, all: RatioEstimate?, rule: VerdictRule
  ) -> RatioEstimate? {
    let ratio = work.ratio
    guard let all, all.interval.contains(ratio),
      own.map({ rule.verdict(ratio: $0.interval) == .inconclusive }) ?? true,
      rule.verdict(ratio: all.interval) != .inconclusive
        || own.map({
          all.interval.high / all.interval.low < $0.interval.high / $0.interval.low
        }) ?? true
    else { return own }
    return RatioEstimate(ratio: ratio, interval: all.interval)
  }

  private func entry(
    at rate: RefreshRate, look number: Int, rule: VerdictRule, work: ExpectedWork?,
    estimate: RatioEstimate?, frames level: SequentialLevel
  ) -> ComparisonEntry {
    let launches = launches.map { $0.filter { $0.rate == rate } }.filter { !$0.isEmpty }
    let pairs = launches.flatMap(\.self)
    let old = work?.baseline.map { Int64($0.rounded()) } ?? medians(pairs.map(\.baseline))
    let new = work?.candidate.map { Int64($0.rounded()) } ?? medians(pairs.map(\.candidate))
    var entry = entry(
      benchmark: name, .work(at: rate, metric),
      baseline: work?.baseline.reduce(0, +) ?? (old.isEmpty ? nil : old.total),
      candidate: work?.candidate.reduce(0, +) ?? (new.isEmpty ? nil : new.total),
      pairs: pairs.count, estimate: estimate, rule: rule)
    entry.droppedFrames = droppedFrames(old, new, rate)
    if let difference = difference(
      of: pairs, at: rate, counts: BySide(baseline: old.count, candidate: new.count))
    {
      entry.conclusion = .verdict(.inconclusive, reason: difference)
      return entry
    }
    guard let count = pairs.first?.baseline.count else { return entry }
    let ratios = FrameRatios(launches: launches, frameCount: count)
    let verdicts = ratios.verdicts(level: level, atLook: number, rule: rule)
    entry.changedFrames = FrameChanges(verdicts, baseline: old, candidate: new)
    let changes = entry.changedFrames
    let interval = entry.times?.interval
    let heavy = changes.filter { run in
      changes.moves(run, beyond: rule)
        && ratios.isCertain(run, level: level, atLook: number, rule: rule)
        // Work that moved from one frame to many others is not an improvement.
        && (run.verdict == .regressed || interval.map { $0.high <= 1 + rule.threshold } ?? false)
    }
    let verdict = ChangedFrames.verdict(
      total: rule.verdict(ratio: interval), ranges: changes, heavy: heavy)
    entry.conclusion = .verdict(verdict, reason: verdict == .inconclusive ? entry.reason : nil)
    return entry
  }

  /// Why frames of one side cannot be matched with frames of the other, or nil if they can.
  private func difference(
    of pairs: [Pair], at rate: RefreshRate, counts: BySide<Int>
  ) -> String? {
    if let grids = grids[rate], grids.baseline != grids.candidate {
      return "frames at \(grids.baseline.rateText) against \(grids.candidate.rateText)"
    }
    let lengths = Set(pairs.flatMap { [$0.baseline.count, $0.candidate.count] })
    return lengths.count > 1
      ? "\(counts.baseline) frames against \(counts.candidate); the duration changed" : nil
  }

  /// The median of each frame over the repetitions.
  private func medians(_ repetitions: [[Int64]]) -> [Int64] {
    (try? CostEstimate(repetitions: repetitions))?.workNs ?? []
  }

  private func droppedFrames(
    _ baseline: [Int64], _ candidate: [Int64], _ rate: RefreshRate
  ) -> BySide<Int>? {
    func dropped(_ workNs: [Int64], _ grid: VsyncGrid?) -> Int? {
      guard let costs = try? CostVector(workNs: workNs), !workNs.isEmpty else { return nil }
      return FrameReplay(grid: grid ?? VsyncGrid(rate: rate)).timeline(of: costs).droppedFrameCount
    }
    guard let before = dropped(baseline, grids[rate]?.baseline),
      let after = dropped(candidate, grids[rate]?.candidate)
    else { return nil }
    return BySide(baseline: before, candidate: after)
  }
}
