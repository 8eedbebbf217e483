package import FrameTiming

extension LogStream {
  /// The longest gap between frames that counts; a longer one was a pause of the recording or of
  /// the app.
  package static let longestGapNs: Int64 = 10_000_000_000

  /// How a stream's frames are judged.
  package enum Outcome: Sendable {
    /// By the timeline of what the display showed.
    case shown(FrameTimeline)

    /// By a replay of the work of each frame at a rate.
    case work(CostVector)

    /// By the hitches that the system found; there must be none.
    case hitches
  }

  /// Finds out how the stream's frames are judged.
  ///
  /// - Parameters:
  ///   - settings: The pipeline and the queue for Framegate's own log; other logs state theirs.
  ///   - rate: The display's rate, if the log does not contain it.
  /// - Returns: How they are judged.
  /// - Throws: ``LogError``, or `FrameTimingError` for Framegate's own log, if it cannot be judged.
  package func outcome(settings: ReplaySettings = .strict, rate: RefreshRate? = nil) throws
    -> Outcome
  {
    if let ownLog { return .shown(try ownLog.checked.get().timeline(settings: settings)) }
    let rows = frameCount + unusableCount
    if evidence != .hitches, Double(unusableCount) > Self.largestUnusableShare * Double(rows) {
      let first = changes.firstUnusable.map {
        ", the first in line \($0.line), column \($0.column)"
      }
      throw LogError.notJudged(
        stream: name,
        reason: "\(unusableCount) of its \(rows) frames have no usable times\(first ?? "")",
        advice: "Record again; drops are judged where three in four frames have usable times")
    }
    if let coverage, coverage < Self.smallestCoverage {
      let percent = (coverage * 1_000).rounded() / 10
      throw LogError.notJudged(
        stream: name,
        reason: "its frames cover \(percent) % of its time, so it is a sample and not every frame",
        advice: "Record every frame; drops are judged from 95 % on")
    }
    switch evidence {
    case .hitches: return .hitches
    case .work:
      guard !frames.isEmpty else { throw nothing }
      return .work(try CostVector(workNs: frames.map { $0.endNs - $0.startNs }))
    case .deadlines:
      guard frames.contains(where: { $0.role == .frame }) else { throw nothing }
      return .shown(try dueTimeline())
    case .display:
      guard frames.contains(where: { $0.role == .frame && $0.shownNs != LogFrame.unknown }) else {
        throw nothing
      }
      return .shown(try shownTimeline(rate: rate))
    }
  }

  private var nothing: LogError {
    let rows = changes.leftOutCount + frames.count { $0.role != .leftOut }
    return .noFrames(
      reason: rows > 0 ? "none of the \(rows) rows of \(name) can be judged" : "\(name) is empty",
      advice: "Record again while the animation runs")
  }
}

// Logs with deadlines.
extension LogStream {
  /// The timeline of frames with deadlines; a frame that ends after its deadline appears late by
  /// its overrun, rounded up to whole slots.
  ///
  /// No update is expected at vsyncs at which the app was idle: it was done with the previous frame
  /// and started no new one.
  private func dueTimeline() throws -> FrameTimeline {
    let fallback = periodNs ?? Self.period(ofShown: frames.map(\.tickNs)) ?? medianTickGap
    func period(_ frame: LogFrame) -> Double {
      frame.intervalNs > 0 ? Double(frame.intervalNs) : fallback
    }
    let first = frames[0].tickNs
    let depths = frames.filter { $0.role == .frame }
      .map { Int((Double($0.dueNs - $0.tickNs) / period($0)).rounded()) }.sorted()
    let depth = min(max(depths[depths.count / 2], 1), FrameLimits.depths.upperBound)
    let latency = usualLatency(period)
    var ticks: [Int] = []
    var placed: [FrameTimeline.Placed] = []
    placed.reserveCapacity(frames.count)
    var missed = 0
    var leftOut = 0
    var last: (tick: Int, frame: LogFrame)?
    for (index, frame) in frames.enumerated() {
      var tick = 0
      if index > 0 {
        let before = frames[index - 1]
        let passed = Double(frame.tickNs - before.tickNs) / period(before)
        tick = ticks[index - 1] + max(passed < 0.5 ? 0 : 1, Int(passed.rounded()))
      }
      ticks.append(tick)
      guard frame.role == .frame else {
        if frame.role == .missed, last != nil { missed += 1 }
        if frame.role == .leftOut { leftOut += 1 }
        continue
      }
      var idle = 0..<0
      if let last {
        let busyNs =
          last.frame.freeNs == LogFrame.unknown ? 0 : last.frame.freeNs - last.frame.tickNs
        let busy = Int((Double(busyNs) / period(last.frame) - 1e-9).rounded(.up))
        let free = last.tick + (missed > 0 ? 1 + missed : max(1, busy))
        // A frame whose time is unknown may have filled a slot. The slots before a late frame
        // appears are dropped, even if no frame was started in them.
        let start = max(free + depth - leftOut, placed[placed.count - 1].readySlot + 1)
        if start < tick + depth { idle = start..<tick + depth }
      }
      let overrun = frame.endNs - frame.dueNs
      var late = overrun <= 0 ? 0 : Int((Double(overrun) / period(frame)).rounded(.up))
      if let latency, frame.shownNs != LogFrame.unknown {
        let slots = Double(frame.shownNs - frame.tickNs) / period(frame) - latency
        late = max(0, Int(slots.rounded()))
      }
      placed.append(
        .init(
          beginTick: tick, startNs: frame.startNs - first, endNs: frame.endNs - first,
          overrunNs: overrun, readySlot: tick + depth + late, pause: idle))
      last = (tick, frame)
      missed = 0
      leftOut = 0
    }
    return try FrameTimeline(
      grid: grid(ticks, frames.map { $0.tickNs - first }, frames.map(period)),
      settings: ReplaySettings(depth: depth), placed: placed)
  }

