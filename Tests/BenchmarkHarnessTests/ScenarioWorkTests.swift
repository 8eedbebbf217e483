@testable import BenchmarkHarness
import BenchmarkModel
import FrameTiming
import Testing

@Suite("Scenario")
struct ScenarioWorkTests {
  /// A duration, a rate and ⌈duration · rate⌉.
  struct Example: CustomTestStringConvertible, Sendable {
    let duration: Duration
    let hertz: Int
    let frames: Int

    var testDescription: String { "\(duration) at \(hertz) Hz" }
  }

  @Test(
    "Has ⌈duration · rate⌉ frames",
    arguments: [
      Example(duration: .milliseconds(500), hertz: 60, frames: 30),
      Example(duration: .milliseconds(500), hertz: 120, frames: 60),
      Example(duration: .milliseconds(480), hertz: 60, frames: 29),
      Example(duration: .milliseconds(480), hertz: 120, frames: 58),
      Example(duration: .nanoseconds(1), hertz: 1, frames: 1),
      Example(duration: .seconds(1), hertz: 1_000, frames: 1_000),
      Example(duration: .seconds(1) + .nanoseconds(1), hertz: 1_000, frames: 1_001),
      Example(duration: .seconds(86_400), hertz: 1_000, frames: 86_400_000),
    ])
  func frameCount(_ example: Example) {
    let traits = ScenarioTraits(duration: example.duration)

    #expect(traits.frameCount(at: RefreshRate(hertz: example.hertz)) == example.frames)
  }
}
