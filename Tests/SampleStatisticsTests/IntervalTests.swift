import Foundation
import SampleStatistics
import Testing

@Suite("Interval")
struct IntervalTests {
  @Test("A ratio assumes the worst of both sides")
  func ratio() {
    let candidate = Interval(low: 2, high: 4)

    #expect(candidate.ratio(to: Interval(low: 1, high: 2)) == Interval(low: 1, high: 4))
    #expect(candidate.ratio(to: candidate) == Interval(low: 0.5, high: 2))
    #expect(candidate.ratio(to: Interval(low: 0, high: 1)) == nil)
    #expect(
      Interval(low: 0, high: 1).ratio(to: Interval(low: 1, high: 2)) == Interval(low: 0, high: 1))
    #expect(Interval(low: -1, high: 1).ratio(to: candidate) == nil)
  }

  @Test("The ends belong to the interval")
  func contains() {
    let interval = Interval(low: 1, high: 2)

    #expect(interval.contains(1) && interval.contains(2))
    #expect(!interval.contains(0.999) && !interval.contains(2.001))
    #expect(interval.union(Interval(low: 5, high: 6)) == Interval(low: 1, high: 6))
    #expect(interval.width == 1)
  }

  @Test(
    "A file has two ends, in order",
    arguments: [
      ("[2,2]", true), ("[2,3]", true), ("[3,2]", false), ("[2]", false), ("[2,3,4]", false),
    ])
  func decoding(json: String, isInterval: Bool) throws {
    let interval = try? JSONDecoder().decode(Interval.self, from: Data(json.utf8))
    #expect((interval != nil) == isInterval)
    guard let interval else { return }
    #expect(String(decoding: try JSONEncoder().encode(interval), as: UTF8.self) == json)
  }
}
