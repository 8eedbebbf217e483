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

#if os(Linux)
  /// The statistics of the thread that creates it, as a file that stays open.
  final class ThreadStatistics: Sendable {
    /// The file's descriptor, or −1 if the system has no such file.
    private let schedulerStatistics: CInt

    init() { schedulerStatistics = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC) }

    deinit { if schedulerStatistics >= 0 { close(schedulerStatistics) } }

    /// Reads everything with two system calls and without allocating.
    var counters: ThreadCounters {
      var usage = rusage()
      // 1 is RUSAGE_THREAD, which Swift does not see in every C library.
      getrusage(.init(1), &usage)
      return ThreadCounters(
        runQueueNs: runQueueNs, involuntarySwitches: Int64(usage.ru_nivcsw),
        minorFaults: Int64(usage.ru_minflt), majorFaults: Int64(usage.ru_majflt))
    }

    /// The second of the three numbers in the file.
    private var runQueueNs: Int64? {
      guard schedulerStatistics >= 0 else { return nil }
      return withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { buffer -> Int64? in
        let count = pread(schedulerStatistics, buffer.baseAddress, buffer.count, 0)
        guard count > 0 else { return nil }
        var field = 0
        var value: Int64 = 0
        for byte in buffer.prefix(count) {
          if byte == UInt8(ascii: " ") {
            if field == 1 { return value }
            field += 1
          } else if field == 1, (48...57).contains(byte) {
            value = 10 * value + Int64(byte - 48)
          }
        }
        return nil
      }
    }
  }
#endif
