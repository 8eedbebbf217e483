import BenchmarkHarness
import SampleStatistics

/// Times a benchmark: finds the iteration count, warms up until steady, samples until the time is
/// spent.
struct TimePass {
  /// The least that a sample lasts.
  ///
  /// A fifth more than a millisecond, since the count is found on code that may still be warming up.
  private static let sampleNs = 1_200_000

  /// Samples asked for in one request.
  private static let batch = 5

  /// Fewer samples than this have no useful interval.
  private static let fewestSamples = 20

  let timeLimit: Duration
  let warmUpLimit: Duration

  /// The samples of the benchmark that `connection` has prepared, in the order taken.
  func measure(_ connection: any WorkerConnection) async throws -> BenchmarkSamples {
    var iterations = try await calibrate(connection)
    try await warmUp(connection, iterations: iterations)
    // Warm code is faster than the code that was calibrated.
    iterations = max(iterations, try await calibrate(connection))

    var samples: [Sample] = []
    let clock = ContinuousClock()
    let end = clock.now + timeLimit
    while samples.count < Self.fewestSamples || clock.now < end {
      samples += try await sample(connection, iterations: iterations)
    }
    return BenchmarkSamples(iterations: iterations, samples: samples)
  }

  private func warmUp(_ connection: any WorkerConnection, iterations: Int) async throws {
    let steady = SteadyState(window: Self.batch)
    var wall: [Double] = []
    let clock = ContinuousClock()
    let end = clock.now + warmUpLimit
    while !steady.isReached(by: wall), clock.now < end {
      wall += try await sample(connection, iterations: iterations).map(\.wallNs)
    }
  }

  private func calibrate(_ connection: any WorkerConnection) async throws -> Int {
    let answer = try await connection.ask(.calibrate(nanoseconds: Self.sampleNs))
    guard case .iterations(let iterations) = answer else { throw WorkerFailure.unexpected(answer) }
    return iterations
  }

  private func sample(
    _ connection: any WorkerConnection, iterations: Int
  ) async throws -> [Sample] {
    let answer = try await connection.ask(.sample(iterations: iterations, count: Self.batch))
    guard case .samples(let samples) = answer else { throw WorkerFailure.unexpected(answer) }
    return samples
  }
}

/// What the time pass brings home.
struct BenchmarkSamples: Sendable {
  let iterations: Int
  let samples: [Sample]
}

extension WorkerFailure {
  /// The answer belongs to another request.
  static func unexpected(_ answer: WorkerResponse) -> WorkerFailure {
    .garbage(line: String(String(describing: answer).prefix(80)))
  }
}
