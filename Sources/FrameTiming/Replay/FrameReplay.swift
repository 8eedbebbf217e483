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

  /// Creates a replay on any grid at depth 1, without a reserve, which no period is too short for.
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
}
