package import BenchmarkModel
package import FrameSignposts
package import FrameTiming

/// What each frame of a scenario costs when it is sampled at one refresh rate.
///
/// All arrays have one entry per frame, in order. Frame *i* is evaluated at the time of vsync
/// *i* + 1 of ``grid``, so costs belong to their rate and are never interpolated to another. Only
/// what was measured is stored: replays and headroom follow from it.
package struct FrameCosts: Hashable, Codable, Sendable {
  /// The display's maximum refresh rate.
  package var rate: RefreshRate

  /// The rates that the scenario asks for on that display, each with its number of frames; nil if
  /// it keeps the display's rate from the first frame to the last.
  package var segments: [VsyncGrid.Segment]?

  /// The work of frames that are rendered back to back.
  ///
  /// The median over repetitions of thread CPU time, without the cost of reading the clock.
  package var warmNs: [Int64] = []

  /// The same for frames that find nothing in the caches, as after a wait for vsync.
  package var coldNs = Measured<[Int64]>.notMeasured

  /// The time of the reference frame, measured along with the scenario; nil from a worker without
  /// one.
  package var reference: ReferenceCost?

  /// How the frames of ``coldNs`` were made cold, or nil if they were not.
  package var cooling: Cooling?

  /// The 95 % interval of each median of ``workNs``; unavailable with too few repetitions.
  package var intervalNs = Measured<[ClosedRange<Int64>]>.notMeasured

  package var mallocCountTotal = Measured<[Int64]>.notMeasured

  /// Bytes allocated per frame, as rounded up by the counting allocator.
  package var mallocBytesCount = Measured<[Int64]>.notMeasured

  /// The counts of another process of the same build, or nil if they equal the first process's.
  package var recount: Recount?

  /// The program that counted allocations, `jemalloc` or `counting library`, or nil if none did,
  /// or it was not recorded.
  package var countedBy: String?

  /// Counts per frame of another process that differ from the first process's.
  package struct Recount: Hashable, Codable, Sendable {
    /// Nil if they equal the first process's.
    package let mallocCountTotal, mallocBytesCount: [Int64]?

    package init(mallocCountTotal: [Int64]?, mallocBytesCount: [Int64]?) {
      self.mallocCountTotal = mallocCountTotal
      self.mallocBytesCount = mallocBytesCount
    }
  }

  /// Instructions per frame, on the thread that renders, or nil unless requested.
  package var instructions: Measured<[Int64]>?

  /// What the kernel did in each frame, or nil unless requested.
  package var kernel: [KernelCount]?

  /// One of the kernel's counts, for each frame.
  package struct KernelCount: Hashable, Codable, Sendable {
    package let metric: String

    /// The counts of the first process, and of each further process whose counts differ.
    package let frames: Measured<[[Int64]]>

    package init(metric: String, frames: Measured<[[Int64]]>) {
      self.metric = metric
      self.frames = frames
    }
  }

  /// What every frame spends its time on, or nil for scenarios that mark nothing.
  ///
  /// Recorded in a repetition of its own, which is cold if ``workNs`` is.
  package var signposts: Measured<SignpostRecording>?

  package var repetitions = 1

  /// How often ``workNs`` was measured: cold work less often than warm work.
  package var workRepetitions: Int { cooling?.repetitions ?? repetitions }

  /// The number of repetitions that were planned, or nil if there was enough time for all.
  package var plannedRepetitions: Int?

  private enum CodingKeys: String, CodingKey {
    case rate = "rateHz"
    case segments, warmNs, coldNs, reference, cooling, intervalNs
    case mallocCountTotal, mallocBytesCount, recount, countedBy, instructions, kernel, signposts
    case repetitions, plannedRepetitions
  }

  /// Creates costs without any values.
  package init(at rate: RefreshRate) { self.rate = rate }
}

extension FrameCosts {
  /// Adds the times of the frames; their counters are set separately.
  ///
  /// Without `cooling`, it is unknown how those of `cold` were made cold.
  package mutating func add(
    segments: [VsyncGrid.Segment]? = nil, warm: CostEstimate,
    cold: Measured<CostEstimate> = .notMeasured, cooling: Cooling? = nil, reference: ReferenceCost?
  ) throws(ResultsError) {
    warmNs = warm.workNs
    coldNs = cold.map(\.workNs)
    self.reference = reference
    intervalNs = (cold.value ?? warm).intervalNs
    repetitions = warm.repetitions
    self.cooling = cold.value.map { cooling ?? Cooling(repetitions: $0.repetitions) }
    if !isCold { self.reference?.coldNs = nil }
    self.segments = segments?.map(\.rate) == [rate] ? nil : segments
    _ = try costVector()
  }

