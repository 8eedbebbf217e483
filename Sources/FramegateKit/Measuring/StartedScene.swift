import FrameModel

/// A scene whose frames are rendered a few at a time, so that two processes can take turns.
package struct StartedScene {
  let scenario: Scenario
  let frames: [Frame]

  let state: CacheState

  private(set) var next = 0

  /// Renders the next `count` frames, or fewer at the end, and returns their times.
  package mutating func render(_ count: Int, slowedBy share: Double?) -> [Int64] {
    let turn = frames[next..<min(frames.count, next + count)]
    next = turn.endIndex
    return FrameSampler.times(of: turn, in: share.map(slowed) ?? scenario, state)
  }

  /// The scene, with every frame made longer by a share of its own time, to imitate code that is
  /// slower by that share.
  private func slowed(by share: Double) -> Scenario {
    // A busy-wait overshoots by half a clock read on average. Aim half a read later on both sides,
    // so that only the injected time differs.
    let half = Clock.wallCost() / 2
    let scenario = scenario
    return Scenario { frame in
      // The wall clock is cheaper to read, and preemptions are too rare to matter.
      let start = Clock.wall
      scenario.render(frame)
      // A system call first completes the frame's pending stores and misses. Without it, they would
      // complete during the wait instead of at the frame's end.
      _ = Clock.threadCPU
      Clock.wait(for: share, ofTimeSince: start, and: half)
    }
  }
}
