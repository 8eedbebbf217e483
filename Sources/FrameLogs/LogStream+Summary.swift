import BenchmarkModel
package import FrameTiming

extension LogStream {
  /// The figures of a stream, which mean the same for all formats; nil where the log does not tell.
  package struct Summary: Encodable, Sendable {
    package let name: String
    package let frames: Int
    package var shown: Int?
    package var dropped: Int?
    package var discarded: Int?
    package var late: Int?
    package var hitchTimeNs: Int64?
    package var elapsedNs: Int64?
    package let coverage: Double?
    package var rates: [Int] = []

    /// `deadlines`, `display`, `work` or `hitches`.
    package let evidence: String

    /// How often the log names each cause.
    package let causes: [String: Int]

    /// Why it is not judged; nil where it is.
    package var reason: String?

    private enum CodingKeys: String, CodingKey {
      case name, frames, shown, dropped, discarded, late, hitchTimeNs, elapsedNs, coverage, rates
      case evidence, causes, reason
    }

    package func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(name, forKey: .name)
      try object.encode(frames, forKey: .frames)
      // Unknown figures are null, so that all formats have the same keys.
      try object.encode(shown, forKey: .shown)
      try object.encode(dropped, forKey: .dropped)
      try object.encode(discarded, forKey: .discarded)
      try object.encode(late, forKey: .late)
      try object.encode(hitchTimeNs, forKey: .hitchTimeNs)
      try object.encode(elapsedNs, forKey: .elapsedNs)
      try object.encode(coverage, forKey: .coverage)
      try object.encode(rates, forKey: .rates)
      try object.encode(evidence, forKey: .evidence)
      try object.encode(causes, forKey: .causes)
      try object.encodeIfPresent(reason, forKey: .reason)
    }
  }

  /// The figures; settings and rate are those of ``outcome(settings:rate:)``, which is computed
  /// unless what it has shown is at hand.
  package func summary(
    settings: ReplaySettings = .strict, rate: RefreshRate? = nil, shown: FrameTimeline? = nil
  ) -> Summary {
    var summary = Summary(
      name: name, frames: ownLog?.frameCount ?? frameCount, coverage: coverage,
      evidence: "\(evidence)", causes: causes)
    summary.elapsedNs = elapsedNs
    if evidence == .display {
      summary.shown = frames.count { $0.role == .frame && $0.shownNs != LogFrame.unknown }
      summary.discarded = summary.frames - (summary.shown ?? 0)
    }
    do {
      switch try shown.map(Outcome.shown) ?? outcome(settings: settings, rate: rate) {
      case .shown(let timeline): summary.add(timeline)
      case .work: summary.reason = "work alone has no display; it is replayed at a stated rate"
      case .hitches:
        summary.hitchTimeNs = hitchNs
        if let periodNs = toldPeriodNs ?? hitchPeriodNs {
          summary.dropped = droppedByHitches(periodNs)
          summary.rates = [Int((1e9 / periodNs).rounded())]
        } else if hitches.isEmpty {
          summary.dropped = 0
        }
      }
    } catch {
      summary.reason = "\(error)"
      if frames.contains(where: { $0.wasLate != nil }) {
        summary.late = frames.count { $0.wasLate == true }
      }
    }
    return summary
  }

  /// From the first frame to the last one.
  private var elapsedNs: Int64? {
    if let statedElapsedNs { return statedElapsedNs }
    if let ownLog { return try? ownLog.checked.get().elapsedNs }
    guard evidence == .deadlines || evidence == .display else { return nil }
    let times = frames.lazy.map { evidence == .deadlines ? $0.tickNs : $0.shownNs }
      .filter { $0 != LogFrame.unknown }
    guard let first = times.first, let last = times.last else { return nil }
    return last - first
  }
}

extension LogStream.Summary {
  fileprivate mutating func add(_ timeline: FrameTimeline) {
    shown = shown ?? timeline.frameCount - timeline.discardedFrameCount
    discarded = discarded ?? timeline.discardedFrameCount
    dropped = timeline.droppedFrameCount
    late = timeline.lateFrameCount
    hitchTimeNs = timeline.hitchNs
    rates = timeline.grid.segments.map(\.rate.hertz).uniqued()
  }
}

// Logs of hitches alone.
extension LogStream {
  package var hitchNs: Int64 { hitches.reduce(0) { $0 + $1.durationNs } }

  /// The period of which all hitches are multiples, as far as they tell one.
  package var hitchPeriodNs: Double? {
    guard !hitches.isEmpty else { return nil }
    for rate in [60, 120, 90, 80, 48, 240] {
      let period = 1e9 / Double(rate)
      let fits = hitches.allSatisfy { hitch in
        let slots = (Double(hitch.durationNs) / period).rounded()
        return slots >= 1 && abs(Double(hitch.durationNs) - slots * period) <= period / 8
      }
      if fits { return period }
    }
    return nil
  }

  package func droppedByHitches(_ periodNs: Double) -> Int {
    hitches.reduce(0) { $0 + max(1, Int((Double($1.durationNs) / periodNs).rounded())) }
  }
}