  /// The count of every frame: in the first process, then in each process that counted differently;
  /// nil for what is measured only on request and was not requested.
  package func counts(of metric: Metric) -> Measured<[[Int64]]>? {
    func all(_ first: Measured<[Int64]>, _ again: [Int64]?) -> Measured<[[Int64]]> {
      first.map { [$0] + (again.map { [$0] } ?? []) }
    }
    return switch metric {
    case .mallocCountTotal: all(mallocCountTotal, recount?.mallocCountTotal)
    case .mallocBytesCount: all(mallocBytesCount, recount?.mallocBytesCount)
    case .instructions: instructions.map { all($0, nil) }
    default: kernel?.first { $0.metric == metric.name }?.frames
    }
  }

  package var isCold: Bool { coldNs.value != nil }

  /// The work that budgets judge: cold where that was measured, else warm.
  package var workNs: [Int64] { coldNs.value ?? warmNs }

  /// Why warm work that was measured along with cold work has no intervals.
  package static let noWarmInterval = "only cold work has intervals"

  /// The same costs with warm work, to be judged or compared with other warm work.
  package var warm: FrameCosts {
    guard isCold else { return self }
    var costs = self
    costs.coldNs = .unavailable("warm work is judged")
    costs.reference?.coldNs = nil
    costs.cooling = nil
    costs.intervalNs = .unavailable(Self.noWarmInterval)
    return costs
  }

  package var grid: VsyncGrid {
    // Segments are checked when they are read.
    segments.flatMap { try? VsyncGrid(segments: $0) } ?? VsyncGrid(rate: rate)
  }

  /// The display's rate, or the rates that the scenario asks for: `120 Hz`, `120→60 Hz`, `60 Hz of
  /// 120`.
  package var rateText: String {
    guard let segments else { return "\(rate)" }
    return grid.rateText + (segments.contains { $0.rate == rate } ? "" : " of \(rate.hertz)")
  }

  /// A replay at the rates of these frames.
  ///
  /// - Precondition: The reserve is less than a period of ``rate``.
  package func replay(_ settings: ReplaySettings = .strict) -> FrameReplay {
    do {
      return try FrameReplay(grid: grid, settings: settings)
    } catch { preconditionFailure("\(error)") }
  }

  package func costVector() throws(ResultsError) -> CostVector {
    do {
      return try CostVector(workNs: workNs)
    } catch { throw .unusableFrames(error) }
  }

  /// The budget that breaks first when all work takes longer.
  ///
  /// - Returns: The budget and its factor, or nil without a budget at this rate.
  package func headroom(within budgets: [FrameBudget]) -> TightestBudget? {
    guard let costs = try? costVector() else { return nil }
    return TightestBudget(
      of: budgets, costs: costs, relativeWork: relativeWork, isWarm: !isCold, at: rate, on: grid)
  }

  /// The work in multiples of the reference frame's, or nil without a reference frame.
  package var relativeWork: [Double]? {
    guard let reference else { return nil }
    let unit = Double(reference.coldNs ?? reference.warmNs)
    return workNs.map { Double($0) / unit }
  }

  /// The dropped frames at depth 1 without a reserve.
  package var droppedFrameCount: Int? {
    guard let costs = try? costVector() else { return nil }
    return replay().timeline(of: costs).droppedFrameCount
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try validateSegments(check)
    try validateTimes(check)
    try validateCounters(check)
    if let recording = signposts?.value {
      try check.length(recording.frames.count, is: warmNs.count, "signposts.frameNs")
      if let problem = recording.problem { throw check.fail("signposts", problem) }
    }
    try check.count(repetitions, from: 1, "repetitions")
    try check.count(plannedRepetitions, from: repetitions, "plannedRepetitions")
  }

