import BenchmarkModel
package import FrameTiming
package import SampleStatistics

/// One scenario's frames at one rate on both sides, repetitions taken alternately.
package struct PairedFrames: PairedSeries {
  /// One repetition on each side: CPU nanoseconds per frame, without the cost of reading the clock.
  package struct Pair: Hashable, Codable, Sendable {
    package let baseline, candidate: [Int64]

    package init(baseline: [Int64], candidate: [Int64]) {
      self.baseline = baseline
      self.candidate = candidate
    }
  }

  private let name: String

  /// The rate at which the frames were sampled.
  package let rate: RefreshRate
  private let level: SequentialLevel

  package private(set) var launches: [[Pair]] = []

  package init(name: String, rate: RefreshRate, level: SequentialLevel) {
    self.name = name
    self.rate = rate
    self.level = level
  }
}

extension PairedFrames {
  package mutating func add(launch pairs: [Pair]) {
    launches.append(pairs)
  }

  /// The verdict on the total work and on runs of frames; each gets half of the error probability.
  package func entry(atLook number: Int, rule: VerdictRule) -> ComparisonEntry {
    let half = level.shared(by: 2)
    var ratio = SequentialRatio(level: half)
    for launch in launches { ratio.add(launch: WorkRatio.ratios(of: launch)) }
    let pairs = launches.flatMap(\.self)
    let old = medians(pairs.map(\.baseline))
    let new = medians(pairs.map(\.candidate))
    var entry = entry(
      benchmark: name, .frames(metric: FramePair.workMetric, unit: "ns", rate: rate),
      baseline: old.total, candidate: new.total, estimate: ratio.estimate(atLook: number),
      rule: rule)
    entry.droppedFrames = droppedFrames(old, new)
    guard let count = pairs.first?.baseline.count,
      pairs.allSatisfy({ $0.baseline.count == count && $0.candidate.count == count })
    else {
      entry.finding = .verdict(
        .inconclusive,
        reason: "\(old.count) frames against \(new.count); the duration changed")
      return entry
    }
    let verdicts = frameVerdicts(
      level: half.shared(by: max(count, 1)).level(atLook: number), rule: rule)
    entry.changedFrames = ChangedFrames.ranges(of: verdicts, baseline: old, candidate: new)
    let verdict = ChangedFrames.verdict(
      total: rule.verdict(ratio: entry.times?.interval), ranges: entry.changedFrames)
    entry.finding = .verdict(verdict, reason: verdict == .inconclusive ? entry.reason : nil)
    return entry
  }

  private func frameVerdicts(level: Double, rule: VerdictRule) -> [Verdict] {
    guard let frames = launches.first?.first?.baseline.indices else { return [] }
    return frames.map { frame in
      let ratios = launches.flatMap { launch in
        MiddleRatio.ratios(
          of: launch.map { (Double($0.baseline[frame]), Double($0.candidate[frame])) })
      }
      return rule.verdict(ratio: SortedSamples(ratios)?.medianInterval(level: level))
    }
  }

  /// Per frame the median over repetitions.
  private func medians(_ repetitions: [[Int64]]) -> [Int64] {
    (try? CostEstimate(repetitions: repetitions))?.workNs ?? []
  }

  private func droppedFrames(_ baseline: [Int64], _ candidate: [Int64]) -> DroppedFrames? {
    func dropped(_ workNs: [Int64]) -> Int? {
      guard let costs = try? CostVector(workNs: workNs), !workNs.isEmpty else { return nil }
      return FrameReplay(rate: rate).timeline(of: costs).droppedFrameCount
    }
    guard let before = dropped(baseline), let after = dropped(candidate) else { return nil }
    return DroppedFrames(baseline: before, candidate: after)
  }
}
