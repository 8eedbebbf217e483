import Testing

@testable import BenchmarkVerdicts

@Suite("Entry of a comparison")
struct ComparisonEntryTests {
  @Test("The distance of two sides is that of the slower one, if neither is 0")
  func distance() {
    func distance(_ baseline: Double, _ candidate: Double) -> Double? {
      ComparisonEntry(
        benchmark: "a", baseline: baseline, candidate: candidate, conclusion: .verdict(.unchanged)
      ).distance
    }
    #expect(distance(4, 5) == 0.25 && distance(5, 4) == 0.25)
    #expect(distance(0, 0) == 0)
    #expect(distance(5, 0) == nil && distance(0, 5) == nil)
  }

  @Test("Values up to 10¹⁸ are plausible, on either side")
  func plausible() {
    func isPlausible(_ baseline: Double, _ candidate: Double) -> Bool {
      ComparisonEntry(
        benchmark: "a", baseline: baseline, candidate: candidate, conclusion: .verdict(.unchanged)
      ).isPlausible
    }
    #expect(isPlausible(1e18, 1e18) && isPlausible(0, -1e18))
    #expect(!isPlausible(1e18.nextUp, 1) && !isPlausible(1, -1e18.nextUp))
  }

  @Test(
    "A threshold below 0 is not plausible",
    arguments: [
      (0, true), (0.01, true), (1e18, true), (1e18.nextUp, false), (-0.01, false), (-2, false),
    ])
  func plausibleThreshold(threshold: Double, isPlausible: Bool) {
    let entry = ComparisonEntry(
      benchmark: "a", baseline: 1, candidate: 1,
      times: .init(unpaired: nil, threshold: threshold), conclusion: .verdict(.unchanged))

    #expect(entry.isPlausible == isPlausible)
  }
}
