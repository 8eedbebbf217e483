package import FrameTiming

extension FrameCosts {
  /// The costs of a scenario at one rate, with the replays that a file stores.
  ///
  /// - Parameters:
  ///   - rate: The rate at which the scenario was sampled.
  ///   - estimate: The pooled repetitions.
  ///   - mallocCountTotal: Allocations per frame.
  ///   - mallocBytesCount: Bytes allocated per frame.
  ///   - instructions: Instructions per frame, if they were asked for.
  /// - Throws: ``ResultsError/unusableMeasurement(reason:)`` for work that cannot be replayed.
  package init(
    rate: RefreshRate, estimate: CostEstimate, mallocCountTotal: Recorded<[Int64]>,
    mallocBytesCount: Recorded<[Int64]>, instructions: Recorded<[Int64]>? = nil
  ) throws(ResultsError) {
    self.init(
      rateHz: rate.hertz, workNs: estimate.workNs, intervalNs: estimate.intervalNs,
      mallocCountTotal: mallocCountTotal, mallocBytesCount: mallocBytesCount,
      instructions: instructions, repetitions: estimate.repetitions)
    let costs = try costVector()
    replays = ReplaySettings.depths.map { depth in
      ReplaySummary(FrameReplay(rate: rate, depth: depth), of: costs)
    }
  }

  /// The rate whose vsyncs the frames were evaluated at.
  ///
  /// - Precondition: `rateHz` lies in 1…1000, as in every file that was read.
  package var rate: RefreshRate { RefreshRate(hertz: rateHz) }

  /// What a replay takes.
  ///
  /// - Returns: The cost vector.
  /// - Throws: ``ResultsError/unusableMeasurement(reason:)`` for work that cannot be replayed.
  package func costVector() throws(ResultsError) -> CostVector {
    do {
      return try CostVector(workNs: workNs)
    } catch {
      throw .unusableMeasurement(reason: error.description)
    }
  }

  /// The dropped slots at depth 1 without a reserve, from the work and not from a stored replay.
  package var droppedSlots: Int? {
    guard let costs = try? costVector() else { return nil }
    return FrameReplay(rate: rate).timeline(of: costs).droppedFrameCount
  }
}

extension ReplaySummary {
  /// Sums up what `replay` makes of `costs`.
  package init(_ replay: FrameReplay, of costs: CostVector) {
    let headroom: Recorded<Double> =
      switch replay.headroom(of: costs) {
      case .factor(let factor): .value(factor)
      case .unlimited: .unavailable("no factor makes a frame drop")
      }
    self.init(replay.timeline(of: costs), headroom: headroom)
  }

  /// Sums up a timeline, replayed or recorded.
  package init(_ timeline: FrameTimeline, headroom: Recorded<Double>) {
    self.init(
      depth: timeline.settings.depth, reserveNs: timeline.settings.reserveNs,
      expectedSlots: timeline.expectedSlotCount, droppedSlots: timeline.droppedFrameCount,
      hitchCount: timeline.hitchCount, hitchNs: timeline.hitchNs, hitchRatio: timeline.hitchRatio,
      lateFrames: timeline.lateFrameCount, delayedFrames: timeline.delayedFrameCount,
      skippedTicks: timeline.skippedTickCount,
      firstFrameDelaySlots: timeline.firstFrameDelaySlots,
      fragileFrames: timeline.fragileFrames.count,
      restsOnFragileFrames: timeline.restsOnFragileFrames, headroom: headroom,
      latencyMaxNs: timeline.latencyNs.max() ?? 0,
      animationErrorMeanNs: timeline.animationErrorMeanNs.rounded(toSignificantDigits: 7),
      animationErrorMaxNs: timeline.animationErrorMaxNs)
  }
}
