import BenchmarkModel
import FramegateKit
public import Testing
import WorkerProtocol
public import XCTest

/// Expects that code allocates at most a given number of times.
///
///     try await expectAllocations("feed.update", atMost: 2) { feed.update() }
///
/// Allocations are counted exactly, in a process of their own; the result is the mean of ten runs
/// after some warm-up runs. In a debug build, which allocates more often, the test is canceled with
/// a message.
///
/// - Parameters:
///   - name: ASCII letters, digits, `.`, `-` and `_`; different from the name of any other
///     expectation.
///   - most: The maximum number of requests to the allocator in one run, on all threads.
///   - timeout: The maximum time until the process reaches the expectation, and for each answer.
///   - test: In an XCTest test, `self`.
///   - isolation: The actor that the code belongs to.
///   - sourceLocation: Where too many allocations are reported.
///   - body: The code; pass its result to `blackHole`.
/// - Throws: The error that cancels the test.
public func expectAllocations(
  _ name: String, atMost most: Int, timeout: Duration = .seconds(60),
  in test: XCTestCase? = nil, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: @escaping () throws -> Void
) async throws {
  let iterations = 10
  try await Expectation(name: name, test: test, place: sourceLocation).measure { registry in
    registry.benchmark(name, body: body)
  } in: { process in
    let worker = try TestWorker(process, countsAllocations: true, timeout: timeout)
    defer { worker.end() }
    if let problem = try worker.ask(ListBenchmarks()).problems.first {
      throw Unavailable(problem.reason)
    }
    _ = try worker.ask(Prepare(name))
    return try worker.ask(CountAllocations(iterations: iterations))
  } report: { expectation, found in
    let count = Double(found.count) / Double(iterations)
    guard count > Double(most) else { return }
    let number = count == count.rounded() ? "\(Int(count))" : "\(count)"
    expectation.fail("'\(name)' allocates \(number) times, but at most \(most) are allowed.")
  }
}
