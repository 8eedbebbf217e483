import BenchmarkModel
import BenchmarkResults
import Foundation
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Stretches of changed frames")
struct FrameChangesTests {
  /// One letter per frame: regressed, improved, unchanged, undecided.
  private static func changes(_ letters: String) -> FrameChanges {
    let verdicts = letters.map { letter -> Verdict in
      switch letter {
      case "R": .regressed
      case "I": .improved
      case "U": .unchanged
      default: .inconclusive
      }
    }
    return changes(verdicts)
  }

  private static func changes(_ verdicts: [Verdict]) -> FrameChanges {
    FrameChanges(
      verdicts, baseline: verdicts.map { _ in 100 },
      candidate: verdicts.enumerated().map { frame, verdict in
        switch verdict {
        case .regressed: 150 + Int64(frame)
        case .improved: 50
        case .unchanged, .inconclusive: 100
        }
      })
  }

  @Test("Frames that changed as much as a certain one are likely, noise is not")
  func likely() {
    func likely(
      _ slower: [Int: Int64], certain: Set<Int> = [], noise: Int64 = 2,
      _ verdict: Verdict = .regressed
    ) -> [Int] {
      let baseline = [Int64](repeating: 1_000, count: 30)
      return FrameChanges(
        baseline.indices.map { certain.contains($0) ? verdict : .inconclusive },
        baseline: baseline,
        candidate: baseline.indices.map { slower[$0] ?? 1_000 + noise * Int64($0 % 5 - 2) }
      ).likely(verdict)
    }
    #expect(likely([5: 1_140, 15: 1_146, 25: 1_142], certain: [15]) == [5, 25])
    #expect(likely([5: 1_140, 15: 1_146, 25: 1_142]) == [5, 15, 25])
    #expect(likely([0: 2_000]) == [0])
    #expect(likely([0: 500], .improved) == [0])
    #expect(likely([0: 500]) == [])
    #expect(likely([:]) == [])
    // Half of the largest change is as large.
    #expect(likely([5: 1_073, 15: 1_146], certain: [15]) == [5])
    // Less than half of the largest change, or within the noise.
    #expect(likely([5: 1_060, 15: 1_146], certain: [15]) == [])
    #expect(likely([5: 1_140, 15: 1_146], certain: [15], noise: 40) == [])
    // All frames changed, so none stands out.
    #expect(likely(Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, 1_100) })) == [])
    #expect(likely([5: 1_140], .inconclusive) == [])
  }

  @Test("A nanosecond where there was none is no likely change, also where all others got faster")
  func nothingBefore() {
    let changes = FrameChanges(
      undecided: [0] + Array(repeating: 1_000, count: 9), [1] + Array(repeating: 900, count: 9))
    #expect(changes.likely(.regressed) == [])
  }

  @Test("Only frames that were judged are likely")
  func unjudged() {
    func likely(verdicts: Int, frames: Int) -> [Int] {
      FrameChanges(
        Array(repeating: .inconclusive, count: verdicts),
        baseline: Array(repeating: 1_000, count: frames),
        candidate: [2_000] + Array(repeating: 1_000, count: frames - 1)
      ).likely(.regressed)
    }
    #expect(likely(verdicts: 5, frames: 10) == [0])
    #expect(likely(verdicts: 10, frames: 5) == [0])
  }

  @Test("Counts of frames are added up, and of memory the largest counts")
  func whole() {
    #expect(Metric.mallocCountTotal.whole([1, 5, 3]) == 9)
    #expect(Metric.peakMemoryResident.whole([1, 5, 3]) == 5)
    #expect(Metric.peakMemoryResident.whole([]) == 0)
  }

  @Test("Likely frames are shown among the runs of certain ones, in order")
  func shown() {
    let slower: Set = [3, 12, 13, 20]
    let frames = 0..<30
    let changes = FrameChanges(
      frames.map { [12, 13].contains($0) ? .regressed : .inconclusive },
      baseline: frames.map { _ in 1_000 },
      candidate: frames.map { slower.contains($0) ? 1_500 : 1_000 })

    let shown = changes.shown(.regressed)
    #expect(shown.map { [$0.first, $0.last] } == [[3, 3], [12, 13], [20, 20]])
    #expect(shown.map(\.ratio) == [1.5, 1.5, 1.5])
    #expect(changes.shown(nil).map(\.first) == [12])
    let new = FrameChanges(undecided: [0, 100, 100, 100], [500, 100, 100, 100])
    #expect(new.shown(.regressed).map(\.first) == [0])
    #expect(new.shown(.regressed).map(\.ratio) == [nil])
  }

