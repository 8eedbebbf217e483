extension FrameReplay {
  /// What the display shows when the frames have these costs.
  ///
  /// Every entry is served, in order: an overrun stretches the animation, and a skipped tick
  /// consumes no entry.
  ///
  /// - Complexity: O(frames), however long they take.
  public func timeline(of costs: CostVector) -> FrameTimeline {
    var scheduler = FrameScheduler(grid: grid, settings: settings)
    let count = costs.frameCount
    var beginTick = [Int](repeating: 0, count: count)
    var startNs = [Int64](repeating: 0, count: count)
    var endNs = startNs
    var pauses = costs.pauses[...]
    for frame in 0..<count {
      startNs[frame] = scheduler.serve(
        idleTicks: pauses.takeTicks(before: frame), workNs: costs.workNs[frame])
      beginTick[frame] = scheduler.beginTick
      endNs[frame] = scheduler.endNs
    }
    return FrameTimeline(
      grid: grid, settings: settings, pauses: costs.pauses, replayedWorkNs: costs.workNs,
      beginTick: beginTick, startNs: startNs, endNs: endNs)
  }

  /// What the display shows when the frames take this long.
  ///
  /// Times are truncated to whole nanoseconds.
  ///
  /// - Precondition: `work` is not empty, and ``CostVector`` accepts its entries. Use
  ///   ``timeline(of:)`` for untrusted numbers.
  public func timeline(work: [Duration]) -> FrameTimeline {
    do {
      return timeline(of: try CostVector(workNs: work.map(\.wholeNanoseconds)))
    } catch { preconditionFailure("\(error)") }
  }
}

extension ArraySlice<CostVector.Pause> {
  /// The idle ticks before `frame`; frames are passed in ascending order.
  @inline(__always)
  mutating func takeTicks(before frame: Int) -> Int {
    guard let pause = first, pause.frame == frame else { return 0 }
    removeFirst()
    return pause.ticks
  }
}
