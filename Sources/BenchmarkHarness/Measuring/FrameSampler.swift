import FrameTiming

/// Renders a scenario's frames back to back and records the cost of each.
///
/// Every repetition builds a new scene and renders the same frames, so frame i is the same work in
/// every repetition.
struct FrameSampler {
  let work: ScenarioWork
  let parameters: ScenarioParameters
  let frames: [Frame]

  init(_ work: ScenarioWork, parameters: ScenarioParameters) {
    self.work = work
    self.parameters = parameters
    let rate = parameters.refreshRate
    frames = (0..<work.traits.frameCount(at: rate)).map { index in
      Frame(
        index: index, timestamp: rate.vsync(index), targetTimestamp: rate.vsync(index + 1))
    }
  }

  /// Thread CPU time per frame in nanoseconds, one array per repetition; includes the clock's cost.
  func sample(repetitions: Int) throws -> [[Int64]] {
    try (0..<repetitions).map { _ in
      record(try work.makeScenario(parameters)) { Clock.threadCPU }
    }
  }

  /// Thread CPU time per frame of one repetition, each frame made longer by `share` of its own time:
  /// the times of code that is slower by that much.
  func sampleSlowed(by share: Double) throws -> [Int64] {
    let scenario = try work.makeScenario(parameters)
    // A busy-wait overshoots by half a clock read on average. Aim half a read later on both sides so
    // that only the injected wait differs.
    let half = Clock.wallCost() / 2
    let slowed = Scenario { frame in
      // The wall clock is cheaper to read, and preemptions are too rare to matter.
      let start = Clock.wall
      scenario.render(frame)
      // A system call first finishes the frame's pending stores and misses. Without it they would
      // finish during the wait instead of at the frame's end.
      _ = Clock.threadCPU
      let now = Clock.wall
      let end = now + Int64((share * Double(now - start) + half).rounded())
      while Clock.wall < end {}
    }
    return record(slowed) { Clock.threadCPU }
  }

  /// Allocations per frame, after a warm-up repetition.
  func count(with counter: AllocationCounter) throws -> [Allocations] {
    // The first repetition allocates things once (metadata, caches) that no frame repeats.
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    // Read all threads after every frame: this thread's counter does not show the requests of threads
    // that the frame started and joined.
    let scenario = try work.makeScenario(parameters)
    var recording = AllocationRecording(
      frameCount: frames.count, counter: counter, isOnlyThread: false)
    recording.start()
    for frame in frames {
      scenario.render(frame)
      recording.endFrame()
    }
    return recording.perFrame
  }

  /// The differences of `clock`, read before the first frame and after every frame.
  ///
  /// The end of one frame is the start of the next, so the clock, which is a system call, is read only
  /// once per frame.
  @inline(__always)
  func record(_ scenario: Scenario, _ clock: () -> Int64) -> [Int64] {
    var readings = [Int64](repeating: 0, count: frames.count + 1)
    readings.withUnsafeMutableBufferPointer { readings in
      readings[0] = clock()
      for index in frames.indices {
        scenario.render(frames[index])
        readings[index + 1] = clock()
      }
    }
    return zip(readings.dropFirst(), readings).map { $0 - $1 }
  }
}
