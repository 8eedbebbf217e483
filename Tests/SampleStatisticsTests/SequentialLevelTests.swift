import Testing

@testable import SampleStatistics

@Suite("Sequential level")
struct SequentialLevelTests {
  @Test("All looks of all series together stay within the family's error probability")
  func spending() {
    let level = SequentialLevel(familywise: 0.01, sharedBy: 40)

    let spent = (0...1_000).reduce(0) { $0 + 1 - level.level(atLook: $1) }

    #expect(40 * spent < 0.01)
    #expect(40 * spent > 0.009_9)
  }

  @Test("Looks come at 24, 24, 36, 54, … ratios, the first with two launches, the next with six")
  func looks() {
    #expect((0...5).map(SequentialLevel.ratioCount(atLook:)) == [24, 24, 36, 54, 81, 121])
    #expect((0...3).map(SequentialLevel.launchCount(atLook:)) == [2, 6, 7, 8])
  }

  @Test(
    "A look is due with enough ratios in enough launches",
    arguments: [
      (0, 24, 2, true), (0, 23, 2, false), (0, 24, 1, false), (0, 23, 1, false),
      (2, 36, 7, true), (2, 35, 8, false), (2, 37, 6, false),
    ])
  func isDue(look: Int, ratios: Int, launches: Int, isDue: Bool) {
    #expect(SequentialLevel.isDue(look: look, ratios: ratios, launches: launches) == isDue)
  }
}
