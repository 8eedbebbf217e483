import BenchmarkModel
import FrameTiming
package import SampleStatistics

/// One scenario's frames at one rate on both sides, repetition by repetition in turn.
package struct PairedFrames: PairedSeries {
  /// One repetition on each side: CPU nanoseconds per frame, the clock's cost taken off.
  package struct Pair: Hashable, Codable, Sendable {
    package let baseline, candidate: [Int64]

    package init(baseline: [Int64], candidate: [Int64]) {
      (self.baseline, self.candidate) = (baseline, candidate)
    }
  }

  private let name: String
  private let rateHz: Int
  private let level: SequentialLevel
  package private(set) var launches: [[Pair]] = []

  package init(name: String, rateHz: Int, level: SequentialLevel) {
    (self.name, self.rateHz, self.level) = (name, rateHz, level)
  }
}

extension PairedFrames {
  package mutating func add(launch pairs: [Pair]) {
    launches.append(pairs)
  }

  /// The verdict on all work together and on ranges of frames; each gets half the chance of error.
  package func entry(atLook number: Int, rule: VerdictRule) -> ComparisonEntry {
    let half = level.shared(by: 2)
    var ratio = SequentialRatio(level: half)
    for launch in launches { ratio.add(launch: WorkRatio.ratios(of: launch)) }
    let pairs = launches.flatMap(\.self)
    let costs = (medians(pairs.map(\.baseline)), medians(pairs.map(\.candidate)))
    var entry = ComparisonEntry(
      benchmark: name, metric: FramePair.workMetric, unit: "ns",
      baseline: costs.0.total, candidate: costs.1.total, estimate: ratio.estimate(atLook: number),
      pairs: pairCount, rule: rule)
    entry.rateHz = rateHz
    entry.droppedSlots = droppedSlots(costs.0, costs.1)
    guard let before = pairs.first?.baseline.count,
      pairs.allSatisfy({ $0.baseline.count == before && $0.candidate.count == before })
    else {
      entry.finding = .verdict(.inconclusive)
      entry.reason = "\(costs.0.count) frames against \(costs.1.count); the duration changed"
      return entry
    }
    let verdicts = frameVerdicts(
      level: half.shared(by: max(before, 1)).level(atLook: number), rule: rule)
    entry.changedFrames = ChangedFrames.ranges(
      of: verdicts, baseline: costs.0, candidate: costs.1)
    let verdict = ChangedFrames.verdict(
      total: rule.verdict(ratio: entry.interval), ranges: entry.changedFrames)
    entry.finding = .verdict(verdict)
    if verdict != .inconclusive { entry.reason = nil }
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

  private func droppedSlots(_ baseline: [Int64], _ candidate: [Int64]) -> DroppedSlots? {
    func dropped(_ workNs: [Int64]) -> Int? {
      guard let costs = try? CostVector(workNs: workNs), !workNs.isEmpty else { return nil }
      return FrameReplay(rate: RefreshRate(hertz: rateHz)).timeline(of: costs).droppedFrameCount
    }
    guard let before = dropped(baseline), let after = dropped(candidate) else { return nil }
    return DroppedSlots(baseline: before, candidate: after)
  }
}
