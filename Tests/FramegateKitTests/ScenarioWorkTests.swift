import BenchmarkModel
import FrameTiming
import Testing

@testable import FramegateKit

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
      // Attoseconds more than the decimal number.
      Example(duration: .seconds(0.55), hertz: 60, frames: 33),
      Example(duration: .seconds(1.1), hertz: 120, frames: 132),
    ])
  func frameCount(_ example: Example) {
    let traits = ScenarioTraits(duration: example.duration)

    #expect(traits.frameCount(at: RefreshRate(hertz: example.hertz)) == example.frames)
  }

  @Test("A scenario of less than a nanosecond is refused, and the others are listed")
  func shortest() {
    var registry = BenchmarkRegistry()
    for (name, duration) in [("long", Duration.nanoseconds(1)), ("short", .nanoseconds(1) / 2)] {
      registry.scenario(name, duration: duration) { _ in Scenario { _ in } }
    }

    #expect(registry.listing.benchmarks.map(\.name) == ["long"])
    #expect(
      registry.listing.problems.map(\.reason) == [
        """
        'short' lasts 5e-10 seconds. Give it a duration of a nanosecond at least, and a day at most.
        """
      ])
  }

  @Test("A scenario that changes its rate is sampled at the vsyncs of that rate")
  func frameRates() throws {
    var registry = BenchmarkRegistry()
    registry.scenario(
      "drag", duration: .milliseconds(60),
      frameRates: [.from(.milliseconds(20), minimum: 60, maximum: 80)]
    ) { _ in Scenario { _ in } }
    guard case .scenario(let work) = try #require(registry.entry(named: "drag")).work else {
      Issue.record("no scenario")
      return
    }

    let frames = FrameSampler(work, parameters: ScenarioParameters(refreshRate: .hz120)).frames

    let times: [Int64] = [0, 8_333_333, 16_666_667, 25_000_000, 41_666_667, 58_333_333]
    #expect(frames.map(\.index) == Array(0..<6))
    #expect(frames.map(\.timestamp) == times.map { .nanoseconds($0) })
    #expect(
      frames.map(\.targetTimestamp)
        == times.dropFirst().map { .nanoseconds($0) } + [.nanoseconds(75_000_000)])
    #expect(work.traits.frames(at: .hz60).count == 4)
  }

  @Test("Frame rates that an animation cannot have are refused where they are registered")
  func refusedFrameRates() {
    var registry = BenchmarkRegistry()
    registry.scenario(
      "drag", duration: .milliseconds(60),
      frameRates: [.from(.milliseconds(60), minimum: 60, maximum: 80)], line: 7
    ) { _ in Scenario { _ in } }

    #expect(registry.entries.isEmpty)
    #expect(registry.listing.problems.map(\.location.line) == [7])
    #expect(
      registry.listing.problems.first?.reason.contains("Give a time before its end.")
        == true)
  }
}