  /// How many periods after a vsync a punctual frame appears; nil unless nine in ten frames appear
  /// whole periods from then, as they do at a display's vsyncs.
  private func usualLatency(_ period: (LogFrame) -> Double) -> Double? {
    let shown = frames.filter { $0.role == .frame && $0.shownNs != LogFrame.unknown }
    func latency(_ frame: LogFrame) -> Double {
      Double(frame.shownNs - frame.tickNs) / period(frame)
    }
    let usual = shown.filter { $0.endNs <= $0.dueNs }.map(latency).sorted()
    guard !usual.isEmpty else { return nil }
    let median = usual[usual.count / 2]
    let fitting = shown.count { frame in
      let rest = latency(frame) - median
      return abs(rest - rest.rounded()) <= 0.15
    }
    return 10 * fitting >= 9 * shown.count ? median : nil
  }

  private var medianTickGap: Double {
    let gaps = zip(frames.dropFirst(), frames).map { Double($0.tickNs - $1.tickNs) }
      .filter { $0 > 0 }.sorted()
    // Limited to rates from 1 to 1000 Hz.
    return gaps.isEmpty ? 1e9 / 60 : min(max(gaps[gaps.count / 2], 1e6), 1e9)
  }

  /// The grid of the vsyncs that a log reports; several at the same tick count once.
  private func grid(_ ticks: [Int], _ timesNs: [Int64], _ periodsNs: [Double]) -> VsyncGrid {
    var kept: (ticks: [Int], times: [Int64], periods: [Double]) = ([], [], [])
    var segments: [VsyncGrid.Segment] = []
    var sum = 0.0
    var count = 0.0
    var segmentStart = 0
    func close(at tick: Int) {
      let rate = min(max(Int((1e9 * count / sum).rounded()), 1), 1_000)
      segments.append(
        VsyncGrid.Segment(rate: RefreshRate(hertz: rate), ticks: max(1, tick - segmentStart)))
      sum = 0
      count = 0
      segmentStart = tick
    }
    for (index, tick) in ticks.enumerated() where kept.ticks.last != tick {
      if count > 0, abs(periodsNs[index] - sum / count) > 0.05 * sum / count { close(at: tick) }
      sum += periodsNs[index]
      count += 1
      if let before = kept.ticks.last, let time = kept.times.last {
        // The vsyncs between two reported ones must be before the second one.
        let most = Double(timesNs[index] - time) / Double(tick - before)
        kept.periods[kept.periods.count - 1] = min(kept.periods[kept.periods.count - 1], most)
      }
      kept.ticks.append(tick)
      kept.times.append(timesNs[index])
      kept.periods.append(periodsNs[index])
    }
    close(at: (ticks.last ?? 0) + 1)
    return VsyncGrid(
      observed: kept.ticks, timesNs: kept.times, periodsNs: kept.periods, segments: segments)
  }
}

// Logs of a display.
extension LogStream {
  /// The usual rates of displays, in hertz.
  private static let commonRates = [
    24, 25, 30, 48, 50, 60, 72, 75, 80, 90, 100, 120, 144, 160, 165, 170, 175, 180, 200, 240, 280,
    300, 360, 480, 500,
  ]

  /// The period that the log states, or that its display times show.
  package var toldPeriodNs: Double? {
    if let periodNs { return periodNs }
    return evidence == .display ? Self.period(ofShown: shownTimes) : nil
  }

