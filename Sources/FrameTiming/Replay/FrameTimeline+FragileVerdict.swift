extension FrameTimeline {
  /// The range of dropped frame counts if each fragile frame either just meets its deadline or just
  /// misses it.
  ///
  /// Replays the combinations in which each fragile frame has an overrun of 0 or of 1 ns; in a
  /// recording, all other times stay as measured. Combinations that reach the same state are
  /// merged. The range always includes the measured count.
  ///
  /// - Complexity: O(frames). At most 64 states are followed at once: the 32 with the fewest drops
  ///   and the 32 with the most.
  public func droppedFrameRange() -> ClosedRange<Int> {
    guard !fragileFrames.isEmpty else { return droppedFrameCount...droppedFrameCount }
    let (fewest, most) = FragileSearch(timeline: self, measure: .droppedSlots).run()
    return min(fewest, droppedFrameCount)...max(most, droppedFrameCount)
  }

  /// The largest latencies in slots that are possible, by the rules of ``droppedFrameRange()``.
  ///
  /// A frame that just makes or just misses a slot after its target is fragile, too.
  func largestLatencyRange() -> ClosedRange<Int> {
    let measured = largestLatencySlots
    guard beginTick.indices.contains(where: { fragileDelay(of: $0) != nil }) else {
      return measured...measured
    }
    let (fewest, most) = FragileSearch(timeline: self, measure: .largestLatency).run()
    return min(fewest, measured)...max(most, measured)
  }

  /// Whether the dropped frame count depends on fragile frames.
  ///
  /// A verdict that rests on fragile frames should say so.
  public var restsOnFragileFrames: Bool {
    let range = droppedFrameRange()
    return range.lowerBound != range.upperBound
  }
}

/// Follows all combinations of fragile frames through a timeline at once.
struct FragileSearch {
  /// The maximum number of futures that are followed at once.
  private static let widest = 64

  /// What slots are counted.
  enum Measure {
    case droppedSlots

    /// Those from the tick at which a frame begins to the one that a `fifo` queue shows it in.
    case largestLatency
  }

  /// A future: the state of worker and display, and the fewest and most slots on the ways to it.
  private struct Future {
    var presenter: FramePresenter
    var fewest: Int
    var most: Int

    func isSame(as other: Future) -> Bool {
      presenter.scheduler.beginTick == other.presenter.scheduler.beginTick
        && presenter.scheduler.endNs == other.presenter.scheduler.endNs
        && presenter.tally.lastSlot == other.presenter.tally.lastSlot
        && presenter.tally.slotBefore == other.presenter.tally.slotBefore
    }
  }

  let timeline: FrameTimeline
  let measure: Measure

  /// The minimum and the maximum number of slots of any combination.
  func run() -> (fewest: Int, most: Int) {
    var settings = timeline.settings
    if measure == .largestLatency { settings.queue = .fifo }
    let scheduler = FrameScheduler(grid: timeline.grid, settings: settings)
    var futures = [Future(presenter: FramePresenter(scheduler: scheduler), fewest: 0, most: 0)]
    var next: [Future] = []
    var pauses = timeline.pauses[...]
    var fragile = timeline.fragileFrames[...]
    for frame in 0..<timeline.frameCount {
      let idleTicks = pauses.takeTicks(before: frame)
      let isFragile = fragile.first == frame
      if isFragile { fragile.removeFirst() }
      let delay =
        measure == .largestLatency ? timeline.fragileDelay(of: frame) : isFragile ? 0 : nil
      next.removeAll(keepingCapacity: true)
      for future in futures {
        follow(future, through: frame, idleTicks: idleTicks, fragileDelay: delay, into: &next)
      }
      if next.count > Self.widest { Self.narrow(&next) }
      swap(&futures, &next)
    }
    return futures.reduce((Int.max, 0)) { (min($0.0, $1.fewest), max($0.1, $1.most)) }
  }

  private func follow(
    _ future: Future, through frame: Int, idleTicks: Int, fragileDelay: Int?,
    into next: inout [Future]
  ) {
    let awaited = future.presenter.scheduler.beginTick + 1
    var served = future
    let startNs = serve(frame, idleTicks: idleTicks, with: &served.presenter.scheduler)
    guard let fragileDelay else {
      return add(served, awaited: awaited, idleTicks: idleTicks, to: &next)
    }
    let settings = timeline.settings
    let slot = served.presenter.scheduler.beginTick + settings.depth + fragileDelay
    let deadline = timeline.grid.vsync(slot) - settings.reserveNs
    for end in [deadline, deadline + 1] {
      // A frame never ends before it starts.
      served.presenter.scheduler.endNs = max(startNs, end)
      add(served, awaited: awaited, idleTicks: idleTicks, to: &next)
    }
  }

  /// Serves a frame as it was replayed or recorded, and returns when it starts.
  private func serve(_ frame: Int, idleTicks: Int, with scheduler: inout FrameScheduler) -> Int64 {
    if let workNs = timeline.replayedWorkNs {
      return scheduler.serve(idleTicks: idleTicks, workNs: workNs[frame])
    }
    // The recorded times stay: the previous frame's deadline is too early to delay this frame.
    scheduler.beginTick = timeline.beginTick[frame]
    scheduler.endNs = timeline.endNs[frame]
    return timeline.startNs[frame]
  }

  private func add(_ future: Future, awaited: Int, idleTicks: Int, to next: inout [Future]) {
    var future = future
    let before = future.presenter.tally.droppedCount
    future.presenter.show(awaited: awaited, idleTicks: idleTicks)
    switch measure {
    case .droppedSlots:
      let dropped = future.presenter.tally.droppedCount - before
      future.fewest += dropped
      future.most += dropped
    case .largestLatency:
      let latency = future.presenter.tally.lastSlot - future.presenter.scheduler.beginTick
      future.fewest = max(future.fewest, latency)
      future.most = max(future.most, latency)
    }
    if let same = next.firstIndex(where: { $0.isSame(as: future) }) {
      next[same].fewest = min(next[same].fewest, future.fewest)
      next[same].most = max(next[same].most, future.most)
    } else {
      next.append(future)
    }
  }

  /// Keeps the futures with the fewest and those with the most slots.
  private static func narrow(_ futures: inout [Future]) {
    futures.sort { ($0.fewest, $0.most) < ($1.fewest, $1.most) }
    let fewest = futures.prefix(widest / 2)
    let most = futures.dropFirst(widest / 2).sorted { $0.most < $1.most }.suffix(widest / 2)
    futures = Array(fewest) + most
  }
}
