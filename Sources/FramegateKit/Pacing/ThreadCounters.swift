import CMeasure
import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system has counted about a thread since it began.
public struct ThreadCounters: Hashable, Sendable {
  /// Time in which the thread was ready but another one ran, in nanoseconds, or nil if the
  /// system does not report it.
  public var runQueueNs: Int64?

  /// How often another thread took the thread's core.
  public var involuntarySwitches: Int64

  /// The number of page faults that needed no disk, mostly pages touched for the first time.
  public var minorFaults: Int64

  /// The number of page faults that had to read from a disk.
  public var majorFaults: Int64

  /// Creates counters.
  public init(
    runQueueNs: Int64? = nil, involuntarySwitches: Int64 = 0, minorFaults: Int64 = 0,
    majorFaults: Int64 = 0
  ) {
    self.runQueueNs = runQueueNs
    self.involuntarySwitches = involuntarySwitches
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
  }

  func since(_ earlier: ThreadCounters) -> ThreadCounters {
    var difference = self
    difference.runQueueNs = earlier.runQueueNs.flatMap { start in runQueueNs.map { $0 - start } }
    difference.involuntarySwitches -= earlier.involuntarySwitches
    difference.minorFaults -= earlier.minorFaults
    difference.majorFaults -= earlier.majorFaults
    return difference
  }
}

extension PacedCounters {
  /// The counters of all given frames, or nil if one of them has none.
  init?(_ frames: [ThreadCounters?]) {
    let known = frames.compactMap(\.self)
    guard known.count == frames.count else { return nil }
    let runQueueNs = known.compactMap(\.runQueueNs)
    self.init(
      runQueueNs: runQueueNs.count == known.count ? runQueueNs : nil,
      involuntarySwitches: known.map(\.involuntarySwitches),
      minorFaults: known.map(\.minorFaults), majorFaults: known.map(\.majorFaults))
  }
}

extension ThreadCounters {
  /// What the system has counted about the calling thread, or nil where it does not count.
  ///
  /// Reading takes two system calls and allocates nothing.
  static var current: ThreadCounters? {
    #if os(Linux)
      var usage = rusage()
      // 1 is RUSAGE_THREAD, which Swift does not see in every C library.
      getrusage(.init(1), &usage)
      let queuedNs = framegate_thread_queued_ns()
      return ThreadCounters(
        runQueueNs: queuedNs < 0 ? nil : queuedNs, involuntarySwitches: Int64(usage.ru_nivcsw),
        minorFaults: Int64(usage.ru_minflt), majorFaults: Int64(usage.ru_majflt))
    #else
      nil
    #endif
  }
}
