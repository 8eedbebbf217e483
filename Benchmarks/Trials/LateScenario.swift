import BenchmarkModel
import CMeasure
import Foundation
import FrameTiming
import FramegateKit

/// A short scenario, one frame of which is late by a cause.
///
/// That frame takes half a period longer than there is; the others fit by far. It is the only late
/// one: after a late frame all others are shown a slot later, which hides the next late one.
struct LateScenario: Hashable, Sendable {
  /// The causes that can be made on purpose, after nothing, which shows what the machine does.
  static let all = [nil, .wake, .host, .fault, .allocation, .work].map(LateScenario.init)

  static let rate = RefreshRate.hz120

  /// Five frames.
  static let duration = Duration.milliseconds(40)

  /// Not the first one, which is never dropped.
  static let lateFrame = 2

  private static let lateNs: Int64 = 12_500_000

  /// Nil for nothing.
  let cause: FrameCause?
}

extension LateScenario {
  var name: String { "late.\(cause?.rawValue ?? "nothing")" }

  func register(in registry: inout BenchmarkRegistry) {
    registry.scenario(name, duration: Self.duration) { _ in
      // The neighbor is a thread of this one and runs on its core.
      guard cause != .host || framegate_pin_to_core(0) == 0 else {
        throw Unavailable("this system does not let a neighbor share the frame's core")
      }
      let clock = SystemFrameClock()
      let pages = FreshPages()
      return Scenario { frame in
        // A little work, which fits by far.
        clock.compute(for: 500_000)
        switch (cause, frame.index) {
        case (.wake, Self.lateFrame - 1): delayNextFrame()
        case (.fault, Self.lateFrame): pages.touch(for: Self.lateNs, clock)
        case (.allocation, Self.lateFrame): allocate(for: Self.lateNs, clock)
        case (.work, Self.lateFrame): clock.compute(for: Self.lateNs)
        case (.host, Self.lateFrame):
          // Less than a period of work: only what the neighbor takes makes it late.
          Thread { clock.occupy(for: 2 * Self.lateNs) }.start()
          clock.compute(for: Self.lateNs / 2)
        default: break
        }
      }
    }
  }

  /// Wakes this thread up late from the wait that follows: a signal interrupts the wait, and its
  /// handler sleeps.
  private func delayNextFrame() {
    signal(SIGUSR1) { _ in
      var time = timespec(tv_sec: 0, tv_nsec: Int(LateScenario.lateNs) + 5_000_000)
      nanosleep(&time, nil)
    }
    // Threads of a pool block signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    let sleeper = SleepingThread()
    Thread {
      // After this frame, and well before the next one.
      usleep(3_000)
      pthread_kill(sleeper.thread, SIGUSR1)
    }.start()
  }

  /// Allocates small blocks and releases them, few at a time, so that no new page is needed.
  private func allocate(for nanoseconds: Int64, _ clock: SystemFrameClock) {
    let end = clock.threadCPU() + nanoseconds
    while clock.threadCPU() < end {
      let blocks = (0..<1_000).map { _ in
        UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      }
      for block in blocks { block.deallocate() }
    }
  }
}

extension SystemFrameClock {
  /// Uses this much CPU time, in nanoseconds.
  fileprivate func compute(for nanoseconds: Int64) {
    let end = threadCPU() + nanoseconds
    while threadCPU() < end {}
  }

  /// Keeps the core busy for this much time, in nanoseconds.
  fileprivate func occupy(for nanoseconds: Int64) {
    let end = now() + nanoseconds
    while now() < end {}
  }
}

/// The thread that makes frames; it runs until all signals came.
private struct SleepingThread: @unchecked Sendable {
  let thread = pthread_self()
}

/// Pages that no frame has touched yet; they go with the scene.
private final class FreshPages {
  private static let pageSize = 4_096

  /// Enough for a long period on a fast machine, and few enough for a small one: 512 MiB.
  private static let byteCount = 131_072 * pageSize

  private var memory: UnsafeMutableRawPointer?

  /// Touches pages that are new to the process for this much CPU time, in nanoseconds.
  func touch(for nanoseconds: Int64, _ clock: SystemFrameClock) {
    guard memory == nil, let fresh = framegate_map_memory(Self.byteCount) else { return }
    memory = fresh
    let end = clock.threadCPU() + nanoseconds
    for offset in stride(from: 0, to: Self.byteCount, by: Self.pageSize) {
      // Reading the clock takes as long as a fault.
      if offset % (64 * Self.pageSize) == 0, clock.threadCPU() >= end { break }
      fresh.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
    }
  }

  deinit {
    if let memory { framegate_unmap_memory(memory, Self.byteCount) }
  }
}
