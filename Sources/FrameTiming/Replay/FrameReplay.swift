/// Replays a cost vector on an exact vsync grid, without a clock or a thread: the result is the
/// same everywhere.
///
///     let replay = FrameReplay(rate: .hz60, depth: 1)
///     let timeline = replay.timeline(work: [.milliseconds(6), .milliseconds(17)])
///     timeline.droppedFrameCount  // 1
public struct FrameReplay: Hashable, Sendable {
  public let grid: VsyncGrid
  public let settings: ReplaySettings

  /// Creates a replay on any grid.
  ///
  /// - Parameters:
  ///   - grid: The vsyncs of the imitated display.
  ///   - settings: Its pipeline, queue and worker.
  /// - Throws: ``FrameTimingError/reserveTooLong(nanoseconds:rate:)`` when the reserve is a period
  ///   or more of any rate of the grid.
  public init(grid: VsyncGrid, settings: ReplaySettings) throws(FrameTimingError) {
    try grid.check(depth: settings.depth, reserveNs: settings.reserveNs)
    self.grid = grid
    self.settings = settings
  }

  /// Creates a replay on any grid, at depth 1; without a reserve, no period is too short.
  package init(grid: VsyncGrid) {
    self.grid = grid
    settings = .strict
  }

  /// Creates a replay at one rate, without a reserve.
  ///
  /// - Precondition: `depth` is 1, 2 or 3.
  public init(rate: RefreshRate, depth: Int = 1) {
    do {
      try self.init(grid: VsyncGrid(rate: rate), settings: ReplaySettings(depth: depth))
    } catch { preconditionFailure(error.description) }
  }

  /// Creates a replay on a budget's display; `grid` has the vsyncs of an animation whose rate
  /// changes.
  ///
  /// - Precondition: No rate of the grid is above the display's.
  package init(on display: FrameBudget.Display, _ grid: VsyncGrid?) {
    let grid = grid ?? VsyncGrid(rate: display.rate)
    do {
      try self.init(grid: grid, settings: ReplaySettings(display))
    } catch {
      // Cannot happen: lower rates have longer periods, so the reserve fits.
      preconditionFailure("\(grid.rateText) on a display of \(display.rate): \(error)")
    }
  }
}

extension FrameReplay {
  /// The timeline of frames with these costs.
  ///
  /// Every frame is served, in order: an overrun makes the animation longer, and a skipped tick
  /// skips no frame.
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

  /// The timeline of frames that take this long.
  ///
  /// Times are truncated to whole nanoseconds.
  ///
  /// - Precondition: `work` is not empty, and ``CostVector`` accepts its entries. Use
  ///   ``timeline(of:)`` for untrusted numbers.
  public func timeline(work: [Duration]) -> FrameTimeline {
    do {
      return timeline(of: try CostVector(workNs: work.map(\.wholeNanoseconds)))
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
