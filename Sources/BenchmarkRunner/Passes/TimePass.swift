import BenchmarkModel
import FrameTiming
import SampleStatistics
import WorkerClient
import WorkerProtocol

/// Times a benchmark: finds the number of iterations, warms up until times are steady, then samples
/// until the time is spent.
struct TimePass {
  /// Samples in one request, unless they take long.
  private static let batch = 5

  /// The minimum number of samples that give a useful interval.
  private static let fewestSamples = 20

  let shortestSample: Duration

  let timeLimit: Duration
  let warmUpLimit: Duration

  /// The time limit of one answer, or nil if it does not matter.
  var answerLimit: Duration?

  var now: @Sendable () -> ContinuousClock.Instant = { SteadyClock.now }

  private var sampleNs: Int { Int(shortestSample.wholeNanoseconds) }

  /// The samples of a benchmark, in the order taken, and the iterations in each of them.
  func measure(
    _ worker: any WorkerConnection
  ) async throws -> (iterations: Int, samples: [Sample]) {
    let start = now()
    var iterations = try await worker.ask(FindIterations(lastingNs: sampleNs))
    let batch = WorkTime.batch(
      of: Self.batch, each: start.duration(to: now()), within: answerLimit)
    try await warmUp(worker, iterations: iterations, batch)
    // The code is faster now than during the first calibration.
    iterations = max(iterations, try await worker.ask(FindIterations(lastingNs: sampleNs)))

    var samples: [Sample] = []
    let end = now() + timeLimit
    while samples.count < Self.fewestSamples || now() < end {
      samples += try await worker.ask(TakeSamples(batch, iterations: iterations))
    }
    return (iterations, samples)
  }

  private func warmUp(
    _ worker: any WorkerConnection, iterations: Int, _ batch: Int
  ) async throws {
    let steady = SteadyState(window: Self.batch)
    var wall: [Double] = []
    let end = now() + warmUpLimit
    while !steady.isReached(by: wall), now() < end {
      wall += try await worker.ask(TakeSamples(batch, iterations: iterations)).map(\.wallNs)
    }
  }
}
