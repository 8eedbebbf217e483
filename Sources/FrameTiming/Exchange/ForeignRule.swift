/// How another tool counts bad frames, by its public definition, so that its figures can be
/// reconciled with those of a timeline.
///
/// A duration runs from the vsync at which a frame begins to the end of its work; an interval is
/// the time from that vsync to the next.
package enum ForeignRule: String, CaseIterable, Hashable, Sendable {
  case flutter
  case androidVitals = "android-vitals"
  case hwui
  case jankstats
  case perfetto
  case frametimeline
  case chrome
  case presentmon
  case xctest
}

extension ForeignRule {
  /// What is counted, as an end of a sentence.
  package var definition: String {
    switch self {
    case .flutter: "frames whose work takes more than 16 ms"
    case .androidVitals: "slow frames: a duration above 16 ms"
    case .hwui: "janky frames of the legacy counter: a duration above one interval"
    case .jankstats: "janky frames: a duration above two intervals"
    case .perfetto: "frames with an overrun above 0"
    case .frametimeline: "frames that miss their deadline by more than 2 ms"
    case .chrome: "janks: a step between shown frames that grows by more than half an interval"
    case .presentmon: "frames that were made and never shown"
    case .xctest: "milliseconds of hitches per second"
    }
  }

  /// What the tool would report of a timeline.
  package func figure(of timeline: FrameTimeline) -> Double {
    func count(_ isBad: (Int) -> Bool) -> Double {
      Double((0..<timeline.frameCount).count(where: isBad))
    }
    func duration(_ frame: Int) -> Int64 {
      timeline.endNs[frame] - timeline.grid.vsync(timeline.beginTick[frame])
    }
    func interval(_ frame: Int) -> Int64 { timeline.grid.period(timeline.beginTick[frame]) }
    switch self {
    case .flutter: return count { timeline.endNs[$0] - timeline.startNs[$0] > 16_000_000 }
    case .androidVitals: return count { duration($0) > 16_000_000 }
    // Rounded intervals differ by a nanosecond, which no tool tells apart.
    case .hwui: return count { duration($0) > interval($0) + 1 }
    case .jankstats: return count { duration($0) > 2 * interval($0) + 2 }
    case .perfetto: return Double(timeline.lateFrameCount)
    case .frametimeline: return count { timeline.overrunNs[$0] > 2_000_000 }
    case .chrome: return count { isJank($0, of: timeline) }
    case .presentmon: return Double(timeline.discardedFrameCount)
    case .xctest: return timeline.hitchRatio
    }
  }

  /// Whether the step to a frame is longer than the step before it by more than half an interval.
  private func isJank(_ frame: Int, of timeline: FrameTimeline) -> Bool {
    guard frame >= 2 else { return false }
    let times = (frame - 2...frame).map { timeline.grid.vsync(timeline.presentSlot[$0]) }
    let growth = (times[2] - times[1]) - (times[1] - times[0])
    return 2 * growth > timeline.grid.period(timeline.presentSlot[frame] - 1)
  }
}
