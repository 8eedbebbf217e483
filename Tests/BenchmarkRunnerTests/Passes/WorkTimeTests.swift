import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite("Work that counters can do in time")
struct WorkTimeTests {
  @Test(
    "Fewer iterations of slow work are counted, at least one, and none that takes too long",
    arguments: [
      (0, 10, 10), (1e-6, 10, 10), (1.5, 10, 10), (1.6, 10, 9), (3, 10, 5), (15, 10, 1),
      (60, 10, 1),
      (61, 10, nil),
    ] as [(seconds: Double, wanted: Int, count: Int?)])
  func iterations(seconds: Double, wanted: Int, count: Int?) {
    let work = WorkTime(iterationNs: seconds * 1e9)
    #expect((try? work.iterations(wanted, within: .seconds(60))) == count)
    // Under callgrind, the same takes 60 times as long.
    let slower = WorkTime(iterationNs: seconds * 1e9 / WorkTime.callgrindFactor)
    #expect(
      (try? slower.iterations(
        wanted, within: .seconds(60), factor: WorkTime.callgrindFactor)) == count)
  }

  @Test(
    "All frames are counted, or as many as there is time for to render twice",
    arguments: [(0, nil), (0.12, nil), (0.13, 57), (1.8, 4), (29, 1)] as [(Double, Int?)])
  func frames(seconds: Double, count: Int?) throws {
    let work = WorkTime(frameNs: seconds * 1e9)
    #expect(try work.frames(of: 60, within: .seconds(60)) == count)
  }

  @Test("What takes too long says how to have it counted")
  func reason() {
    #expect {
      try WorkTime(iterationNs: 3e9).iterations(2, within: .seconds(60), factor: 60)
    } throws: { error in
      (error as? Unavailable)?.reason
        == "not counted, because counting an iteration takes about 180 s; raise '--timeout'"
    }
  }
}
