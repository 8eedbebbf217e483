import BenchmarkModel
import CMeasure
import Dispatch
import Foundation
package import FrameTiming

/// Short paced runs, in each of which one frame was made late on purpose.
package struct InjectedRuns: Hashable, Codable, Sendable {
  package let recordings: [PacedRecording]

  /// What faults and allocations cost meanwhile.
  package let costs: CauseCosts

  /// The frame of every run that something was done to.
  package let frame: Int

  /// How often that frame allocated on purpose, in every run.
  package let allocationCounts: [Int]
}

extension InjectedRuns {
  /// How long runs may take on a busy machine: five times what their frames need.
  package static func longestTime(count: Int, at rate: RefreshRate) -> Duration {
    .seconds(Double(5 * count * (CauseInjector.frameCount + 2)) / Double(rate.hertz))
  }

  /// The number of allocations of every frame, in every run.
  package var allocations: [[Int64]] {
    allocationCounts.map { count in
      (0..<CauseInjector.frameCount).map { $0 == frame ? Int64(count) : 0 }
    }
  }
}

/// Makes frames of paced runs late on purpose, to see whether the cause is named.
///
/// An injection takes half a period longer than there is, on top of frames that fit by far. Every
/// one has a run of its own: after a late frame all others are shown a slot later, and hide the
/// next one that is late.
struct CauseInjector {
  /// The frames of a run.
  static let frameCount = 5

  /// Not the first one, which is never dropped.
  private static let injectedFrame = 2

  /// How many periods an injection takes.
  private static let periods = 1.5

  private let cause: FrameCause?
  private let rate: RefreshRate
  private let costs: CauseCosts

  /// Creates an injector.
  ///
  /// - Parameters:
  ///   - cause: What to inject; nil for nothing, which shows what the machine does.
  ///   - rate: The rate to pace frames at.
  /// - Throws: `Unavailable` for a cause that cannot be made on purpose, and where a neighbor
  ///   cannot share the core.
  init(_ cause: FrameCause?, at rate: RefreshRate) throws {
    switch cause {
    case nil, .wake, .host, .fault, .allocation, .work: break
    case .handOver, .mixed:
      throw Unavailable("'\(cause?.rawValue ?? "")' follows from others and is not injected")
    }
    // The neighbor is a thread of this one and runs on its core.
    guard cause != .host || framegate_pin_to_core(0) == 0 else {
      throw Unavailable("this system does not let a neighbor share the frame's core")
    }
    self.cause = cause
    self.rate = rate
    costs = .measure()
  }

  /// Injects the cause into `count` runs.
  func run(count: Int) throws -> InjectedRuns {
    let runs = try (0..<count).map { _ in try record() }
    return InjectedRuns(
      recordings: runs.map(\.recording), costs: costs, frame: Self.injectedFrame,
      allocationCounts: runs.map(\.allocationCount))
  }

  private func record() throws -> (recording: PacedRecording, allocationCount: Int) {
    let time = Int64(Self.periods * 1e9 / Double(rate.hertz))
    let clock = TardyClock(delayNs: cause == .wake ? time : 0, frame: Self.injectedFrame)
    var pages = FreshPages()
    var neighbor: Neighbor?
    defer {
      pages.release()
      neighbor?.waitForEnd()
    }
    var allocationCount = 0
    let link = try DisplayLink(rate: rate, clock: clock)
    let recording = try link.run(until: .frames(Self.frameCount)) { frame in
      // A little work, which fits by far.
      Self.compute(for: 500_000)
      guard frame.index == Self.injectedFrame else { return }
      switch cause {
      case .fault: pages.touch(for: time)
      case .allocation: allocationCount = Self.allocate(for: time)
      case .work: Self.compute(for: time)
      case .host:
        // Less than a period of work: only what the neighbor takes makes it late.
        neighbor = Neighbor(computingFor: 2 * time)
        Self.compute(for: time / 2)
      case nil, .wake, .handOver, .mixed: break
      }
    }
    return (recording, allocationCount)
  }

  /// Uses this much CPU time, in nanoseconds.
  private static func compute(for nanoseconds: Int64) {
    let end = Clock.threadCPU + nanoseconds
    while Clock.threadCPU < end {}
  }

  /// Allocates small blocks for this much CPU time, in nanoseconds, and returns how many.
  ///
  /// Releases them, few at a time, so that no new page is needed.
  private static func allocate(for nanoseconds: Int64) -> Int {
    let batch = 1_000
    let end = Clock.threadCPU + nanoseconds
    var count = 0
    while Clock.threadCPU < end {
      let blocks = (0..<batch).map { _ in
        UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
      }
      for block in blocks { block.deallocate() }
      count += batch
    }
    return count
  }
}

/// The system's clock, which wakes one frame up too late.
private final class TardyClock: FrameClock {
  private let clock = SystemFrameClock()
  private let delayNs: Int64
  private let frame: Int
  private var next = 0

  init(delayNs: Int64, frame: Int) {
    self.delayNs = delayNs
    self.frame = frame
  }

  func now() -> Int64 { clock.now() }
  func threadCPU() -> Int64 { clock.threadCPU() }
  func counters() -> ThreadCounters? { clock.counters() }

  /// Called once per frame.
  func sleep(until instant: Int64) {
    clock.sleep(until: instant + (next == frame ? delayNs : 0))
    next += 1
  }
}

/// Pages that no frame has touched yet.
private struct FreshPages {
  private static let pageSize = 4_096

  /// Enough for a long period on a fast machine, and few enough for a small one: 512 MiB.
  private static let largestCount = 131_072

  private var memory: (start: UnsafeMutableRawPointer, bytes: Int)?

  /// Touches pages that are new to the process for this much CPU time, in nanoseconds.
  mutating func touch(for nanoseconds: Int64) {
    let bytes = Self.largestCount * Self.pageSize
    guard let fresh = framegate_map_memory(bytes) else { return }
    memory = (fresh, bytes)
    let end = Clock.threadCPU + nanoseconds
    for page in 0..<Self.largestCount {
      // Reading the clock takes as long as a fault.
      if page % 64 == 0, Clock.threadCPU >= end { break }
      fresh.storeBytes(of: 1, toByteOffset: page * Self.pageSize, as: UInt8.self)
    }
  }

  /// Gives the pages back, which takes time as well and belongs to no frame.
  mutating func release() {
    if let memory { framegate_unmap_memory(memory.start, memory.bytes) }
    memory = nil
  }
}

/// A thread that computes for a while, on the core of the thread that started it.
private struct Neighbor {
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Keeps the core busy for this much time, in nanoseconds, from now on.
  init(computingFor nanoseconds: Int64) {
    let hasEnded = hasEnded
    Thread {
      Clock.wait(for: 0, ofTimeSince: Clock.wall, and: Double(nanoseconds))
      hasEnded.signal()
    }.start()
  }

  func waitForEnd() { hasEnded.wait() }
}
