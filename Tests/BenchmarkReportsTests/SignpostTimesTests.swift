import FrameSignposts
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Times of signposts in a frame")
struct SignpostTimesTests {
  @Test("A name's own time leaves out what is inside")
  func own() {
    #expect(Fixtures.signposts.ownNs(frame: 0) == [20, 30, 30, 20])
  }

  @Test("Stretching keeps what touches together")
  func stretched() {
    let intervals = Fixtures.signposts.intervals(frame: 0, stretchedTo: 250)

    #expect(intervals.map(\.beginNs) == [25, 50, 150])
    #expect(intervals.map(\.endNs) == [150, 125, 225])
    // Longer than any frame may be; the product does not fit into 64 bits.
    let longest = Fixtures.signposts.intervals(frame: 0, stretchedTo: 3_600_000_000_000_000)
    #expect(
      longest.map(\.endNs) == [2_160_000_000_000_000, 1_800_000_000_000_000, 3_240_000_000_000_000])
  }

  @Test("Stretching never makes intervals overlap", arguments: 0..<40 as Range<UInt64>)
  func nesting(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var intervals: [SignpostRecording.Interval] = []
    /// Fills a range with intervals that nest.
    func fill(_ range: Range<Int64>, depth: Int) {
      var start = range.lowerBound
      while start < range.upperBound, depth < 5 {
        let begin = Int64.random(in: start..<range.upperBound, using: &generator)
        let end = Int64.random(in: begin...range.upperBound, using: &generator)
        intervals.append(.init(name: 0, beginNs: begin, endNs: end))
        if begin < end { fill(begin..<end, depth: depth + 1) }
        start = max(end, begin + 1)
      }
    }
    fill(0..<1_000, depth: 0)
    let frame = SignpostRecording.Frame(durationNs: 1_000, intervals: intervals)
    let recording = SignpostRecording(names: ["a"], frames: [frame])
    #expect(recording.problem == nil)
    #expect(recording.ownNs(frame: 0).reduce(0, +) == frame.durationNs)

    for work in [0, 7, 999, 1_000, 123_456] as [Int64] {
      let stretched = recording.intervals(frame: 0, stretchedTo: work)
      let other = SignpostRecording(
        names: ["a"], frames: [.init(durationNs: work, intervals: stretched)])
      #expect(other.problem == nil)
    }
  }
}
