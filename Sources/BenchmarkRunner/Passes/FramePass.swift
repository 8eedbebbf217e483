import BenchmarkHarness
import FrameTiming

/// Times every frame of a scenario, many times over, at several refresh rates in turn.
///
/// The rates alternate, so that a busy minute touches all of them alike.
struct FramePass {
  /// Repetitions whose times are thrown away: cold code, cold caches.
  private static let warmUp = 2

  /// Repetitions asked for in one request.
  private static let batch = 5

  let rates: [RefreshRate]
  let repetitions: Int

  /// Thread CPU time in nanoseconds per rate, repetition and frame, the clock's own cost included.
  func measure(
    _ connection: any WorkerConnection
  ) async throws -> [RefreshRate: [[Int64]]] {
    var samples: [RefreshRate: [[Int64]]] = [:]
    for rate in rates {
      _ = try await frames(connection, rate, Self.warmUp)
    }
    var missing = repetitions
    while missing > 0 {
      let count = min(Self.batch, missing)
      for rate in rates {
        samples[rate, default: []] += try await frames(connection, rate, count)
      }
      missing -= count
    }
    return samples
  }

  private func frames(
    _ connection: any WorkerConnection, _ rate: RefreshRate, _ repetitions: Int
  ) async throws -> [[Int64]] {
    let answer = try await connection.ask(.frames(refreshRate: rate, repetitions: repetitions))
    guard case .frames(let frames) = answer else { throw WorkerFailure.unexpected(answer) }
    return frames
  }
}
