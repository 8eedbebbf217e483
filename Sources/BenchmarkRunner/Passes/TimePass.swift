import BenchmarkModel
import WorkerClient
import FrameTiming
import SampleStatistics
import WorkerProtocol

/// Times a benchmark: finds the number of iterations, warms up until times are steady, then samples
/// until the time is spent.
struct TimePass {
  /// Samples in one request.
  private static let batch = 5

  /// The minimum number of samples that give a useful interval.
  private static let fewestSamples = 20

  let shortestSample: Duration

  let timeLimit: Duration
  let warmUpLimit: Duration

  var now: @Sendable () -> ContinuousClock.Instant = { SteadyClock.now }

  private var sampleNs: Int { Int(shortestSample.wholeNanoseconds) }

  /// The samples of a benchmark, in the order taken, and the iterations in each of them.
  func measure(
    _ worker: any WorkerConnection
  ) async throws -> (iterations: Int, samples: [Sample]) {
    var iterations = try await worker.ask(FindIterations(lastingNs: sampleNs))
    try await warmUp(worker, iterations: iterations)
    // The code is faster now than during the first calibration.
    iterations = max(iterations, try await worker.ask(FindIterations(lastingNs: sampleNs)))

    var samples: [Sample] = []
    let end = now() + timeLimit
    while samples.count < Self.fewestSamples || now() < end {
      samples += try await worker.ask(TakeSamples(Self.batch, iterations: iterations))
    }
    return (iterations, samples)
  }

  private func warmUp(_ worker: any WorkerConnection, iterations: Int) async throws {
    let steady = SteadyState(window: Self.batch)
    var wall: [Double] = []
    let end = now() + warmUpLimit
    while !steady.isReached(by: wall), now() < end {
      wall += try await worker.ask(TakeSamples(Self.batch, iterations: iterations)).map(\.wallNs)
    }
  }
}
