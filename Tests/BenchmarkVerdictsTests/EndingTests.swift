import BenchmarkModel
import BenchmarkVerdicts
import Testing

@Suite("Endings of measurements")
struct EndingTests {
  @Test("A cancellation is an interruption, any other error is none")
  func interruption() async throws {
    let whole = try await Ending {}
    let interrupted = try await Ending { throw CancellationError() }

    #expect(whole == Ending())
    #expect(interrupted == Ending(isInterrupted: true))
    await #expect(throws: OtherError.self) {
      _ = try await Ending { throw OtherError() }
    }
  }

  @Test("What failed in two measurements of one benchmark is one failure, with the first reason")
  func failures() {
    var ending = Ending(failures: [.init(name: "a", reason: "crashed")])

    ending.add(
      Ending(
        isInterrupted: true,
        failures: [
          .init(name: "a", reason: "hung"), .init(name: "b", reason: "hung"),
          .init(name: "b", reason: "hung"),
        ]))
    ending.add(Ending())

    #expect(ending.isInterrupted)
    #expect(ending.failures.map(\.name) == ["a", "b"])
    #expect(ending.failures.map(\.reason) == ["crashed", "hung"])
  }

  @Test(
    "An interruption decides the exit code before failures",
    arguments: [
      (false, false, ToolExit.pass), (false, true, .benchmarkFailed),
      (true, false, .interrupted), (true, true, .interrupted),
    ])
  func exit(isInterrupted: Bool, hasFailed: Bool, exit: ToolExit) {
    let failures = hasFailed ? [Ending.Failure(name: "a", reason: "crashed")] : []

    #expect(Ending(isInterrupted: isInterrupted, failures: failures).severity.exit == exit)
  }
}

/// An error that is no cancellation.
private struct OtherError: Error {}
