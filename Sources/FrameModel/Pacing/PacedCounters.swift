/// What the system counted during each frame of a recording; every array has one entry per frame.
public struct PacedCounters: Hashable, Codable, Sendable {
  /// Time in which the frame's thread waited for a core, in nanoseconds, or nil if the system
  /// does not report it.
  public let runQueueNs: [Int64]?

  /// How often another thread took the thread's core.
  public let involuntarySwitches: [Int64]

  /// Page faults that needed no disk, mostly pages touched for the first time.
  public let minorFaults: [Int64]

  /// Page faults that had to read from a disk.
  public let majorFaults: [Int64]

  package init(
    runQueueNs: [Int64]?, involuntarySwitches: [Int64], minorFaults: [Int64], majorFaults: [Int64]
  ) {
    self.runQueueNs = runQueueNs
    self.involuntarySwitches = involuntarySwitches
    self.minorFaults = minorFaults
    self.majorFaults = majorFaults
  }
}

extension PacedCounters {
  package func prefix(_ count: Int) -> PacedCounters {
    PacedCounters(
      runQueueNs: runQueueNs.map { Array($0.prefix(count)) },
      involuntarySwitches: Array(involuntarySwitches.prefix(count)),
      minorFaults: Array(minorFaults.prefix(count)), majorFaults: Array(majorFaults.prefix(count)))
  }

  /// Why these cannot be the counters of `frameCount` frames, or nil if they can.
  func problem(frameCount: Int) -> String? {
    let all = [runQueueNs, involuntarySwitches, minorFaults, majorFaults].compactMap(\.self)
    if all.contains(where: { $0.count != frameCount }) { return "it is not in every counter" }
    return all.joined().contains { $0 < 0 } ? "a counter is negative" : nil
  }
}
