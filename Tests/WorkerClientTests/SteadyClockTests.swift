import Testing

@testable import WorkerClient

@Suite("Steady clock")
struct SteadyClockTests {
  @Test("Goes on from its last time where the system's clock goes back, and never back itself")
  func stepsBack() {
    let start = ContinuousClock.now
    var clock = SteadyClock(start)
    // Seconds of the system's clock, and those that have really passed.
    for (reading, time) in [
      (1, 1), (2, 2), (-3_600, 2), (-3_599, 3), (-3_590, 12), (-9_000, 12), (-8_999, 13),
      (0, 9_012),
    ] {
      #expect(clock.time(at: start + .seconds(reading)) == start + .seconds(time))
    }
    #expect(SteadyClock.now <= SteadyClock.now)
  }
}
