package import FrameSignposts
package import FrameTiming

/// What each frame of a scenario costs when it is sampled at one refresh rate.
///
/// All arrays have one entry per frame, in order. Frame *i* is evaluated at the time of vsync
/// *i* + 1 of ``grid``, so costs belong to their rate and are never interpolated to another.
package struct FrameCosts: Hashable, Codable, Sendable {
  /// How often the display refreshes at most.
  package var rate: RefreshRate

  /// The rates that the scenario asks for on that display, each with its number of frames; nil
  /// where it is the display's from the first frame to the last, and in files of earlier versions.
  package var segments: [VsyncGrid.Segment]?

  /// The work that budgets judge: cold where that was measured, else warm.
  ///
  /// The median over repetitions of thread CPU time, without the cost of reading the clock.
  package var workNs: [Int64]

  /// The work of frames that are rendered back to back; nil in files of earlier versions, whose
  /// work is warm.
  package var warmNs: Recorded<[Int64]>?

  /// The work of frames that find nothing in the caches, as after a wait for vsync; nil in files of
  /// earlier versions.
  package var coldNs: Recorded<[Int64]>?

  /// What the reference frame took beside the scenario; nil in files of earlier versions.
  package var reference: ReferenceCost?

  /// How the frames of ``coldNs`` were made cold; nil where they were not.
  package var cooling: Cooling?

  /// The 95 % interval of each median of ``workNs``; unavailable with too few repetitions.
  package var intervalNs: Recorded<[ClosedRange<Int64>]>

  /// Allocations per frame.
  package var mallocCountTotal: Recorded<[Int64]>

  /// Bytes allocated per frame, as rounded up by the counting allocator.
  package var mallocBytesCount: Recorded<[Int64]>

  /// What another process of the same build counted instead; nil where counts repeat, and in files
  /// of earlier versions.
  package var recount: Recount?

  /// Counters of every frame that differ from those of the first process.
  package struct Recount: Hashable, Codable, Sendable {
    /// Nil where they repeat.
    package let mallocCountTotal, mallocBytesCount: [Int64]?

    package init(mallocCountTotal: [Int64]?, mallocBytesCount: [Int64]?) {
      self.mallocCountTotal = mallocCountTotal
      self.mallocBytesCount = mallocBytesCount
    }
  }

  /// Instructions per frame, on the thread that renders; nil unless requested.
  package var instructions: Recorded<[Int64]>?

  /// What every frame spends its time on, from a repetition of its own that is cold if ``workNs``
  /// is; nil for scenarios that mark nothing, and in files of earlier versions.
  package var signposts: Recorded<SignpostRecording>?

  /// How many times the scenario was played warm.
  package var repetitions: Int

  /// How many times it would have been played with enough time; nil if it was.
  package var plannedRepetitions: Int?

  /// The cost vector on the vsync grid at depths 1, 2 and 3.
  package var replays: [TimelineSummary]

  /// The budget of the scenario that breaks first when all work takes longer; nil without a budget
  /// that applies at this rate, and in files of earlier versions.
  package var headroom: BudgetHeadroom?

  private enum CodingKeys: String, CodingKey {
    case rate = "rateHz"
    case segments
    case workNs, warmNs, coldNs, reference, cooling, intervalNs
    case mallocCountTotal, mallocBytesCount, recount, instructions, signposts
    case repetitions, plannedRepetitions, replays, headroom
  }

  package init(
    rate: RefreshRate, workNs: [Int64], intervalNs: [ClosedRange<Int64>],
    mallocCountTotal: Recorded<[Int64]>, mallocBytesCount: Recorded<[Int64]>,
    instructions: Recorded<[Int64]>? = nil, repetitions: Int, replays: [TimelineSummary] = []
  ) {
    self.rate = rate
    self.workNs = workNs
    self.intervalNs = .value(intervalNs)
    self.mallocCountTotal = mallocCountTotal
    self.mallocBytesCount = mallocBytesCount
    self.instructions = instructions
    self.repetitions = repetitions
    self.replays = replays
  }
}