  private func validateTimes(_ check: ValueCheck) throws(ResultsError) {
    try check.costs(warmNs, "warmNs")
    if let coldNs = coldNs.value {
      try check.costs(coldNs, "coldNs")
      try check.length(coldNs.count, is: warmNs.count, "coldNs")
    }
    try reference?.validate(check.object("reference"))
    for (key, isThere) in [
      ("cooling", cooling != nil),
      ("reference.coldNs", reference.map { $0.coldNs != nil } ?? isCold),
    ] {
      try check.require(
        isThere == isCold, key,
        isCold ? "it is missing" : "it is present although there are no cold frames")
    }
    try check.count(cooling?.repetitions, from: 1, "cooling.repetitions")
    try check.count(cooling?.branches, "cooling.branches")
    try check.count(cooling?.sleepNs, "cooling.sleepNs")
    if let intervals = intervalNs.value {
      try check.length(intervals.count, is: warmNs.count, "intervalNs")
      for (index, interval) in intervals.enumerated() {
        try check.time(interval.lowerBound, "intervalNs[\(index)][0]")
        try check.time(interval.upperBound, "intervalNs[\(index)][1]")
      }
    }
  }

  private func validateCounters(_ check: ValueCheck) throws(ResultsError) {
    try check.counters(mallocCountTotal.value, frameCount: warmNs.count, "mallocCountTotal")
    try check.counters(mallocBytesCount.value, frameCount: warmNs.count, "mallocBytesCount")
    let again = check.object("recount")
    try again.counters(
      recount?.mallocCountTotal, frameCount: warmNs.count, "mallocCountTotal")
    try again.counters(
      recount?.mallocBytesCount, frameCount: warmNs.count, "mallocBytesCount")
    try check.counters(instructions?.value, frameCount: warmNs.count, "instructions")
    for (index, count) in (kernel ?? []).enumerated() {
      guard let lists = count.frames.value else { continue }
      let key = "kernel[\(index)].frames"
      try check.count(lists.count, from: 1, key)
      for list in lists { try check.counters(list, frameCount: warmNs.count, key) }
    }
  }
}

extension FrameCosts {
  private func validateSegments(_ check: ValueCheck) throws(ResultsError) {
    guard let segments else { return }
    do {
      _ = try VsyncGrid(segments: segments)
    } catch { throw check.fail("segments", error.description) }
    for (index, segment) in segments.enumerated() {
      try check.require(
        segment.rate <= rate, "segments[\(index)].rateHz",
        "\(segment.rate) is more than the \(rate) of the display")
      try check.count(
        segment.ticks, from: 1, to: CostVector.largestFrameCount, "segments[\(index)].ticks")
    }
    let count = segments.reduce(0) { $0 + $1.ticks }
    try check.require(
      count == warmNs.count, "segments", "they have \(count) frames, but there are \(warmNs.count)")
  }
}

extension ValueCheck {
  /// Fails for work that cannot be replayed.
  fileprivate func costs(_ workNs: [Int64], _ key: String) throws(ResultsError) {
    try times(workNs, key)
    do {
      _ = try CostVector(workNs: workNs)
    } catch { throw fail(key, error.description) }
  }
}

/// The time of the reference frame, measured along with a scenario, in nanoseconds; at least 1.
///
/// Budgets that are stated in reference frames divide by it.
package struct ReferenceCost: Hashable, Codable, Sendable {
  /// Rendered back to back.
  package var warmNs: Int64

  /// With cold caches: the divisor of cold work; nil if only warm work was measured.
  package var coldNs: Int64?

  package init(warmNs: Int64, coldNs: Int64? = nil) {
    self.warmNs = warmNs
    self.coldNs = coldNs
  }

  fileprivate func validate(_ check: ValueCheck) throws(ResultsError) {
    for (key, time) in [("warmNs", warmNs), ("coldNs", coldNs ?? 1)] {
      try check.time(time, key)
      try check.count(time, from: 1, to: .max, key)
    }
  }
}

/// How frames were made cold: the method and its parameters.
package struct Cooling: Hashable, Codable, Sendable {
  /// What was flushed before every frame, as the worker calls it: `flush`, which is everything, or
  /// `flushCaches`; `unknown` if it did not say.
  package let method: String

  /// How many branches were taken before every frame, or nil if none were.
  package let branches: Int?

  /// How long the thread slept before every frame, in nanoseconds, or nil if it did not.
  package let sleepNs: Int?

  package let repetitions: Int

  package init(
    method: String = "unknown", branches: Int? = nil, sleepNs: Int? = nil, repetitions: Int
  ) {
    self.method = method
    self.branches = branches
    self.sleepNs = sleepNs
    self.repetitions = repetitions
  }

  /// The method and its parameters without the repetitions.
  ///
  /// Cold times are compared only if their procedures are equal.
  package var procedure: String {
    ([method] + [branches, sleepNs].map { $0.map(String.init) ?? "-" }).joined(separator: " ")
  }
}