  /// Frames and the stretches that a person would name, as first, last and number of changed ones.
  struct Example: CustomTestStringConvertible, Sendable {
    let frames: String
    let stretches: [[Int]]

    var testDescription: String { frames }
  }

  @Test(
    "Short undecided gaps join, other frames separate",
    arguments: [
      Example(frames: "????", stretches: []),
      Example(frames: "RRRR", stretches: [[0, 3, 4]]),
      Example(frames: "RR?RR?RRRR?RR", stretches: [[0, 12, 10]]),
      Example(frames: "R???R", stretches: [[0, 4, 2]]),
      Example(frames: "R????R", stretches: [[0, 0, 1], [5, 5, 1]]),
      Example(frames: "RUUR", stretches: [[0, 3, 2]]),
      Example(frames: "RUUUR", stretches: [[0, 0, 1], [4, 4, 1]]),
      Example(frames: "RRIRR", stretches: [[0, 1, 2], [2, 2, 1], [3, 4, 2]]),
      Example(frames: "R?I?R", stretches: [[0, 0, 1], [2, 2, 1], [4, 4, 1]]),
      Example(frames: "UUIIUU?", stretches: [[2, 3, 2]]),
    ])
  func examples(_ example: Example) {
    #expect(
      Self.changes(example.frames).stretches.map { [$0.first, $0.last, $0.changedCount] }
        == example.stretches)
  }

  private static func random(_ seed: UInt64) -> [Verdict] {
    var generator = SplitMix64(seed: seed)
    let count = Int.random(in: 0...90, using: &generator)
    let share = Double.random(in: 0...1, using: &generator)
    return (0..<count).map { _ in
      Double.random(in: 0..<1, using: &generator) < share
        ? .regressed : Verdict.allCases.randomElement(using: &generator) ?? .unchanged
    }
  }

  @Test("Every changed frame is in one stretch of its direction, in order", arguments: 0..<200)
  func covers(seed: UInt64) {
    let verdicts = Self.random(seed)
    let stretches = Self.changes(verdicts).stretches

    for (frame, verdict) in verdicts.enumerated() {
      let around = stretches.filter { ($0.first...$0.last).contains(frame) }
      if verdict.isChange {
        #expect(around.map(\.verdict) == [verdict])
      } else {
        #expect(around.count <= 1)
      }
    }
    for (one, next) in zip(stretches, stretches.dropFirst()) { #expect(one.last < next.first) }
    for stretch in stretches {
      let frames = verdicts[stretch.first...stretch.last]
      #expect(frames.first == stretch.verdict && frames.last == stretch.verdict)
      #expect(frames.count { $0 == stretch.verdict } == stretch.changedCount)
      #expect(stretch.baseline == 100 * Double(stretch.changedCount))
    }
  }

  @Test("A few stretches are named, in order, and the others counted", arguments: 0..<200)
  func named(seed: UInt64) {
    let verdicts = Self.random(seed)
    let changes = Self.changes(verdicts)

    let (named, others) = changes.named(atMost: 3)

    #expect(named.map(\.first) == named.map(\.first).sorted())
    #expect(named.allSatisfy(changes.stretches.contains))
    for verdict in [Verdict.regressed, .improved] {
      let ofThis = named.filter { $0.verdict == verdict }
      #expect(ofThis.count == min(3, changes.stretches.count { $0.verdict == verdict }))
      let rest = others.first { $0.verdict == verdict }?.count ?? 0
      #expect(
        ofThis.reduce(rest) { $0 + $1.changedCount } == verdicts.count { $0 == verdict })
    }
  }

  @Test("Joining changes no verdict: two regressed frames beside a gap do not decide")
  func verdict() {
    let changes = Self.changes("RR?RRUUUUUUUUUUUU")

    #expect(changes.stretches.count == 1)
    #expect(changes.map(\.first) == [0, 3])
    #expect(ChangedFrames.verdict(total: .unchanged, ranges: changes) == .unchanged)
  }

  @Test("A single frame decides if it moves the sum of all frames beyond the threshold")
  func singleFrame() {
    func verdict(_ letters: String, threshold: Double) -> Verdict {
      let changes = Self.changes(letters)
      let heavy = changes.filter { changes.moves($0, beyond: VerdictRule(threshold: threshold)) }
      return ChangedFrames.verdict(total: .unchanged, ranges: changes, heavy: heavy)
    }
    // Half as much again, or half as much, of one of 20 equal frames.
    #expect(verdict("RUUUUUUUUUUUUUUUUUUU", threshold: 0.02) == .regressed)
    #expect(verdict("RUUUUUUUUUUUUUUUUUUU", threshold: 0.03) == .unchanged)
    #expect(verdict("UUUUUUUUUUUUUUUUUUUI", threshold: 0.02) == .improved)
    // Of a single frame, the sum says whether it counts, also if another makes up for it.
    #expect(verdict("RUUUUUUUUUUUUUUUUUUI", threshold: 0.02) == .regressed)
  }

  /// Of equally many frames, the later ones regressed by more.
  @Test("The stretches that differ most are named, in their order")
  func largest() {
    let (named, others) = Self.changes("RUUUURUUUURUUUUIIUUUUI").named(atMost: 2)
    #expect(named.map(\.first) == [5, 10, 15, 21])
    #expect(others.map(\.count) == [1])
    #expect(Self.changes("IUUUUIUUUUI").named(atMost: 2).stretches.map(\.first) == [0, 5])
  }

  /// What a file says, which may be anything.
  struct Stored: CustomTestStringConvertible, Sendable {
    var verdicts = 4
    var frames = 4
    var value = 1
    let runs: [[Int]]
    let isConsistent: Bool

    var testDescription: String { "\(verdicts) \(frames) \(value) \(runs)" }
  }

  @Test(
    "Runs of a file are in order and within the frames of both sides",
    arguments: [
      Stored(runs: [], isConsistent: true), Stored(runs: [[0, 0], [1, 3]], isConsistent: true),
      Stored(runs: [[0, 1], [1, 3]], isConsistent: false),
      Stored(runs: [[2, 3], [0, 1]], isConsistent: false),
      Stored(runs: [[0, 4]], isConsistent: false), Stored(runs: [[-1, 0]], isConsistent: false),
      Stored(runs: [[2, 1]], isConsistent: false),
      Stored(verdicts: 5, runs: [[0, 4]], isConsistent: false),
      Stored(frames: 5, runs: [[0, 4]], isConsistent: false),
      Stored(value: -1, runs: [[0, 0]], isConsistent: false),
    ])
  func stored(_ stored: Stored) throws {
    let values = Array(repeating: stored.value, count: stored.frames)
    let json = try JSONSerialization.data(withJSONObject: [
      "verdicts": Array(repeating: "regressed", count: stored.verdicts), "baseline": values,
      "candidate": values,
      "runs": stored.runs.map {
        ["first": $0[0], "last": $0[1], "verdict": "regressed"] as [String: Any]
      },
    ])
    let changes = try JSONDecoder().decode(FrameChanges.self, from: json)
    #expect(changes.isConsistent == stored.isConsistent)
  }

  @Test("A run has a ratio unless the baseline's total is 0")
  func ratios() {
    func ratio(_ baseline: Int64) -> Double? {
      FrameChanges([.regressed], baseline: [baseline], candidate: [3])[0].ratio
    }
    #expect(ratio(2) == 1.5)
    #expect(ratio(0) == nil)
  }

  @Test(
    "Three frames in a row decide: a regression always, an improvement if the sum is unchanged",
    arguments: [
      ("RRRU", Verdict.unchanged, Verdict.regressed), ("RRUR", .unchanged, .unchanged),
      ("RRRU", .improved, .regressed), ("RRRU", .inconclusive, .regressed),
      ("IIIU", .unchanged, .improved), ("IIUI", .unchanged, .unchanged),
      ("IIIU", .inconclusive, .inconclusive), ("IIIU", .regressed, .regressed),
      ("UUUU", .unchanged, .unchanged), ("UUUU", .improved, .improved),
      ("RRUU", .inconclusive, .inconclusive),
    ])
  func longRuns(frames: String, total: Verdict, verdict: Verdict) {
    #expect(ChangedFrames.verdict(total: total, ranges: Self.changes(frames)) == verdict)
  }

  @Test("Frames that both sides have are counted, and those without work move no sum")
  func edges() {
    let uneven = FrameChanges(undecided: [1, 2, 3], [1, 2])
    #expect(uneven.frameCount == 2)
    let nothing = FrameChanges([.regressed], baseline: [0], candidate: [0])
    #expect(!nothing.moves(nothing[0], beyond: VerdictRule(threshold: 0.02)))
    let new = FrameChanges([.regressed], baseline: [0], candidate: [5])
    #expect(new.stretches[0].ratio == nil)
    #expect(!new.moves(new[0], beyond: VerdictRule(threshold: 0.02)))
  }
}