  /// Whether the log or its times show the rate, so that the user need not state it.
  package var tellsRate: Bool {
    switch evidence {
    case .deadlines: true
    case .display: toldPeriodNs != nil
    case .hitches: !toldHitchRates.isEmpty
    case .work: false
    }
  }

  /// The number of gaps between times that suffices to find the period.
  private static let mostGaps = 100_000

  /// The first display times, enough to find the period.
  private var shownTimes: [Int64] {
    Array(frames.lazy.map(\.shownNs).filter { $0 != LogFrame.unknown }.prefix(Self.mostGaps + 1))
  }

  /// The longest period of at least one in ten gaps such that nine in ten gaps are multiples of it,
  /// within an eighth.
  ///
  /// Nil for displays with a variable rate, and for tearing pictures. If a display switches between
  /// 80 and 120 Hz, all its gaps are multiples of the period of 240 Hz, which is not its rate.
  static func period(ofShown times: [Int64]) -> Double? {
    let gaps = zip(times.dropFirst(), times).prefix(mostGaps).map { Double($0 - $1) }
      .filter { $0 > 500_000 && $0 < 1e9 }
    let count = gaps.count
    guard count >= 2 else { return nil }
    for rate in commonRates {
      let period = 1e9 / Double(rate)
      var sum = 0.0
      var slots = 0.0
      var fitting = 0
      var single = 0
      for gap in gaps {
        let multiple = (gap / period).rounded()
        guard multiple >= 1, abs(gap - multiple * period) <= period / 8 else { continue }
        fitting += 1
        if multiple == 1 { single += 1 }
        sum += gap
        slots += multiple
      }
      if 10 * fitting >= 9 * count, 10 * single >= count { return sum / slots }
    }
    return nil
  }

  /// By how much a frame missed its deadline in the log or, without a deadline, how much later it
  /// appeared than it could have.
  private func overrun(_ frame: LogFrame, slots: Int, _ period: Double) -> Int64 {
    let slotsNs = Int64(Double(slots) * period)
    return frame.wasLate.map { $0 ? max(1, slotsNs) : 0 } ?? slotsNs
  }

  /// The timeline with each frame in the slot in which it appeared; slots in between are dropped.
  private func shownTimeline(rate: RefreshRate?) throws -> FrameTimeline {
    guard let period = toldPeriodNs ?? rate.map({ 1e9 / Double($0.hertz) }) else {
      throw LogError.notJudged(
        stream: name,
        reason: "its display times have no fixed rate, as with tearing or a variable rate",
        advice: "State the display's rate with '--rate', or in the budget")
    }
    guard let firstNs = shownTimes.first else { throw nothing }
    let base = firstNs - Int64(period.rounded())
    var ticks = [0, 1]
    var times: [Int64] = [0, Int64(period.rounded())]
    var placed: [FrameTimeline.Placed] = []
    placed.reserveCapacity(frames.count)
    var slot = 1
    var shownNs = firstNs
    var firstUnshown = 0
    var pauseStart: Int?
    var fillers = 0
    var hasShown = false
    for (index, frame) in frames.enumerated() where frame.shownNs != LogFrame.unknown {
      let gap = frame.shownNs - shownNs
      let passed = Int((Double(gap) / period).rounded())
      let isPause = gap > Self.longestGapNs
      if passed > 0 {
        if isPause { pauseStart = slot + 1 }
        slot += passed
        ticks.append(slot)
        times.append(frame.shownNs - base)
        shownNs = frame.shownNs
      }
      if frame.role != .frame {
        if passed > 0 { fillers += 1 }
        continue
      }
      let last = hasShown ? placed[placed.count - 1].readySlot : slot - 1
      // A frame whose time is unknown may have filled a slot.
      let unknown = frames[firstUnshown...index].count { $0.role == .leftOut }
      let awaited = pauseStart == nil ? min(last + 1 + fillers + unknown, slot) : slot
      let firstPaused = pauseStart ?? last + 1
      var pause = firstPaused..<max(firstPaused, awaited)
      // Frames that never appeared share the slot of the next one, which replaced them.
      for other in firstUnshown...index
      where other == index
        || frames[other].role == .frame && frames[other].shownNs == LogFrame.unknown
      {
        placed.append(
          .init(
            beginTick: awaited - 1, startNs: frames[other].startNs - base,
            endNs: frames[other].endNs - base,
            overrunNs: overrun(frames[other], slots: other == index ? slot - awaited : 0, period),
            readySlot: slot, pause: pause))
        pause = 0..<0
      }
      firstUnshown = index + 1
      pauseStart = nil
      fillers = 0
      hasShown = true
    }
    return try FrameTimeline(
      grid: grid(ticks, times, Array(repeating: period, count: ticks.count)),
      settings: ReplaySettings(depth: 1, queue: .latest), placed: placed)
  }
}
