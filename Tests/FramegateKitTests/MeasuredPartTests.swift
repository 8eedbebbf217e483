import BenchmarkModel
import Testing

@testable import FramegateKit

/// What a body marks as measured, on the clock that it really runs on: the parts that are left out
/// are much longer than those that are measured, so no load of the machine can exchange them.
@Suite("Measured parts of iterations")
struct MeasuredPartTests {
  /// Keeps the processor busy for this many nanoseconds.
  private static func spend(_ nanoseconds: Int64) {
    let end = Clock.wall + nanoseconds
    while Clock.wall < end {}
  }

  private static func worker(
    isAsync: Bool = false, _ body: @escaping (MeasuredPart) throws -> Void
  ) -> Worker {
    var registry = BenchmarkRegistry()
    let here = SourceLocation(file: "here", line: 1)
    let work = BenchmarkWork(isAsync: isAsync) {
      let part = MeasuredPart()
      return isAsync
        ? try MeasuredLoop(
          part: part, setup: nil, teardown: nil, nothing: { await Task.yield() },
          asyncBody: {
            await Task.yield()
            try body(part)
          })
        : try MeasuredLoop(
          part: part, setup: nil, teardown: nil, nothing: {}, body: { try body(part) })
    }
    registry.add("part", nil, 1, BenchmarkOptions(), at: here, work)
    return Worker(registry: registry)
  }

  private static func sample(_ worker: Worker, iterations: Int) throws -> Sample {
    #expect(worker.answer(Prepare("part")) == .answer(.done))
    guard case .answer(let samples) = worker.answer(TakeSamples(1, iterations: iterations))
    else { throw Missing() }
    return samples[0]
  }

  private struct Missing: Error {}

  private static let long: Int64 = 5_000_000
  private static let short: Int64 = 100_000

  /// Marks of a body, and how many short parts they measure.
  enum Marks: String, CaseIterable {
    case none, start, stop, startAndStop, twice

    /// The marks alone.
    func set(_ part: MeasuredPart) {
      switch self {
      case .none: break
      case .start: part.start()
      case .stop: part.stop()
      case .startAndStop:
        part.start()
        part.stop()
      case .twice:
        part.stop()
        part.start()
        part.stop()
      }
    }

    /// How often they pause an iteration, which ends with the last pause.
    var pauses: Int {
      switch self {
      case .none: 0
      case .start, .stop: 1
      case .startAndStop, .twice: 2
      }
    }

    func body(_ part: MeasuredPart) {
      switch self {
      case .none:
        spend(short)
      case .start:
        spend(long)
        part.start()
        spend(short)
      case .stop:
        spend(short)
        part.stop()
        spend(long)
      case .startAndStop:
        spend(long)
        part.start()
        spend(short)
        part.stop()
        spend(long)
      case .twice:
        spend(short)
        part.stop()
        spend(long)
        part.start()
        spend(short)
      }
    }
  }

  @Test("Only what is marked is timed, on both clocks", arguments: Marks.allCases, [false, true])
  func times(marks: Marks, isAsync: Bool) throws {
    let worker = Self.worker(isAsync: isAsync) { marks.body($0) }
    let sample = try Self.sample(worker, iterations: 3)
    let measured = Double(Self.short) * (marks == .twice ? 6 : 3)
    #expect(sample.wallNs > 0.9 * measured)
    #expect(sample.cpuNs < Double(Self.long), "\(sample)")
    #expect(sample.cpuNs > 0)
  }

  @Test("A body that throws between its marks fails, and the next one is measured as a whole")
  func throwing() throws {
    struct Failure: Error {}
    final class Count: @unchecked Sendable { var value = 0 }
    let count = Count()
    let worker = Self.worker { part in
      count.value += 1
      part.start()
      part.stop()
      if count.value == 2 { throw Failure() }
    }
    #expect(worker.answer(Prepare("part")) == .answer(.done))
    guard case .failed = worker.answer(TakeSamples(1, iterations: 1)) else {
      Issue.record("it did not fail")
      return
    }
    guard case .answer = worker.answer(TakeSamples(1, iterations: 10)) else {
      Issue.record("it fails for ever")
      return
    }
  }

  @Test("The empty loop pauses as often as the body", arguments: Marks.allCases, [1, 7])
  func pauses(marks: Marks, iterations: Int) throws {
    let part = MeasuredPart()
    let loop = try MeasuredLoop(
      part: part, setup: nil, teardown: nil, nothing: {}, body: { marks.set(part) })
    func pauses(_ run: (Int) throws -> Void) rethrows -> Int {
      var count = 0
      part.meter = .switched { starts in if !starts { count += 1 } }
      try run(iterations)
      return count
    }

    let body = try pauses(loop.run)
    #expect(body == iterations * marks.pauses)
    #expect(try pauses(loop.empty) == body)
  }

  @Test("The empty loop does what the marks do", arguments: [1, 10, 1_000])
  func empty(iterations: Int) throws {
    let part = MeasuredPart()
    let loop = try MeasuredLoop(
      part: part, setup: nil, teardown: nil, nothing: {},
      body: {
        part.start()
        part.stop()
      })
    part.meter = .times
    try loop.empty(iterations)
    let excluded = part.takeExcluded()
    #expect(excluded.wallNs > 0 && excluded.cpuNs > 0)
    #expect(part.takeExcluded().wallNs == 0)
  }

  @Test("What is subtracted is timed in loops that a turn on a busy core can hold")
  func shortLoops() throws {
    var iterations: [Int] = []
    let loop = MeasuredLoop(
      run: { _ in },
      empty: {
        iterations.append($0)
        Self.spend(Int64($0) * 2_000)
      })
    _ = try LoopSampler(loop)
    #expect(try #require(iterations.max()) * 2_000 <= 1_000_000)
    #expect(iterations.count { $0 == iterations.max() } >= 16, "too few for a minimum")
  }

  @Test("So are loops whose marks read clocks, which only happens while they are timed")
  func shortMarkedLoops() throws {
    let part = MeasuredPart()
    var longest = 0
    let loop = MeasuredLoop(
      run: { _ in },
      empty: { iterations in
        guard case .times = part.meter else { return }
        longest = max(longest, iterations)
        Self.spend(Int64(min(iterations, 1_000)) * 2_000)
      }, part: part)
    _ = try LoopSampler(loop)
    #expect(longest > 0, "no loop was timed")
    #expect(longest * 2_000 <= 1_000_000)
  }
}
