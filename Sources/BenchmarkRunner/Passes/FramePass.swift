import FrameTiming

/// Times every frame of a scenario many times, at several refresh rates alternately.
///
/// Alternating lets a busy moment of the machine affect all rates alike.
struct FramePass {
  /// Repetitions whose times are discarded: cold code, cold caches.
  private static let warmUp = 2

  /// Repetitions in one request.
  private static let batch = 5

  let rates: [RefreshRate]
  let repetitions: Int

  /// Thread CPU time in nanoseconds per rate, repetition and frame, with the clock's cost.
  func measure(_ worker: PreparedWorker) async throws -> [RefreshRate: [[Int64]]] {
    var samples: [RefreshRate: [[Int64]]] = [:]
    for rate in rates {
      _ = try await worker.frames(at: rate, repetitions: Self.warmUp)
    }
    var missing = repetitions
    while missing > 0 {
      let count = min(Self.batch, missing)
      for rate in rates {
        samples[rate, default: []] += try await worker.frames(at: rate, repetitions: count)
      }
      missing -= count
    }
    return samples
  }
}