extension FrameCosts {
  /// The costs of a scenario at one rate, with the replays that a file stores.
  ///
  /// - Parameters:
  ///   - rate: The rate of the display that the scenario was sampled for.
  ///   - segments: The rates that the scenario asks for on it, each with its number of frames; nil
  ///     if that is always `rate`.
  ///   - warm: The pooled repetitions, rendered back to back.
  ///   - cold: The pooled repetitions with cold caches, which are judged; nil if only warm work
  ///     counts.
  ///   - mallocCountTotal: Allocations per frame.
  ///   - mallocBytesCount: Bytes allocated per frame.
  ///   - instructions: Instructions per frame, if requested.
  /// - Throws: ``ResultsError/unusableFrames(_:)`` for work that cannot be replayed.
  package init(
    rate: RefreshRate, segments: [VsyncGrid.Segment]? = nil, warm: CostEstimate,
    cold: Recorded<CostEstimate>? = nil, mallocCountTotal: Recorded<[Int64]>,
    mallocBytesCount: Recorded<[Int64]>,
    instructions: Recorded<[Int64]>? = nil
  ) throws(ResultsError) {
    let judged = cold?.value ?? warm
    self.init(
      rate: rate, workNs: judged.workNs, intervalNs: [],
      mallocCountTotal: mallocCountTotal, mallocBytesCount: mallocBytesCount,
      instructions: instructions, repetitions: warm.repetitions)
    intervalNs = judged.intervalNs
    if let cold {
      warmNs = .value(warm.workNs)
      coldNs = cold.map(\.workNs)
      cooling = cold.value.map { Cooling(repetitions: $0.repetitions) }
    }
    self.segments = segments?.map(\.rate) == [rate] ? nil : segments
    let costs = try costVector()
    replays = ReplaySettings.depths.map { depth in
      TimelineSummary(replay(FrameReplay(rate: rate, depth: depth).settings), of: costs)
    }
  }

  /// Why warm work that was measured beside cold work has no intervals.
  static let noWarmInterval = "only cold work has intervals"

  /// The same costs with warm work, to be judged or compared with other warm work.
  package var warm: FrameCosts {
    guard cooling != nil, let warmNs = warmNs?.value else { return self }
    var costs = self
    costs.workNs = warmNs
    costs.reference = reference.map { ReferenceCost(workNs: $0.warmNs, warmNs: $0.warmNs) }
    costs.intervalNs = .unavailable(Self.noWarmInterval)
    costs.cooling = nil
    costs.replays = []
    return costs
  }

  /// The vsyncs that frames were evaluated at.
  package var grid: VsyncGrid {
    // Segments are checked when they are read.
    segments.flatMap { try? VsyncGrid(segments: $0) } ?? VsyncGrid(rate: rate)
  }

  /// The display's rate, or those that the scenario asks for: `120 Hz`, `120→60 Hz`, `60 Hz of
  /// 120`.
  package var rateText: String {
    guard let segments else { return "\(rate)" }
    return grid.rateText
      + (segments.contains { $0.rate == rate } ? "" : " of \(rate.hertz)")
  }

