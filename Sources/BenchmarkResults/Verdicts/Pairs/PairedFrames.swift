import BenchmarkModel
package import FrameTiming
package import SampleStatistics

/// One scenario's frames on both sides at all rates, taken alternately.
package struct PairedFrames: PairedSeries {
  /// One repetition on each side: CPU nanoseconds per frame, without the cost of reading the clock.
  package struct Pair: Hashable, Codable, Sendable {
    /// The rate at which the frames were sampled.
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

  /// The vsyncs of both sides' frames, by rate; where absent, those of the rate.
  private let grids: [RefreshRate: (baseline: VsyncGrid, candidate: VsyncGrid)]
  private let level: SequentialLevel
  private let metric: FrameMetric

  package private(set) var launches: [[Pair]] = []

  package private(set) var ratioCount = 0

  /// Creates an empty set of pairs.
  ///
  /// - Parameters:
  ///   - name: The scenario.
  ///   - rates: The rates at which it is sampled.
  ///   - grids: The vsyncs of both sides' frames, by rate; where absent, those of the rate.
  ///   - level: The probability that a verdict is wrong.
  ///   - metric: What its entries call the work.
  package init(
    name: String, rates: [RefreshRate],
    grids: [RefreshRate: (baseline: VsyncGrid, candidate: VsyncGrid)] = [:],
    level: SequentialLevel, metric: FrameMetric = .work
  ) {
    self.metric = metric
    self.name = name
    self.rates = rates
    self.grids = grids
    self.level = level
  }
}

extension PairedFrames.Pair {
  /// How often each side had its turn.
  var turns: Int { (baseline.count + framesPerTurn - 1) / framesPerTurn }

  /// Candidate over baseline; nil for a frame that one side lacks, or that took no time there.
  func ratio(of frame: Int) -> Double? {
    guard frame < min(baseline.count, candidate.count), baseline[frame] > 0, candidate[frame] > 0
    else { return nil }
    return Double(candidate[frame]) / Double(baseline[frame])
  }
}

extension PairedFrames {
  package mutating func add(launch pairs: [Pair]) {
    launches.append(pairs)
    ratioCount += Dictionary(grouping: pairs, by: \.rate).values
      .reduce(0) { $0 + WorkRatio.ratios(of: $1).count }
  }

  /// The verdicts on the total work and on runs of frames, one entry per rate.
  ///
  /// All work gets half of the error probability. The same code runs at every rate, so the ratios
  /// of all rates together decide on each rate that agrees with them, and its own ratios on one
  /// that does not. Frames get the other half, because one frame of one rate has no counterpart in
  /// another.
  package func entries(atLook number: Int, rule: VerdictRule) -> [ComparisonEntry] {
    let half = level.shared(by: 2)
    let ownLevel = rates.count > 1 ? half.shared(by: 2 * rates.count) : half
    let ratios = workRatios
    func workRatio(of rates: [RefreshRate], level: SequentialLevel) -> SequentialRatio {
      var ratio = SequentialRatio(level: level)
      for launch in ratios { ratio.add(launch: rates.flatMap { launch[$0] ?? [] }) }
      return ratio
    }
    let all = rates.count > 1 ? workRatio(of: rates, level: half.shared(by: 2)) : nil
    return rates.map { rate in
      entry(
        at: rate, look: number, rule: rule,
        work: Self.estimate(
          own: workRatio(of: [rate], level: ownLevel), all: all, atLook: number, rule: rule),
        frames: half.shared(by: rates.count))
    }
  }

  /// The ratios of all work, by launch and rate.
  private var workRatios: [[RefreshRate: [Double]]] {
    let limits = Dictionary(grouping: launches.joined(), by: \.rate).mapValues(WinsorLimits.init)
    return launches.map { launch in
      Dictionary(grouping: launch, by: \.rate).reduce(into: [:]) { ratios, pairs in
        ratios[pairs.key] = WorkRatio.ratios(of: pairs.value, winsorizedBy: limits[pairs.key])
      }
    }
  }

  /// The estimate of the work at one rate.
  private static func estimate(
    own: SequentialRatio, all: SequentialRatio?, atLook number: Int, rule: VerdictRule
  ) -> RatioEstimate? {
    let alone = own.estimate(atLook: number)
    guard let all = all?.estimate(atLook: number),
      let median = SortedSamples(own.launches.flatMap(\.self))?.geometricMedian
    else { return alone }
    let medianOnly = Interval(low: median, high: median)
    let shared = RatioEstimate(median: median, interval: all.interval.union(medianOnly))
    let verdict = rule.verdict(ratio: all.interval)
    if verdict != .inconclusive, verdict == rule.verdict(ratio: medianOnly) { return shared }
    guard let alone else { return verdict == .inconclusive ? shared : nil }
    return verdict == .inconclusive && rule.verdict(ratio: alone.interval) == .inconclusive
      && shared.interval.width < alone.interval.width ? shared : alone
  }

  private func entry(
    at rate: RefreshRate, look number: Int, rule: VerdictRule, work: RatioEstimate?,
    frames level: SequentialLevel
  ) -> ComparisonEntry {
    let launches = launches.map { $0.filter { $0.rate == rate } }.filter { !$0.isEmpty }
    let pairs = launches.flatMap(\.self)
    let work = work.map { Self.including(pairs, in: $0) }
    let old = medians(pairs.map(\.baseline))
    let new = medians(pairs.map(\.candidate))
    var entry = entry(
      benchmark: name, .work(at: rate, metric),
      baseline: old.isEmpty ? nil : old.total, candidate: new.isEmpty ? nil : new.total,
      pairs: pairs.count, estimate: work, rule: rule)
    entry.droppedFrames = droppedFrames(old, new, rate)
    if let (old, new) = grids[rate], old != new {
      entry.finding = .verdict(
        .inconclusive, reason: "frames at \(old.rateText) against \(new.rateText)")
      return entry
    }
    guard let count = pairs.first?.baseline.count,
      pairs.allSatisfy({ $0.baseline.count == count && $0.candidate.count == count })
    else {
      if !pairs.isEmpty {
        entry.finding = .verdict(
          .inconclusive,
          reason: "\(old.count) frames against \(new.count); the duration changed")
      }
      return entry
    }
    let ratios = FrameRatios(launches: launches, frameCount: count)
    let verdicts = ratios.verdicts(level: level, atLook: number, rule: rule)
    entry.changedFrames = ChangedFrames.ranges(of: verdicts, baseline: old, candidate: new)
    let changes = entry.changedFrames
    let interval = entry.times?.interval
    let heavy = changes.filter { run in
      changes.moves(run, beyond: rule)
        && ratios.isCertain(run, level: level, atLook: number, rule: rule)
        // Work that moved from one frame to many others is no improvement.
        && (run.verdict == .regressed || interval.map { $0.high <= 1 + rule.threshold } ?? false)
    }
    let verdict = ChangedFrames.verdict(
      total: rule.verdict(ratio: interval), ranges: changes, heavy: heavy)
    entry.finding = .verdict(verdict, reason: verdict == .inconclusive ? entry.reason : nil)
    return entry
  }

  /// The estimate with the ratio of all work in its interval.
  ///
  /// Where the sides take turns, the estimate is the median of ratios that are each of a part of
  /// the frames. If a single frame moves the sum, most parts do not show it.
  private static func including(_ pairs: [Pair], in estimate: RatioEstimate) -> RatioEstimate {
    guard pairs.contains(where: { $0.turns > 1 }), let all = WorkRatio.ofAll(pairs) else {
      return estimate
    }
    let isWithin = estimate.interval.low <= all && all <= estimate.interval.high
    return RatioEstimate(
      median: isWithin ? estimate.median : all,
      interval: estimate.interval.union(Interval(low: all, high: all)))
  }

  /// Per frame the median over repetitions.
  private func medians(_ repetitions: [[Int64]]) -> [Int64] {
    (try? CostEstimate(repetitions: repetitions))?.workNs ?? []
  }

  private func droppedFrames(
    _ baseline: [Int64], _ candidate: [Int64], _ rate: RefreshRate
  ) -> DroppedFrames? {
    func dropped(_ workNs: [Int64], _ grid: VsyncGrid?) -> Int? {
      guard let costs = try? CostVector(workNs: workNs), !workNs.isEmpty else { return nil }
      return FrameReplay(grid: grid ?? VsyncGrid(rate: rate)).timeline(of: costs).droppedFrameCount
    }
    guard let before = dropped(baseline, grids[rate]?.baseline),
      let after = dropped(candidate, grids[rate]?.candidate)
    else { return nil }
    return DroppedFrames(baseline: before, candidate: after)
  }
}
