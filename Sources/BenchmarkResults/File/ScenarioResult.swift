package import BenchmarkModel
package import FrameModel
package import FrameTiming

/// What was measured of a scenario, which is driven frame by frame.
package struct ScenarioResult: Hashable, Sendable {
  /// The parameters that a scenario was measured with; costs of different ones cannot be compared.
  package struct Parameters: Hashable, Codable, Sendable {
    package var layers: Int

    package var screen: ScreenSize

    /// The scene that it was played on, such as `typical`, or nil for a scenario without a choice.
    package var scene: SceneSize?

    package init(layers: Int, screen: ScreenSize, scene: SceneSize? = nil) {
      self.layers = layers
      self.screen = screen
      self.scene = scene
    }
  }

  /// The parameters that it was measured with, or nil if nothing depends on them.
  package var parameters: Parameters?

  /// The memory that a frame reads and writes per layer, in bytes, if the author stated it.
  package var bytesPerLayer: Int?

  package var budgets: [FrameBudget] = []

  /// The cost vectors, one per sampled rate; absent if the scenario cannot run.
  package var frames: Measured<[FrameCosts]> = .value([])

  /// What a real timer measured, one entry per rate; empty unless requested.
  package var paced: Measured<[PacedRun]> = .value([])

  /// How many layers fit, one entry per variant and rate; unavailable if that was requested of a
  /// scenario whose cost does not depend on the layers.
  package var capacity: Measured<[Capacity]> = .value([])

  /// The jump with the largest excess at 60 Hz, or nil unless a budget limits jumps.
  package var largestJump: Measured<ViewJump>?

  package init(_ configure: (inout ScenarioResult) -> Void = { _ in }) { configure(&self) }

  /// Why there are no costs at `rate`: the reason why there are no frames at all or, without one,
  /// what to do.
  package func absence(at rate: RefreshRate) -> String {
    if let reason = frames.reason { return reason }
    // Without '--rate', a run samples the rates of budgets too.
    let sampled = (frames.value ?? []).map(\.rate)
    let rates = Set(sampled + [rate]).sorted().map { "\($0.hertz)" }
    return """
      not sampled at \(rate); measure with '--rate \(rates.joined(separator: ","))', or without \
      '--rate' if a budget names it
      """
  }

  func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(parameters?.layers, to: 10_000_000, "parameters.layers")
    try check.count(bytesPerLayer, "bytesPerLayer")
    var rates: Set<RefreshRate> = []
    for (index, costs) in (frames.value ?? []).enumerated() {
      let check = check.object("frames", index)
      try costs.validate(check)
      try check.require(rates.insert(costs.rate).inserted, "rateHz", "\(costs.rate) appears twice")
    }
    try largestJump?.value?.validate(check.object("largestJump"))
    for (index, run) in (paced.value ?? []).enumerated() {
      try run.validate(check.object("paced", index))
    }
    for (index, capacity) in (capacity.value ?? []).enumerated() {
      try capacity.validate(check.object("capacity", index))
    }
  }
}

extension ViewJump {
  fileprivate func validate(_ check: ValueCheck) throws(ResultsError) {
    try check.count(frame, "frame")
    for (key, points) in [("distance", distance), ("excess", excess)] {
      try check.quantity(points, key)
    }
  }
}
