import Foundation
import SampleStatistics

/// The frames of a scenario on both sides, and which of them changed: a collection of runs.
///
/// The runs decide the verdict and are written to JSON. Reports for people show ``stretches``.
package struct FrameChanges: Hashable, Codable, Sendable {
  private let verdicts: [Verdict]

  /// One value per frame.
  package let baseline, candidate: [Int64]

  /// Runs of consecutive frames that changed in the same direction, in order.
  package let runs: [ChangedFrames]

  /// Finds the runs of consecutive frames with the same verdict, regressed or improved.
  init(_ verdicts: [Verdict], baseline: [Int64], candidate: [Int64]) {
    var runs: [ChangedFrames] = []
    for (frame, verdict) in verdicts.enumerated() where verdict.isChange {
      if let last = runs.last, last.last == frame - 1, last.verdict == verdict {
        runs[runs.count - 1].last = frame
      } else {
        runs.append(ChangedFrames(first: frame, last: frame, ratio: nil, verdict: verdict))
      }
    }
    for (index, run) in runs.enumerated() {
      let old = baseline[run.first...run.last].total
      let new = candidate[run.first...run.last].total
      runs[index].ratio = old > 0 ? new / old : nil
    }
    self.verdicts = verdicts
    self.baseline = baseline
    self.candidate = candidate
    self.runs = runs
  }

  init(undecided baseline: [Int64] = [], _ candidate: [Int64] = []) {
    self.init(baseline.map { _ in .inconclusive }, baseline: baseline, candidate: candidate)
  }
}

extension FrameChanges: RandomAccessCollection {
  package var startIndex: Int { runs.startIndex }
  package var endIndex: Int { runs.endIndex }
  package subscript(index: Int) -> ChangedFrames { runs[index] }
}

extension FrameChanges {
  var undecided: FrameChanges { FrameChanges(undecided: baseline, candidate) }

  /// Whether its parts describe the same frames; in a file, they may not.
  var isConsistent: Bool {
    // Differences of plausible values, and sums of a million of them, do not overflow.
    (baseline + candidate).allSatisfy { (0...4_000_000_000_000).contains($0) }
      && zip(runs, runs.dropFirst()).allSatisfy { $0.last < $1.first }
      && runs.allSatisfy {
        0 <= $0.first && $0.first <= $0.last && $0.last < Swift.min(verdicts.count, frameCount)
      }
  }

  /// Whether a run of frames alone, by its measured values, moves the sum of all frames beyond the
  /// threshold.
  func moves(_ run: ChangedFrames, beyond rule: VerdictRule) -> Bool {
    let frames = run.first...run.last
    let (old, new) = (baseline[frames].total, candidate[frames].total)
    // On both sides, the other frames take the geometric mean of both.
    let others = ((baseline.total - old) * (candidate.total - new)).squareRoot()
    guard others + old > 0 else { return false }
    let ratio = (others + new) / (others + old)
    return rule.verdict(ratio: Interval(low: ratio, high: ratio)) == run.verdict
  }

  /// How many frames both sides have; 0 if that is not known.
  package var frameCount: Int { Swift.min(baseline.count, candidate.count) }

  /// Frames of one direction, as a person would name them: `frames 0–29, 24 of them`.
  package struct Stretch: Hashable, Sendable {
    /// The indices of the first and the last frame, both of which changed.
    package fileprivate(set) var first, last: Int

    /// How many of the frames from the first to the last changed; the others are not decided.
    package fileprivate(set) var changedCount: Int

    /// The totals of the frames that changed.
    package fileprivate(set) var baseline, candidate: Double

    /// Regressed or improved.
    package let verdict: Verdict
  }

  /// The longest gap between two runs that are named together.
  private static let longestGap = 3

  /// Runs in one direction, joined if only a short gap without changed frames separates them.
  ///
  /// A few frames of a change are always undecided, because their intervals are wide. A frame that
  /// changed in the other direction separates two stretches, and so do enough unchanged frames to
  /// decide a verdict.
  package var stretches: [Stretch] {
    runs.reduce(into: []) { stretches, run in
      let frames = run.first...run.last
      let old = baseline[frames].total
      let new = candidate[frames].total
      if let previous = stretches.last, previous.verdict == run.verdict,
        isShortGap(previous.last + 1..<run.first)
      {
        let index = stretches.count - 1
        stretches[index].last = run.last
        stretches[index].changedCount += frames.count
        stretches[index].baseline += old
        stretches[index].candidate += new
      } else {
        stretches.append(
          Stretch(
            first: run.first, last: run.last, changedCount: frames.count, baseline: old,
            candidate: new, verdict: run.verdict))
      }
    }
  }

