import CMeasure
package import FrameModel

extension FrameSampler {
  /// The maximum number of layers in all scenes of a run together, so that they fit into memory.
  private static let largestLayerCount = 10_000_000

  /// Drives the scenario from a real timer, and records the frames that start within `seconds`.
  ///
  /// The animation follows the clock, as on a device: the frame of a skipped tick is never made.
  /// Every pass through the animation has its own scene, built before the first tick, and runs at
  /// the frame rates that the animation asks for.
  package func runPaced(seconds: Double) throws -> PacedRecording {
    let rate = parameters.refreshRate
    let pass = work.traits.segments(at: rate)
    // The minimum length of a pass; it ends at a vsync.
    let passSeconds = Double(work.traits.grid(at: rate).vsync(frames.count)) / 1e9
    let sceneCount = Int((seconds / passSeconds).rounded(.up)) + 1
    guard sceneCount <= Self.largestLayerCount / max(parameters.layers, 1) else {
      throw MeasuringError.tooManyScenes(count: sceneCount, layers: parameters.layers)
    }
    let scenes = try (0..<sceneCount).map { _ in
      try work.makeScenario(parameters)
    }
    let link = try DisplayLink(
      rate: rate, grid: Self.grid(repeating: pass, count: sceneCount),
      clock: SystemFrameClock { framegate_continue_count() })
    return try link.run(until: .duration(.seconds(seconds))) { frame in
      let (pass, index) = frame.tick.quotientAndRemainder(dividingBy: frames.count)
      scenes[min(pass, scenes.count - 1)].render(frames[index])
    }
  }

  /// The vsyncs of several passes; each begins at the vsync at which the previous one ends.
  private static func grid(repeating pass: [VsyncGrid.Segment], count: Int) throws -> VsyncGrid {
    // A single rate needs no segments; their starts would be rounded.
    guard pass.count > 1 else { return VsyncGrid(rate: pass[0].rate) }
    var segments: [VsyncGrid.Segment] = []
    for segment in repeatElement(pass, count: count).joined() {
      if let last = segments.last, last.rate == segment.rate {
        segments[segments.count - 1] = .init(rate: segment.rate, ticks: last.ticks + segment.ticks)
      } else {
        segments.append(segment)
      }
    }
    return try VsyncGrid(segments: segments)
  }
}
