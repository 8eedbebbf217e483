extension PacedRecording {
  /// The timeline of the recorded frames by the rules of a replay, on the exact grid and without
  /// tolerance.
  ///
  /// - Complexity: O(frames) per access.
  public var timeline: FrameTimeline {
    let settings: ReplaySettings
    do {
      settings = try ReplaySettings(depth: depth, reserveNs: reserveNs)
    } catch { preconditionFailure("A checked recording has invalid settings: \(error)") }
    let pauses = stops.compactMap { stop -> CostVector.Pause? in
      guard beginTick.indices.dropFirst().contains(stop.frame) else { return nil }
      let ticks = beginTick[stop.frame] - beginTick[stop.frame - 1] - 1
      return ticks > 0 ? CostVector.Pause(frame: stop.frame, ticks: ticks) : nil
    }
    return FrameTimeline(
      grid: grid, settings: settings, pauses: pauses, replayedWorkNs: nil, beginTick: beginTick,
      startNs: startNs, endNs: endNs)
  }
}
