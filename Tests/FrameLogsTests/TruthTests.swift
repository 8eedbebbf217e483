import FrameLogs
import FrameTiming
import SampleStatistics
import Testing

@Suite("Made captures with a known truth")
struct TruthTests {
  /// How a text is changed without a change of its meaning.
  enum Damage: CaseIterable {
    case none, crlf, mark, utf16, doubled, unsorted, commas, headers
  }

  /// Every dialect with each damage that applies to it.
  private static let cases = Dialect.all.flatMap { dialect in
    Damage.allCases.filter { damage in
      damaged(dialect.text(Truth(rate: 60, seed: 0)), damage, isTable: dialect.isTable) != nil
    }.map { (dialect, $0) }
  }

  @Test(
    "Every format and dialect gives the frames, display times and drops of the truth",
    arguments: cases)
  func truth(dialect: Dialect, damage: Damage) throws {
    for (index, rate) in [60, 120, 90].enumerated() {
      let truth = Truth(rate: rate, seed: UInt64(index))
      let text = try #require(
        Self.damaged(dialect.text(truth), damage, isTable: dialect.isTable))

      let stream = try FrameRecording(reading: LogText(text)).stream(nil)

      #expect(stream.coverage ?? 1 >= 0.95)
      let timeline: FrameTimeline
      switch try stream.outcome() {
      case .shown(let shown):
        let summary = stream.summary()
        #expect(summary.rates == [rate])
        #expect(summary.frames == truth.late.count + (dialect.tellsLate ? 0 : truth.dropped))
        #expect(summary.discarded == 0)
        timeline = shown
      case .work(let costs):
        timeline = try FrameReplay(
          grid: VsyncGrid(rate: RefreshRate(hertz: rate)),
          settings: ReplaySettings(depth: 1, startPolicy: .align)
        ).timeline(of: costs)
      case .hitches:
        Issue.record("it has frames")
        return
      }
      #expect(timeline.droppedFrameCount == truth.dropped)
      #expect(timeline.frameCount == truth.late.count)
      if dialect.tellsLate { #expect(timeline.lateFrameCount == truth.lateCount) }
      let hitchNs = Double(truth.dropped) * 1e9 / Double(rate)
      #expect(abs(Double(timeline.hitchNs) - hitchNs) < Double(truth.dropped + 1) * 1_000)
      guard dialect.tellsDisplay else { continue }
      let (frames, trueFrames) = (stream.frames, truth.frames)
      let shown = frames.map { $0.shownNs - frames[0].shownNs }
      let expected = trueFrames.map { Int64($0.shownNs - trueFrames[0].shownNs) }
      #expect(zip(shown, expected).allSatisfy { abs($0 - $1) < 1_000 })
      #expect(shown.count == expected.count)
    }
  }

  /// The bytes of a damaged text, or nil where the damage does not apply.
  private static func damaged(_ text: String, _ damage: Damage, isTable: Bool) -> [UInt8]? {
    var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    let header = lines.firstIndex {
      $0.contains(",") && ["Flags", "ts\"", "Application"].contains(where: $0.contains)
    }
    let rows =
      (header ?? -1)
      + 1..<(lines.firstIndex { $0.hasPrefix("---P") && $0 != lines[0] }
      .flatMap { first in lines[(first + 1)...].firstIndex { $0.hasPrefix("---P") } }
      ?? lines.count - 1)
    switch damage {
    case .none: return Array(text.utf8)
    case .crlf: return Array(lines.joined(separator: "\r\n").utf8)
    case .mark: return [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case .utf16: return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case _ where !isTable: return nil
    case .doubled:
      lines.insert(contentsOf: lines[rows], at: rows.upperBound)
    case .unsorted:
      var generator = SplitMix64(seed: 1)
      lines[rows].shuffle(using: &generator)
    case .commas:
      for row in rows { lines[row] += "," }
    case .headers:
      guard let header else { return nil }
      lines.insert(lines[header], at: rows.lowerBound + 20)
    }
    return Array(lines.joined(separator: "\n").utf8)
  }
}
