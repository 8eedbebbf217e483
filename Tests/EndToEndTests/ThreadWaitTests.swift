#if os(Linux)
  import CMeasure
  import Foundation
  import Testing

  @testable import FramegateKit

  /// Whether the system tells a wait from a core that others have.
  @Suite("Waits of a thread, end to end")
  struct ThreadWaitTests {
    /// A container may refuse to bind a thread to a core, or not count the waits of threads.
    @Sendable
    private static func isPossible() async -> Bool {
      let isPinned: Bool = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: framegate_pin_to_core(0) == 0) }
      }
      return isPinned && FileManager.default.isReadableFile(atPath: "/proc/thread-self/schedstat")
    }

    /// Samples of a body, on a core that a few other threads want too.
    private func samples(_ body: @escaping @Sendable () -> Void) async throws -> [Sample] {
      try await withCheckedThrowingContinuation { continuation in
        // Its own thread, because the core of a thread is pinned for good.
        Thread.detachNewThread {
          continuation.resume(
            with: Result {
              guard framegate_pin_to_core(0) == 0 else { throw POSIXError(.EPERM) }
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

    @Test(
      "Work that other threads take the core from does not wait",
      .enabled("no thread can be bound to a core, or its waits are not counted", isPossible))
    func computing() async throws {
      let samples = try await samples {
        let end = Clock.threadCPU + 40_000_000
        while Clock.threadCPU < end {}
      }
      #expect(samples.allSatisfy { $0.waitedNs == 0 })
      #expect(samples.contains { $0.wallNs > 1.02 * $0.cpuNs })
    }

    @Test(
      "A body that waits for the system waits, whoever has the core",
      .enabled("no thread can be bound to a core, or its waits are not counted", isPossible))
    func waiting() async throws {
      let samples = try await samples { poll(nil, 0, 30) }
      #expect(samples.allSatisfy { ($0.waitedNs ?? 0) > 20_000_000 })
    }
  }

  /// Tells several threads to end.
  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false

    var isSet: Bool { lock.withLock { value } }

    func set() { lock.withLock { value = true } }
  }
#endif
