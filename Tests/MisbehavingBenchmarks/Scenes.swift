import FramegateKit

/// Scenes of every kind of cost: at another rate, of many milliseconds, with and without layers.
enum Scenes {
  static func register(in registry: inout BenchmarkRegistry) {
    registry.scenario(
      "rate.90", duration: .milliseconds(50),
      budget: [.noDroppedFrames(at: RefreshRate(hertz: 90))]
    ) { _ in Scenario { _ in } }
    registry.scenario(
      "rate.changes", duration: .milliseconds(100), budget: [.noDroppedFrames(at: .hz120)],
      frameRates: [.from(.milliseconds(25), minimum: 60, maximum: 80)]
    ) { _ in Scenario { _ in } }
    registry.scenario("heavy.frames", duration: .milliseconds(50)) { _ in
      Scenario { _ in FirstProcess.work(forMilliseconds: 150) }
    }
    registry.scenario("layers.used", duration: .milliseconds(20)) { parameters in
      Scenario { _ in
        for _ in 0..<(50 * parameters.layers) { blackHole(1) }
      }
    }
    registry.scenario("layers.ignored", duration: .milliseconds(20)) { _ in
      Scenario { _ in for _ in 0..<10_000 { blackHole(1) } }
    }
  }
}