  /// A replay at the rates of these frames.
  ///
  /// - Precondition: The reserve is less than a period of ``rate``.
  package func replay(_ settings: ReplaySettings = .strict) -> FrameReplay {
    do {
      return try FrameReplay(grid: grid, settings: settings)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The costs as a replay takes them.
  ///
  /// - Returns: The cost vector.
  /// - Throws: ``ResultsError/unusableFrames(_:)`` for work that cannot be replayed.
  package func costVector() throws(ResultsError) -> CostVector {
    do {
      return try CostVector(workNs: workNs)
    } catch {
      throw .unusableFrames(error)
    }
  }

  /// The budget that breaks first when all work takes longer.
  ///
  /// - Parameter budgets: Those of the scenario.
  /// - Returns: The budget and its factor; nil without a budget at this rate.
  package func headroom(within budgets: [FrameBudget]) -> BudgetHeadroom? {
    guard let costs = try? costVector() else { return nil }
    return TightestBudget(
      of: budgets, costs: costs, relativeWork: relativeWork, isWarm: cooling == nil, at: rate,
      on: grid
    ).map(BudgetHeadroom.init)
  }

  /// The stored ``headroom`` if the work and the budgets still give it, else what
  /// ``headroom(within:)`` finds: a file may have been edited, or shown as another device's.
  package func knownHeadroom(within budgets: [FrameBudget]) -> BudgetHeadroom? {
    guard let headroom, let costs = try? costVector(),
      TightestBudget(
        known: headroom.budget, headroom.factor.value.map { .factor($0) } ?? .unlimited,
        of: budgets, costs: costs, relativeWork: relativeWork, isWarm: cooling == nil, at: rate,
        on: grid) != nil
    else { return self.headroom(within: budgets) }
    return headroom
  }

  /// The work of each frame in reference frames; nil where those were not measured.
  package var relativeWork: [Double]? {
    reference.map { reference in workNs.map { Double($0) / Double(reference.workNs) } }
  }

  /// The dropped frames at depth 1 without a reserve, from the work and not from a stored replay.
  package var droppedFrameCount: Int? {
    guard let costs = try? costVector() else { return nil }
    return replay().timeline(of: costs).droppedFrameCount
  }

  /// Why there are no costs at `rate`, and what to do: without '--rate', a run samples the rates of
  /// budgets too.
  static func absence(at rate: RefreshRate, sampled: [FrameCosts]) -> String {
    let rates = Set(sampled.map(\.rate) + [rate]).sorted().map { "\($0.hertz)" }
    return """
      not sampled at \(rate); measure with '--rate \(rates.joined(separator: ","))', or without \
      '--rate' if a budget names it
      """
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try validateSegments(check)
    try check.times(workNs, "workNs")
    do {
      _ = try CostVector(workNs: workNs)
    } catch {
      throw check.fail("workNs", error.description)
    }
    try check.counters(warmNs?.value, frameCount: workNs.count, "warmNs")
    try check.counters(coldNs?.value, frameCount: workNs.count, "coldNs")
    for (key, time) in [("workNs", reference?.workNs), ("warmNs", reference?.warmNs)] {
      let check = check.object("reference")
      try check.time(time ?? 1, key)
      try check.require(time ?? 1 >= 1, key, "it is less than 1")
    }
    try check.require(
      cooling?.repetitions ?? 1 >= 1, "cooling.repetitions", "it is less than 1")
    if let intervals = intervalNs.value {
      try check.length(intervals.count, is: workNs.count, "intervalNs")
      for (index, interval) in intervals.enumerated() {
        try check.time(interval.lowerBound, "intervalNs[\(index)][0]")
        try check.time(interval.upperBound, "intervalNs[\(index)][1]")
      }
    }
    try check.counters(mallocCountTotal.value, frameCount: workNs.count, "mallocCountTotal")
    try check.counters(mallocBytesCount.value, frameCount: workNs.count, "mallocBytesCount")
    let again = check.object("recount")
    try again.counters(
      recount?.mallocCountTotal, frameCount: workNs.count, "mallocCountTotal")
    try again.counters(
      recount?.mallocBytesCount, frameCount: workNs.count, "mallocBytesCount")
    try check.counters(instructions?.value, frameCount: workNs.count, "instructions")
    if let recording = signposts?.value {
      try check.length(recording.frames.count, is: workNs.count, "signposts.frameNs")
      if let problem = recording.problem { throw check.fail("signposts", problem) }
    }
    try check.require(repetitions >= 1, "repetitions", "\(repetitions) is less than 1")
    try check.require(
      plannedRepetitions ?? repetitions >= repetitions, "plannedRepetitions",
      "\(plannedRepetitions ?? 0) is less than the \(repetitions) repetitions")
    for (index, replay) in replays.enumerated() {
      try replay.validate(check.object("replays", index))
    }
    try check.object("headroom").quantity(headroom?.factor.value, "factor")
  }
}

extension FrameCosts {
  private func validateSegments(_ check: ValueCheck) throws(ResultsError) {
    guard let segments else { return }
    do {
      _ = try VsyncGrid(segments: segments)
    } catch {
      throw check.fail("segments", error.description)
    }
    for (index, segment) in segments.enumerated() {
      try check.require(
        segment.rate <= rate, "segments[\(index)].rateHz",
        "\(segment.rate) is more than the \(rate) of the display")
      try check.require(
        (1...CostVector.largestFrameCount).contains(segment.ticks), "segments[\(index)].ticks",
        "\(segment.ticks) is not a number of frames")
    }
    let count = segments.reduce(0) { $0 + $1.ticks }
    try check.require(
      count == workNs.count, "segments",
      "they have \(count) frames, but there are \(workNs.count)")
  }
}

/// What the reference frame took beside a scenario, in nanoseconds, at least 1.
///
/// Budgets that are stated in reference frames divide by it.
package struct ReferenceCost: Hashable, Codable, Sendable {
  /// In the state of the work that budgets judge.
  package var workNs: Int64

  /// Rendered back to back.
  package var warmNs: Int64

  package init(workNs: Int64, warmNs: Int64) {
    self.workNs = workNs
    self.warmNs = warmNs
  }
}

/// How frames were made cold: the method and its parameters.
package struct Cooling: Hashable, Codable, Sendable {
  /// `flush`: before every frame, all lines of the process's pages are flushed from all caches,
  /// branches are taken, translations are forgotten, and the thread sleeps.
  package var method = "flush"

  /// How many branches are taken before every frame.
  package var branches = 16_384

  /// How long the thread sleeps before every frame, in nanoseconds; nil in files from before it
  /// did.
  package var sleepNs: Int? = 250_000

  /// How many times the scenario was played cold.
  package var repetitions: Int

  package init(repetitions: Int) {
    self.repetitions = repetitions
  }

  /// The method and its parameters without the repetitions.
  ///
  /// Cold times are compared only if it is equal.
  package var procedure: String { "\(method) \(branches) \(sleepNs ?? 0)" }
}

/// How much longer all work may take before a budget breaks.
package struct BudgetHeadroom: Hashable, Codable, Sendable {
  /// The budget that breaks first.
  package let budget: FrameBudget

  /// The largest factor on all work that keeps it.
  package let factor: Recorded<Double>

  init(_ tightest: TightestBudget) {
    budget = tightest.budget
    factor = Recorded(tightest.headroom)
  }
}

extension Recorded<Double> {
  /// A headroom as a file has it.
  package init(_ headroom: Headroom) {
    self =
      switch headroom {
      case .factor(let factor): .value(factor)
      case .unlimited: .unavailable("no factor breaks it")
      }
  }
}
