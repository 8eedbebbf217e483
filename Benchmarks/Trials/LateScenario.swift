import BenchmarkModel
import CMeasure
import Foundation
import FrameTiming
import FramegateKit

/// A short scenario in which one frame is late by a given cause.
///
/// That frame takes one and a half periods; the others take far less than one. Only one frame is
/// late, because all frames after a late one are shown a slot later, which hides another late one.
struct LateScenario: Hashable, Sendable {
  /// No cause, which shows what the machine itself does, and then the causes that can be injected.
  static let all = [nil, .wake, .host, .fault, .allocation, .work].map(LateScenario.init)

  static let rate = RefreshRate.hz120

  /// Five frames.
  static let duration = Duration.milliseconds(40)

  /// The late frame; not the first one, because a late first frame drops nothing.
  static let lateFrame = 2

  private static let lateNs: Int64 = 12_500_000

  /// The injected cause, or nil for none.
  let cause: FrameCause?
}

extension LateScenario {
  var name: String { "late.\(cause?.rawValue ?? "nothing")" }

  func register(in registry: inout BenchmarkRegistry) {
    registry.scenario(name, duration: Self.duration) { _ in
      // The neighbor is started by this thread, so it runs on the same core.
      guard cause != .host || framegate_pin_to_core(0) == 0 else {
        throw Unavailable("this system does not let a neighbor share the frame's core")
      }
      let clock = SystemFrameClock()
      let pages = FreshPages()
      return Scenario { frame in
        // A little work, far below the period.
        clock.compute(for: 500_000)
        switch (cause, frame.index) {
        case (.wake, Self.lateFrame - 1): delayNextFrame()
        case (.fault, Self.lateFrame): pages.touch(for: Self.lateNs, clock)
        case (.allocation, Self.lateFrame): allocate(for: Self.lateNs, clock)
        case (.work, Self.lateFrame): clock.compute(for: Self.lateNs)
        case (.host, Self.lateFrame):
          // Less work than a period: the frame is late only because of the neighbor.
          Thread { clock.occupy(for: 2 * Self.lateNs) }.start()
          clock.compute(for: Self.lateNs / 2)
        default: break
        }
      }
    }
  }

  /// Makes this thread wake up late from its next wait: a signal interrupts the wait, and its
  /// handler sleeps.
  private func delayNextFrame() {
    signal(SIGUSR1) { _ in
      var time = timespec(tv_sec: 0, tv_nsec: Int(LateScenario.lateNs) + 5_000_000)
      nanosleep(&time, nil)
    }
    // Threads of a pool block signals, so unblock this one.
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

  /// Allocates and releases small blocks, a few at a time, so that no new page is needed.
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

/// The thread that makes frames; it outlives all signals that are sent to it.
private struct SleepingThread: @unchecked Sendable {
  let thread = pthread_self()
}

/// Pages that no frame has touched yet; they are released with the scene.
private final class FreshPages {
  private static let pageSize = 4_096

  /// 512 MiB: enough to fault for a long period on a fast machine, and little enough for a small
  /// machine.
  private static let byteCount = 131_072 * pageSize

  private var memory: UnsafeMutableRawPointer?

  /// Touches pages that are new to the process for this much CPU time, in nanoseconds.
  func touch(for nanoseconds: Int64, _ clock: SystemFrameClock) {
    guard memory == nil, let fresh = framegate_map_memory(Self.byteCount) else { return }
    memory = fresh
    let end = clock.threadCPU() + nanoseconds
    for offset in stride(from: 0, to: Self.byteCount, by: Self.pageSize) {
      // Reads the clock only once per 64 pages, because a read takes as long as a fault.
      if offset % (64 * Self.pageSize) == 0, clock.threadCPU() >= end { break }
      fresh.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
    }
  }

  deinit {
    if let memory { framegate_unmap_memory(memory, Self.byteCount) }
  }
}
