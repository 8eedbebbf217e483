import FrameTiming
import Testing

@Suite("Figures of other tools")
struct ForeignRuleTests {
  /// The worked table's twelve frames on one display, and what each tool says of them.
  struct Example: CustomTestStringConvertible, Sendable {
    let hertz: Int
    let depth: Int
    let figures: [ForeignRule: Double]

    init(_ hertz: Int, _ depth: Int, _ counts: [Double]) {
      self.hertz = hertz
      self.depth = depth
      let rules: [ForeignRule] = [
        .flutter, .androidVitals, .hwui, .perfetto, .frametimeline, .jankstats, .chrome,
        .presentmon,
      ]
      figures = Dictionary(uniqueKeysWithValues: zip(rules, counts))
    }

    var testDescription: String { "\(hertz) Hz, depth \(depth)" }
  }

  @Test(
    "The worked table under every definition",
    arguments: [
      Example(60, 1, [7, 9, 6, 6, 4, 2, 3, 0]), Example(60, 2, [7, 9, 6, 2, 1, 2, 2, 0]),
      Example(60, 3, [7, 9, 6, 0, 0, 2, 2, 0]), Example(120, 1, [6, 6, 7, 7, 6, 5, 4, 0]),
      Example(120, 2, [6, 6, 7, 5, 5, 5, 3, 0]), Example(120, 3, [6, 6, 7, 5, 1, 5, 3, 0]),
    ])
  func table(_ example: Example) throws {
    let interval: Int64 = example.hertz == 60 ? 16_666_667 : 8_333_333
    let work: [Int64] = [
      6_000_000, 8_000_000, interval, 16_399_999, 17_000_000, 6_000_000, 45_000_000, 7_000_000,
      25_000_000, 25_000_000, 25_000_000, 6_000_000,
    ]
    let replay = FrameReplay(rate: RefreshRate(hertz: example.hertz), depth: example.depth)

    let timeline = replay.timeline(of: try CostVector(workNs: work))

    for (rule, figure) in example.figures {
      #expect(rule.figure(of: timeline) == figure, "\(rule)")
    }
    #expect(ForeignRule.xctest.figure(of: timeline) == timeline.hitchRatio)
  }

  @Test("A single frame has a figure under every definition", arguments: ForeignRule.allCases)
  func oneFrame(rule: ForeignRule) throws {
    let timeline = FrameReplay(rate: .hz60).timeline(of: try CostVector(workNs: [1_000]))
    #expect(rule.figure(of: timeline) == 0)
  }
}
