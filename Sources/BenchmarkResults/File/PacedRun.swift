package import FrameTiming

/// What happened when a real timer drove the scenario at one rate.
///
/// The arrays hold the first frames, at most ``storedFrameLimit`` of them, and have the same
/// length.
package struct PacedRun: Hashable, Codable, Sendable {
  /// How many frames a file keeps.
  package static let storedFrameLimit = 2_000

  package var rate: RefreshRate

  /// How many frames were started in total, except those that a stop of the process hit.
  package var frameCount: Int

  /// The timeline of the measured frames, on the same grid and by the same rules as a replay's.
  package var timeline: TimelineSummary

  /// Nanoseconds from each frame's vsync to its start.
  package var wakeUpNs: [Int64]

  /// Wall-clock time of each frame from start to end, in nanoseconds.
  package var wallNs: [Int64]

  /// CPU time of each frame on its thread, in nanoseconds.
  package var cpuNs: [Int64]

  /// What the system counted during the same frames, or nil if it does not count them.
  package var counters: PacedCounters?

  package var causes: PacedCauses

  /// The stops of the process, each with the frames that it hit, or nil if it was never stopped.
  ///
  /// These frames are not counted anywhere here.
  package var stops: [PacedStop]?

  /// How far the system's clock was set forward during the run, in nanoseconds; negative if it was
  /// set back, nil if it was not set.
  ///
  /// This affects no frame.
  package var systemClockJumpNs: Int64?

  /// How many cores' worth of time a hypervisor gave to other machines during the run, or nil if
  /// unknown.
  package var stolenCores: Double?

  private enum CodingKeys: String, CodingKey {
    case rate = "rateHz"
    case frameCount, timeline, wakeUpNs, wallNs, cpuNs, counters, causes, stops
    case systemClockJumpNs, stolenCores
  }

  package init(
    rate: RefreshRate, frameCount: Int, timeline: TimelineSummary, wakeUpNs: [Int64],
    wallNs: [Int64], cpuNs: [Int64], causes: PacedCauses
  ) {
    self.rate = rate
    self.frameCount = frameCount
    self.timeline = timeline
    self.wakeUpNs = Array(wakeUpNs.prefix(Self.storedFrameLimit))
    self.wallNs = Array(wallNs.prefix(Self.storedFrameLimit))
    self.cpuNs = Array(cpuNs.prefix(Self.storedFrameLimit))
    self.causes = causes
  }
}

extension PacedRun {
  /// What a file keeps of a recording.
  package init(_ recording: PacedRecording, costs: CauseCosts, allocations: [Int64]?) {
    self.init(
      rate: recording.rate, frameCount: recording.frameCount,
      timeline: TimelineSummary(recording.timeline), wakeUpNs: recording.wakeNs,
      wallNs: recording.wallNs, cpuNs: recording.cpuNs,
      causes: PacedCauses(recording.causes(costs: costs, allocations: allocations), costs: costs))
    counters = recording.counters?.prefix(Self.storedFrameLimit)
    stops = recording.stops.isEmpty ? nil : recording.stops
    systemClockJumpNs = recording.systemClockJumpNs == 0 ? nil : recording.systemClockJumpNs
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(
      frameCount, from: wakeUpNs.count, to: CostVector.largestFrameCount, "frameCount")
    try timeline.validate(check.object("timeline"), frameCount: frameCount)
    for (key, values) in [("wakeUpNs", wakeUpNs), ("wallNs", wallNs), ("cpuNs", cpuNs)] {
      try check.length(values.count, is: wakeUpNs.count, key)
      try check.times(values, key)
    }
    try counters?.validate(check.object("counters"), frameCount: wakeUpNs.count)
    try causes.validate(check.object("causes"))
    try check.quantity(stolenCores, "stolenCores")
    for (index, stop) in (stops ?? []).enumerated() {
      let check = check.object("stops", index)
      try check.count(stop.frame, to: frameCount, "frame")
      try check.count(
        stop.excludedFrames, from: 1, to: CostVector.largestFrameCount, "excludedFrames")
    }
  }
}

extension PacedCounters {
  fileprivate func validate(_ check: ValueCheck, frameCount: Int) throws(ResultsError) {
    try check.counters(runQueueNs, frameCount: frameCount, "runQueueNs")
    try check.counters(involuntarySwitches, frameCount: frameCount, "involuntarySwitches")
    try check.counters(minorFaults, frameCount: frameCount, "minorFaults")
    try check.counters(majorFaults, frameCount: frameCount, "majorFaults")
  }
}
