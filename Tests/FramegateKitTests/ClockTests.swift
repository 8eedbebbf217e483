import Testing

@testable import FramegateKit

@Suite("Clocks")
struct ClockTests {
  @Test("Readings of a clock that goes forward or stands still give a time")
  func forward() throws {
    #expect(try Clock.elapsed(5, 5) == 0)
    #expect(try Clock.elapsed(-5, 7) == 12)
  }

  @Test("A clock that goes back fails what was timed, with the step", arguments: [1, 1 << 62])
  func back(nanoseconds: Int64) {
    let error = #expect(throws: MeasuringError.self) { try Clock.elapsed(nanoseconds, 0) }
    #expect(error?.description.contains("went back by \(nanoseconds) ns") == true)
  }
}
