import FrameTiming

/// A scene whose frames are rendered a few at a time, so that two processes can take turns.
struct StartedScene {
  let scenario: Scenario
  let frames: [Frame]

  /// The index of the frame that comes next.
  private(set) var next = 0

  init(scenario: Scenario, frames: [Frame]) {
    self.scenario = scenario
    self.frames = frames
  }

  /// Renders the next `count` frames, or those that are left.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - injected: Work to add, for trials; nil renders frames as they are.
  /// - Returns: Thread CPU time per frame in nanoseconds, with the clock's cost.
  mutating func render(_ count: Int, injected: InjectedWork?) -> [Int64] {
    let turn = frames[next..<min(frames.count, next + count)]
    next = turn.endIndex
    guard let injected else {
      return FrameSampler.record(scenario, turn) { Clock.threadCPU }
    }
    return FrameSampler.record(slowed(by: injected), turn) { Clock.threadCPU }
  }

  /// The scene, each frame made longer by a share of its own time: the times of code that is slower by
  /// that much.
  private func slowed(by injected: InjectedWork) -> Scenario {
    // A busy-wait overshoots by half a clock read on average. Aim half a read later on both sides so
    // that only the injected wait differs.
    let half = Clock.wallCost() / 2
    let scenario = scenario
    return Scenario { frame in
      // The wall clock is cheaper to read, and preemptions are too rare to matter.
      let start = Clock.wall
      scenario.render(frame)
      // A system call first finishes the frame's pending stores and misses. Without it they would
      // finish during the wait instead of at the frame's end.
      _ = Clock.threadCPU
      let now = Clock.wall
      let share = injected.share(ofFrame: frame.index)
      let end = now + Int64((share * Double(now - start) + half).rounded())
      while Clock.wall < end {}
    }
  }
}

/// Work that is added to a scenario's frames, so that a comparison has a known answer.
package struct InjectedWork: Hashable, Codable, Sendable {
  /// The time that is added, as a share of the frame's own.
  package let share: Double

  /// The frames that get longer; nil for all.
  package let frames: ClosedRange<Int>?

  package init(share: Double, frames: ClosedRange<Int>? = nil) {
    self.share = share
    self.frames = frames
  }

  func share(ofFrame index: Int) -> Double {
    frames?.contains(index) ?? true ? share : 0
  }
}
