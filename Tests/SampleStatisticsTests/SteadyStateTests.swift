import SampleStatistics
import Testing

@Suite("Steady state")
struct SteadyStateTests {
  private let check = SteadyState(window: 3, tolerance: 0.02)

  @Test(
    "A series is steady when its last two windows agree",
    arguments: [
      ([], false), ([1, 1, 1, 1, 1], false), ([1, 1, 1, 1, 1, 1], true),
      ([9, 8, 7, 6, 5, 4], false), ([9, 5, 1, 1, 1, 1, 1, 1], true),
      ([1, 1, 1, 1.01, 1.01, 1.01], true), ([1, 1, 1, 1.03, 1.03, 1.03], false),
      ([1, 9, 1, 1, 1, 9], true), ([0, 0, 0, 0, 0, 0], true), ([1, 1, .nan, 1, 1, 1], false),
      ([1, 2, 3, 4, 5, 6], false),
      // The tolerance is a share of the larger median.
      ([1, 1, 1, 1.0203, 1.0203, 1.0203], true), ([1.0203, 1.0203, 1.0203, 1, 1, 1], true),
      ([1, 1, 1, 1.0205, 1.0205, 1.0205], false),
    ] as [([Double], Bool)])
  func isReached(series: [Double], expected: Bool) {
    #expect(check.isReached(by: series) == expected)
  }

  @Test("Windows of one measurement without tolerance are steady when they are equal")
  func strictest() {
    let strictest = SteadyState(window: 1, tolerance: 0)

    #expect(strictest.isReached(by: [2, 1, 1]))
    #expect(!strictest.isReached(by: [1, 1, 1.000_1]))
  }
}
