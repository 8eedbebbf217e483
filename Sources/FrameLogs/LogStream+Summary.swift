import BenchmarkModel
package import FrameTiming
import SampleStatistics

extension LogStream {
  /// The figures of a stream, which all formats have in common; nil if the log does not contain
  /// them.
  package struct Summary: Encodable, Sendable {
    package let name: String
    package let frames: Int

    /// The number of frames that are left out, because they have no usable times.
    package let unusable: Int
    package var shown: Int?
    package var dropped: Int?
    package var discarded: Int?
    package var late: Int?
    package var hitchTimeNs: Int64?

    /// Hitch time in milliseconds per second.
    package var hitchRatio: Double?
    package var elapsedNs: Int64?
    package let coverage: Double?
    package var rates: [Int] = []

    /// `deadlines`, `display`, `work` or `hitches`.
    package let evidence: String

    /// How often the log names each cause.
    package let causes: [String: Int]

    /// Why it is not judged, or nil if it is.
    package var reason: String?

    private enum CodingKeys: String, CodingKey {
      case name, frames, unusable, shown, dropped, discarded, late, hitchTimeNs, hitchRatio
      case elapsedNs, coverage, rates, evidence, causes, reason
    }

    package func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(name, forKey: .name)
      try object.encode(frames, forKey: .frames)
      try object.encode(unusable, forKey: .unusable)
      // Unknown figures are null, so that all formats have the same keys.
      try object.encode(shown, forKey: .shown)
      try object.encode(dropped, forKey: .dropped)
      try object.encode(discarded, forKey: .discarded)
      try object.encode(late, forKey: .late)
      try object.encode(hitchTimeNs, forKey: .hitchTimeNs)
      try object.encode(hitchRatio, forKey: .hitchRatio)
      try object.encode(elapsedNs, forKey: .elapsedNs)
      try object.encode(coverage, forKey: .coverage)
      try object.encode(rates, forKey: .rates)
      try object.encode(evidence, forKey: .evidence)
      try object.encode(causes, forKey: .causes)
      try object.encodeIfPresent(reason, forKey: .reason)
    }
  }

  /// The figures of the stream, for the settings and the rate of ``outcome(settings:rate:)``.
  ///
  /// Pass the outcome's timeline as `shown` if it is already computed.
  package func summary(
    settings: ReplaySettings = .strict, rate: RefreshRate? = nil, shown: FrameTimeline? = nil
  ) -> Summary {
    var summary = Summary(
      name: name, frames: ownLog?.frameCount ?? frameCount, unusable: unusableCount,
      coverage: coverage, evidence: "\(evidence)", causes: causes)
    summary.elapsedNs = elapsedNs
    if evidence == .display {
      summary.shown = frames.count { $0.role == .frame && $0.shownNs != LogFrame.unknown }
      summary.discarded = summary.frames - (summary.shown ?? 0)
    }
    do {
      switch try shown.map(Outcome.shown) ?? outcome(settings: settings, rate: rate) {
      case .shown(let timeline): summary.add(timeline)
      case .work:
        summary.reason = "\(frameTime.word) alone has no display; it is replayed at a stated rate"
      case .hitches:
        summary.hitchTimeNs = hitchNs
        summary.dropped = droppedByHitches(rate: rate)
        summary.rates = tellsRate ? toldHitchRates : rate.map { [$0.hertz] } ?? []
        if let elapsedNs = statedElapsedNs, elapsedNs > 0 {
          summary.hitchRatio = 1_000 * Double(hitchNs) / Double(elapsedNs)
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

  /// The time from the first frame to the last one.
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
    hitchRatio = timeline.hitchRatio
    rates = timeline.grid.segments.map(\.rate.hertz).uniqued()
  }
}

// Logs that have only hitches.
extension LogStream {
  /// The total time of all hitches.
  package var hitchNs: Int64 {
    hitches.reduce(0) { sum, hitch in
      let (longer, isTooLong) = sum.addingReportingOverflow(hitch.durationNs)
      return isTooLong ? .max : longer
    }
  }

  /// The rates that the log states, for the display or for each hitch, in hertz.
  package var toldHitchRates: [Int] {
    let periods = periodNs.map { [$0] } ?? hitches.compactMap { $0.periodNs.map(Double.init) }
    return Set(periods.map { Int((1e9 / $0).rounded()) }).sorted()
  }

  /// The length of all hitches in slots, at least one, or nil if neither the log nor a rate gives
  /// the length of a slot.
  ///
  /// Hitches are added up before rounding, because on a display with a variable rate, a hitch may
  /// end within a slot.
  package func droppedByHitches(rate: RefreshRate?) -> Int? {
    guard !hitches.isEmpty else { return 0 }
    let fallback = periodNs ?? rate.map { 1e9 / Double($0.hertz) }
    var slots = 0.0
    for hitch in hitches {
      guard let period = hitch.periodNs.map(Double.init) ?? fallback else { return nil }
      slots += Double(hitch.durationNs) / period
    }
    return max(1, Int(slots.rounded()))
  }
}

extension FrameRecording {
  /// The same recording with a stated length, for exports that have hitches but no length.
  ///
  /// - Throws: ``LogError`` if the log contains its length, or hitches last longer.
  package func stating(elapsedNs: Int64) throws(LogError) -> FrameRecording {
    var recording = self
    for index in streams.indices {
      let stream = streams[index]
      guard stream.evidence == .hitches, stream.statedElapsedNs == nil else {
        throw .knownLength(stream: stream.name)
      }
      guard stream.hitchNs <= elapsedNs else { throw .tooShort(stream: stream.name) }
      recording.streams[index].statedElapsedNs = elapsedNs
    }
    return recording
  }
}
