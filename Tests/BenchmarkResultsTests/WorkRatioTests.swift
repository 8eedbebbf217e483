import FrameTiming
import SampleStatistics
import Testing

@testable import BenchmarkResults

@Suite("Ratio of work")
struct WorkRatioTests {
  private func pairs(_ count: Int, _ baseline: [Int64], _ candidate: [Int64])
    -> [PairedFrames.Pair]
  {
    Array(repeating: .init(rate: .hz60, baseline: baseline, candidate: candidate), count: count)
  }

  @Test("Without noise the result is the ratio of the sums, even if the frames differ")
  func exact() throws {
    let (old, new): ([Int64], [Int64]) = ([100, 2_000, 30, 900], [100, 2_800, 15, 900])

    let ratio = try #require(WorkRatio.ratios(of: pairs(8, old, new)).first)

    #expect(abs(ratio - 3_815 / 3_030) < 1e-12)
  }

  @Test("Exchanging the sides inverts the ratio", arguments: 0..<20)
  func symmetric(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func times() -> [Int64] { (0..<30).map { _ in .random(in: 1...20_000, using: &generator) } }
    let pairs = (0..<9).map { _ in
      PairedFrames.Pair(rate: .hz60, baseline: times(), candidate: times())
    }
    let exchanged = pairs.map {
      PairedFrames.Pair(rate: .hz60, baseline: $0.candidate, candidate: $0.baseline)
    }

    let (one, other) = (WorkRatio.ratios(of: pairs), WorkRatio.ratios(of: exchanged))

    #expect(one.count == 4)
    #expect(zip(one, other).allSatisfy { abs($0 * $1 - 1) < 1e-9 })
  }

  @Test("A disturbance of fewer than half of a frame's pairs has no effect")
  func disturbed() throws {
    var pairs = pairs(64, [1_000, 1_000, 1_000], [1_020, 1_020, 1_020])
    pairs[1] = .init(
      rate: .hz60, baseline: [1_000, 9_000, 1_000], candidate: [1_020, 1_020, 50_000])
    pairs[2] = .init(
      rate: .hz60, baseline: [7_000, 1_000, 1_000], candidate: [1_020, 1_020, 1_020])
    pairs[6] = .init(
      rate: .hz60, baseline: [1_000, 1_000, 1_000], candidate: [4_000, 4_000, 4_000])

    let ratio = try #require(WorkRatio.ratios(of: pairs).first)

    #expect(abs(ratio - 1.02) < 1e-12)
  }

  @Test("Frames without a time, and frames that one side lacks, are left out")
  func missing() throws {
    let mixed = [
      PairedFrames.Pair(rate: .hz60, baseline: [0, 10, 40], candidate: [10, 20, 40]),
      PairedFrames.Pair(rate: .hz60, baseline: [10, 10], candidate: [0, 20]),
    ]

    let ratio = try #require(WorkRatio.ratios(of: mixed + mixed + mixed + mixed).first)
    #expect(abs(ratio - 2) < 1e-12)
    #expect(WorkRatio.ratios(of: pairs(8, [0, 0], [5, 5])).isEmpty)
    #expect(WorkRatio.ratios(of: pairs(8, [], [])).isEmpty)
  }

  @Test("Where the sides take turns, parts of the frames give eight ratios in all")
  func parts() {
    func count(_ pairs: Int, framesPerTurn: Int) -> Int {
      WorkRatio.ratios(
        of: Array(
          repeating: .init(
            rate: .hz60, baseline: Array(repeating: 1_000, count: 30),
            candidate: Array(repeating: 1_000, count: 30), framesPerTurn: framesPerTurn),
          count: pairs)
      ).count
    }
    #expect(count(1, framesPerTurn: 1) == 8)
    #expect(count(8, framesPerTurn: 1) == 8)
    #expect(count(12, framesPerTurn: 1) == 9)
    #expect(count(1, framesPerTurn: 10) == 3)
    #expect(count(1, framesPerTurn: 30) == 1)
  }

  @Test("A frame has a ratio if it took time on both sides")
  func ratio() {
    let pair = PairedFrames.Pair(rate: .hz60, baseline: [0, 5, 5, 5], candidate: [5, 0, 10])

    #expect((0...3).map { pair.ratio(of: $0) } == [nil, nil, 2, nil])
  }
}
