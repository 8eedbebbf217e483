package import FrameTiming

extension FrameBudget {
  /// Judges this budget by a stream of a log.
  ///
  /// Deadlines and display times are judged as they were recorded, and work alone is replayed on
  /// the budget's display, which the finding says.
  ///
  /// - Throws: ``LogError`` and `FrameTimingError` for a stream that cannot be judged.
  package func judge(_ stream: LogStream) throws -> BudgetJudgement {
    guard let display else { return notMeasured("a log has no allocations") }
    if let log = try stream.ownLog?.checked.get() {
      return judge(recorded: try log.timeline(settings: display.replay.settings))
    }
    switch try stream.outcome(rate: display.rate) {
    case .shown(let timeline):
      // Periods are measured, and names of rates are rounded.
      let judgement = judge(recorded: timeline, tolerance: 0.02)
      return stream.tellsRate ? judgement : judgement.noting(", at the budget's rate")
    case .work(let costs):
      return judge(FrameEvidence { $0.costs = [display.rate: costs] })
        .noting(", by a replay of work alone")
    case .hitches:
      let periodNs = stream.toldPeriodNs ?? stream.hitchPeriodNs ?? 1e9 / Double(display.rate.hertz)
      return judge(
        hitches: stream.droppedByHitches(periodNs), hitchNs: stream.hitchNs,
        elapsedNs: stream.statedElapsedNs)
    }
  }
}
