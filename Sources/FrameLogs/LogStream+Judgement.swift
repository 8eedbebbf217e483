package import FrameTiming

extension FrameBudget {
  /// Judges this budget by a stream of a log.
  ///
  /// Deadlines and display times are judged as they were recorded. If the log has only work, it is
  /// replayed on the budget's display, and the finding says so.
  ///
  /// - Throws: ``LogError`` and `FrameTimingError` for a stream that cannot be judged.
  package func judge(_ stream: LogStream) throws -> BudgetJudgement {
    guard let display else { return notMeasured(in: "a log") }
    if let log = try stream.ownLog?.checked.get() {
      return judge(recorded: try log.timeline(settings: ReplaySettings(display)))
    }
    switch try stream.outcome(rate: display.rate) {
    case .shown where limitsWork && stream.frameTime == .unknown:
      return notMeasured("the log has no durations of frames")
    case .shown(let timeline):
      let judgement = judge(recorded: timeline, tolerance: Self.rateTolerance)
      if limitsWork {
        return stream.frameTime == .work ? judgement : judgement.noting(Self.waiting)
      }
      return stream.tellsRate ? judgement : judgement.noting(", at the budget's rate")
    case .work(let costs):
      let judgement = judge(FrameEvidence { $0.costs = [display.rate: costs] })
      if limitsWork {
        return stream.frameTime == .work ? judgement : judgement.noting(Self.waiting)
      }
      return judgement.noting(", by a replay of \(stream.frameTime.word) alone")
    case .hitches:
      let told = stream.toldHitchRates
      let most = Int((Double(display.rate.hertz) * Self.rateTolerance).rounded(.up))
      guard told.isEmpty || told.contains(where: { abs($0 - display.rate.hertz) <= most }) else {
        let rates = told.map { "\($0) Hz" }.joined(separator: ", ")
        return notMeasured(
          "the log has no frame at \(display.rate), only at \(rates); judge it at a rate of the log"
        )
      }
      let judgement = judge(
        hitches: stream.droppedByHitches(rate: display.rate) ?? 0, hitchNs: stream.hitchNs,
        elapsedNs: stream.statedElapsedNs)
      let assumesRate = told.isEmpty && !stream.hitches.isEmpty && judgement.measured != nil
      return assumesRate ? judgement.noting(", at the budget's rate") : judgement
    }
  }

  /// The share by which a budget's rate may differ from that of a log, whose periods are measured:
  /// the names of rates are rounded.
  private static let rateTolerance = 0.02

  private static let waiting = ", which includes waiting"

  private var limitsWork: Bool {
    if case .frames(.largestWork, _) = limit { return true }
    return false
  }
}
