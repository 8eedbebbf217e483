import FrameTiming

/// Drives a scenario from a real timer and repeats it until the run ends.
///
/// The animation follows the clock, as on a device: the frame of a skipped tick is never made. Every
/// pass through the animation has its own scene, built before the first tick.
struct PacedScenario {
  /// The most layers that all scenes of a run may have in total, so that they fit into memory.
  private static let largestLayerCount = 10_000_000

  private let work: ScenarioWork
  private let parameters: ScenarioParameters

  init(_ work: ScenarioWork, parameters: ScenarioParameters) {
    self.work = work
    self.parameters = parameters
  }

  /// Records the frames that start within `seconds`.
  func run(seconds: Double) throws -> PacedRecording {
    let rate = parameters.refreshRate
    let frameCount = work.traits.frameCount(at: rate)
    let tickCount = Int((seconds * Double(rate.hertz)).rounded(.up)) + 1
    let sceneCount = tickCount / frameCount + 1
    guard sceneCount <= Self.largestLayerCount / max(parameters.layers, 1) else {
      throw WorkerError.tooManyScenes(count: sceneCount, layers: parameters.layers)
    }
    let scenes = try (0..<sceneCount).map { _ in
      try work.makeScenario(parameters)
    }
    let frames = (0..<frameCount).map { index in
      Frame(index: index, timestamp: rate.vsync(index), targetTimestamp: rate.vsync(index + 1))
    }
    let link = try DisplayLink(rate: rate, clock: SystemFrameClock())
    return try link.run(until: .duration(.seconds(seconds))) { frame in
      let (pass, index) = frame.tick.quotientAndRemainder(dividingBy: frameCount)
      scenes[min(pass, scenes.count - 1)].render(frames[index])
    }
  }
}
