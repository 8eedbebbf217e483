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
    let (fewest, most) = FragileSearch(timeline: self).run()
    return min(fewest, droppedFrameCount)...max(most, droppedFrameCount)
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

  /// A state of worker and display, and the minimum and maximum of drops on the ways to it.
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

  /// The minimum and the maximum number of slots that any combination drops.
  func run() -> (fewest: Int, most: Int) {
    let scheduler = FrameScheduler(grid: timeline.grid, settings: timeline.settings)
    var futures = [Future(presenter: FramePresenter(scheduler: scheduler), fewest: 0, most: 0)]
    var next: [Future] = []
    var pauses = timeline.pauses[...]
    var fragile = timeline.fragileFrames[...]
    for frame in 0..<timeline.frameCount {
      let idleTicks = pauses.takeTicks(before: frame)
      let isFragile = fragile.first == frame
      if isFragile { fragile.removeFirst() }
      next.removeAll(keepingCapacity: true)
      for future in futures {
        follow(future, through: frame, idleTicks: idleTicks, isFragile: isFragile, into: &next)
      }
      if next.count > Self.widest { Self.narrow(&next) }
      swap(&futures, &next)
    }
    return futures.reduce((Int.max, 0)) { (min($0.0, $1.fewest), max($0.1, $1.most)) }
  }

  private func follow(
    _ future: Future, through frame: Int, idleTicks: Int, isFragile: Bool, into next: inout [Future]
  ) {
    let awaited = future.presenter.scheduler.beginTick + 1
    var served = future
    let startNs = serve(frame, idleTicks: idleTicks, with: &served.presenter.scheduler)
    guard isFragile else {
      return Self.add(served, awaited: awaited, idleTicks: idleTicks, to: &next)
    }
    let settings = timeline.settings
    let target = served.presenter.scheduler.beginTick + settings.depth
    let deadline = timeline.grid.vsync(target) - settings.reserveNs
    for end in [deadline, deadline + 1] {
      // A frame never ends before it starts.
      served.presenter.scheduler.endNs = max(startNs, end)
      Self.add(served, awaited: awaited, idleTicks: idleTicks, to: &next)
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

  private static func add(_ future: Future, awaited: Int, idleTicks: Int, to next: inout [Future]) {
    var future = future
    let before = future.presenter.tally.droppedCount
    future.presenter.show(awaited: awaited, idleTicks: idleTicks)
    let dropped = future.presenter.tally.droppedCount - before
    future.fewest += dropped
    future.most += dropped
    if let same = next.firstIndex(where: { $0.isSame(as: future) }) {
      next[same].fewest = min(next[same].fewest, future.fewest)
      next[same].most = max(next[same].most, future.most)
    } else {
      next.append(future)
    }
  }

  /// Keeps the futures with the fewest and those with the most drops.
  private static func narrow(_ futures: inout [Future]) {
    futures.sort { ($0.fewest, $0.most) < ($1.fewest, $1.most) }
    let fewest = futures.prefix(widest / 2)
    let most = futures.dropFirst(widest / 2).sorted { $0.most < $1.most }.suffix(widest / 2)
    futures = Array(fewest) + most
  }
}
