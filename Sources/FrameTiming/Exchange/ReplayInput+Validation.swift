extension ReplayInput {
  /// The replay and the costs that this input describes.
  ///
  /// - Throws: ``FrameTimingError`` that names the first value that cannot be used.
  public func validated() throws(FrameTimingError) -> (replay: FrameReplay, costs: CostVector) {
    let settings = try ReplaySettings(
      depth: Int(clamping: depth), reserveNs: reserveNs,
      startPolicy: StartPolicy(parsing: startPolicy), queue: FrameQueue(parsing: queue),
      wakeDelayNs: wakeNs)
    let replay = try FrameReplay(grid: grid(), settings: settings)
    return (replay, try CostVector(workNs: workNs, idleTicksBefore: idleTicks()))
  }

  private func grid() throws(FrameTimingError) -> VsyncGrid {
    var segments: [VsyncGrid.Segment] = []
    for (index, pair) in rateSegmentsHzTicks.enumerated() {
      guard pair.count == 2 else { throw .malformedSegment(index: index, count: pair.count) }
      let rate = try RefreshRate(validating: pair[0])
      guard pair[1] > 0 else { throw .emptySegment(index: index, ticks: pair[1]) }
      segments.append(.init(rate: rate, ticks: Int(clamping: pair[1])))
    }
    return try VsyncGrid(segments: segments)
  }

  private func idleTicks() throws(FrameTimingError) -> [Int: Int64] {
    var ticks: [Int: Int64] = [:]
    for (key, count) in idleTicksBefore {
      // Only the plain form, so that '3' and '03' cannot both name frame 3.
      guard let frame = Int(key), workNs.indices.contains(frame), "\(frame)" == key else {
        throw .unknownIdleFrame(key: key, frameCount: workNs.count)
      }
      ticks[frame] = count
    }
    return ticks
  }
}
