import BenchmarkModel
import FrameTiming
import Testing

@testable import FramegateKit

/// The work by which the work of scenarios is told.
@Suite("The reference frame")
struct ReferenceFrameTests {
  @Test("Its work never changes: budgets are multiples of it")
  func work() {
    let reference = ReferenceFrame()
    let sums = (0..<3).map { _ in reference.render() }
    // Any change of the work changes these numbers, and moves every budget that is told in it.
    #expect(sums.map { ($0 * 1_000).rounded() / 1_000 } == Self.expected)
    let other = ReferenceFrame()
    #expect((0..<3).map { _ in other.render() } == sums)
  }

  private static let expected = [-11_795.406, -11_793.042, -11_789.059]

  @Test("A worker measures it without a scenario, warm and cold")
  func sample() {
    let worker = Worker(registry: BenchmarkRegistry())
    for state in [CacheState.warm, .cold] {
      switch worker.answer(TimeReferenceFrames(5, state)) {
      case .answer(let times):
        #expect(times.count == 5)
        #expect(times.allSatisfy { $0 > 0 })
      case .unavailable(let reason):
        #expect(state == .cold && reason.hasSuffix("warm work is used"))
      case let answer: Issue.record("\(answer)")
      }
    }
  }

  @Test(
    "Injected slowness makes every frame longer by a share of its own time or more",
    arguments: [0.5, 2])
  func slowed(share: Double) throws {
    var registry = BenchmarkRegistry()
    registry.scenario("busy", duration: .milliseconds(50)) { _ in
      Scenario { _ in
        let end = Clock.threadCPU + 200_000
        while Clock.threadCPU < end {}
      }
    }
    let worker = Worker(registry: registry)
    _ = worker.answer(Prepare("busy"))
    for state in [CacheState.warm, .cold] {
      switch worker.answer(TimeFrames(at: .hz60, repetitions: 2, state, slowedBy: share)) {
      case .answer(let costs):
        #expect(costs.map(\.count) == [3, 3])
        #expect(costs.joined().allSatisfy { Double($0) >= 200_000 * (1 + share) })
      case .unavailable(let reason):
        #expect(state == .cold && reason.hasSuffix("warm work is used"))
      case let answer: Issue.record("\(answer)")
      }
    }
  }
}
