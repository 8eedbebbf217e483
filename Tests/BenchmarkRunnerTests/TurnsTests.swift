import Testing

@testable import BenchmarkRunner

@Suite("Turns", .timeLimit(.minutes(1)))
struct TurnsTests {
  private actor Log {
    private(set) var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
  }

  @Test("Tasks take turns in the order of their numbers, whichever is ready first")
  func order() async throws {
    let turns = Turns()
    let log = Log()
    try await withThrowingTaskGroup { group in
      for number in [2, 0, 1] {
        group.addTask {
          try await turns.begin(number)
          await log.add("begin \(number)")
          await Task.yield()
          await log.add("end \(number)")
          await turns.end(number)
        }
      }
      try await group.waitForAll()
    }

    #expect(
      await log.entries == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("After a failure, no task begins")
  func failure() async {
    let turns = Turns()
    let waiting = Task { try await turns.begin(1) }
    await turns.stop()

    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await turns.begin(0) }
  }
}