  /// The stretches to name, in order, and how many frames changed in each direction besides them.
  package func named(
    atMost limit: Int
  ) -> (stretches: [Stretch], others: [(verdict: Verdict, count: Int)]) {
    let all = stretches
    var named: [Int] = []
    var others: [(verdict: Verdict, count: Int)] = []
    for verdict in [Verdict.regressed, .improved] {
      let largest = all.indices.filter { all[$0].verdict == verdict }
        .sorted { (all[$1].distance, $0) < (all[$0].distance, $1) }
      named += largest.prefix(limit)
      let count = largest.dropFirst(limit).reduce(0) { $0 + all[$1].changedCount }
      if count > 0 { others.append((verdict, count)) }
    }
    return (named.sorted().map { all[$0] }, others)
  }

  private func isShortGap(_ frames: Range<Int>) -> Bool {
    guard frames.count <= Self.longestGap else { return false }
    var unchanged = 0
    for frame in frames {
      if verdicts[frame].isChange { return false }
      unchanged = verdicts[frame] == .unchanged ? unchanged + 1 : 0
      if unchanged >= ChangedFrames.decidingLength { return false }
    }
    return true
  }
}

extension FrameChanges {
  /// The minimum distance of an outstanding frame's ratio from the typical ratio, in median
  /// deviations: 6 are four standard deviations of normal noise.
  private static let outstandingDeviations = 6.0

  /// The minimum distance from the typical ratio, as a share, for values without noise.
  private static let outstandingShare = 0.01

  /// The minimum share of the largest change for a frame's change to count as large.
  private static let shareOfLargest = 0.5

  /// Undecided frames that, by the measured values, changed in the direction of `verdict` and at
  /// least half as much as the frame that changed most; in order.
  ///
  /// The interval of a single frame is wide, so only one of three equally slow frames may be
  /// decided, and a single slow frame may stay undecided. These frames decide no verdict; they show
  /// where to look.
  package func likely(_ verdict: Verdict) -> [Int] {
    guard verdict.isChange, frameCount >= ChangedFrames.decidingLength else { return [] }
    let sign = verdict == .regressed ? 1.0 : -1.0
    let frames = 0..<Swift.min(frameCount, verdicts.count)
    let changes = frames.map { sign * (Double(candidate[$0]) - Double(baseline[$0])) }
    let ratios = frames.map { frame in
      sign * log(Double(Swift.max(candidate[frame], 1)) / Double(Swift.max(baseline[frame], 1)))
    }
    guard let typical = SortedSamples(ratios)?.median,
      let deviation = SortedSamples(ratios.map { ($0 - typical).magnitude })?.median
    else { return [] }
    let least =
      typical + Swift.max(Self.outstandingDeviations * deviation, Self.outstandingShare)
    let outstanding = frames.filter {
      verdicts[$0] == .inconclusive && changes[$0] > 0 && ratios[$0] > Swift.max(least, 0)
    }
    let certain = frames.filter { verdicts[$0] == verdict }
    let largest = (certain + outstanding).map { changes[$0] }.max() ?? 0
    return outstanding.filter { changes[$0] >= Self.shareOfLargest * largest }
  }
}

extension FrameChanges {
  /// The runs, with the frames that probably changed in the direction of `verdict`, in order.
  package func shown(_ verdict: Verdict?) -> [ChangedFrames] {
    guard let verdict else { return runs }
    let likely = likely(verdict).map { frame in
      ChangedFrames(
        first: frame, last: frame,
        ratio: baseline[frame] > 0 ? Double(candidate[frame]) / Double(baseline[frame]) : nil,
        verdict: verdict)
    }
    return (runs + likely).sorted { $0.first < $1.first }
  }
}

extension FrameChanges.Stretch {
  /// The candidate's total over the baseline's, or nil when the baseline's is 0.
  package var ratio: Double? { baseline > 0 ? candidate / baseline : nil }

  fileprivate var distance: Double { (candidate - baseline).magnitude }
}
