import CMeasure
import Foundation
import Testing

@testable import FramegateKit

@Suite("Waits of a thread")
struct ThreadWaitsTests {
  @Test(
    "A thread waits if it gives up its core by itself, for as long as it is in no run queue",
    arguments: [
      ((7, 100), (7, 900), 800, 0), ((7, 100), (8, 900), 1_000, 200),
      ((7, 100), (8, 900), 700, 0), ((7, 100), (9, 100), 500, 500),
      ((7, nil), (7, nil), 800, 0), ((7, nil), (8, nil), 800, nil),
      ((nil, 100), (nil, 900), 800, nil),
    ] as [((Int64?, Int64?), (Int64?, Int64?), Double, Double?)])
  func waited(
    start: (Int64?, Int64?), end: (Int64?, Int64?), away: Double, waited: Double?
  ) {
    let before = ThreadWaits(count: start.0, queuedNs: start.1)
    let after = ThreadWaits(count: end.0, queuedNs: end.1)
    #expect(after.waitedNs(since: before, awayNs: away) == waited)
  }

  #if os(Linux)
    /// Samples of a body, on a core that a few other threads want too.
    private func samples(_ body: @escaping @Sendable () -> Void) async throws -> [Sample] {
      try await withCheckedThrowingContinuation { continuation in
        // Its own thread, because the core of a thread is pinned for good.
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              _ = framegate_pin_to_core(0)
              let isOver = Flag()
              defer { isOver.set() }
              // They inherit the core.
              for _ in 0..<3 { Thread.detachNewThread { while !isOver.isSet {} } }
              let sampler = try LoopSampler(MeasuredLoop(body: body))
              return try (0..<3).map { _ in try sampler.sample(iterations: 1) }
            })
        }
      }
    }

    @Test("Work that other threads take the core from does not wait")
    func computing() async throws {
      let samples = try await samples {
        let end = Clock.threadCPU + 40_000_000
        while Clock.threadCPU < end {}
      }
      #expect(samples.allSatisfy { $0.waitedNs == 0 })
      #expect(samples.contains { $0.wallNs > 1.02 * $0.cpuNs })
    }

    @Test("A body that waits for the system waits, whoever has the core")
    func waiting() async throws {
      let samples = try await samples { poll(nil, 0, 30) }
      #expect(samples.allSatisfy { ($0.waitedNs ?? 0) > 20_000_000 })
    }
  #endif
}

/// Tells several threads to end.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
