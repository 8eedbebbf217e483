import Testing

@testable import FramegateKit

@Suite("Waits of a thread")
struct ThreadWaitsTests {
  @Test(
    "A thread waits if it gives up its core by itself, for as long as it is in no run queue",
    arguments: [
      ((7, 100), (7, 900), 800, 0), ((7, 100), (8, 900), 1_000, 200),
      ((7, 100), (8, 900), 700, 0), ((7, 100), (9, 100), 500, 500),
      ((7, nil), (7, nil), 800, 0), ((7, nil), (8, nil), 800, nil),
      ((nil, 100), (nil, 900), 800, nil),
    ] as [((Int64?, Int64?), (Int64?, Int64?), Double, Double?)])
  func waited(
    start: (Int64?, Int64?), end: (Int64?, Int64?), away: Double, waited: Double?
  ) {
    let before = ThreadWaits(count: start.0, queuedNs: start.1)
    let after = ThreadWaits(count: end.0, queuedNs: end.1)
    #expect(after.waitedNs(since: before, awayNs: away) == waited)
  }
}
