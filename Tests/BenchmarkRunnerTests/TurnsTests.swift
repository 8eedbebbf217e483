import Testing

@testable import BenchmarkRunner

@Suite("Turns")
struct TurnsTests {
  private actor Log {
    private(set) var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
  }

  @Test("Tasks take turns in the order of their numbers, whichever is ready first")
  func order() async {
    let turns = Turns()
    let log = Log()
    await withTaskGroup { group in
      for number in [2, 0, 1] {
        group.addTask {
          await turns.begin(number)
          await log.add("begin \(number)")
          await Task.yield()
          await log.add("end \(number)")
          await turns.end(number)
        }
      }
    }

    #expect(
      await log.entries == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("A task that ends without its turn holds up nobody")
  func failure() async {
    let turns = Turns()
    await turns.end(1)
    await withTaskGroup { group in
      group.addTask { await turns.begin(2) }
      group.addTask {
        await turns.begin(0)
        await turns.end(0)
      }
    }

    await turns.begin(2)
  }
}
