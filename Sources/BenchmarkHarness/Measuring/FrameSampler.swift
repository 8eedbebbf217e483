import FrameTiming

/// Renders a scenario's frames back to back and records what each one costs.
///
/// Every repetition builds a new scene and renders the same frames, so frame i is the same work in
/// each of them.
struct FrameSampler {
  let work: ScenarioWork
  let parameters: ScenarioParameters
  let frames: [Frame]

  init(_ work: ScenarioWork, parameters: ScenarioParameters) {
    self.work = work
    self.parameters = parameters
    let rate = parameters.refreshRate
    frames = (0..<work.frameCount(at: rate)).map { index in
      Frame(
        index: index, timestamp: rate.vsync(index), targetTimestamp: rate.vsync(index + 1))
    }
  }

  /// Thread CPU time per frame in nanoseconds, one array per repetition, the clock included.
  func sample(repetitions: Int) throws -> [[Int64]] {
    try (0..<repetitions).map { _ in
      record(try work.makeScenario(parameters)) { Clock.threadCPU }
    }
  }

  /// Thread CPU time per frame of one repetition whose frames are made longer by `share` of
  /// themselves: what code that is slower by that much would show.
  func sampleSlowed(by share: Double) throws -> [Int64] {
    let scenario = try work.makeScenario(parameters)
    // A wait ends on a reading: half a reading late on average, and one after its begin when there is
    // nothing to wait for. Ends that lie half a reading later make the two differ by the wait alone.
    let half = Clock.wallCost() / 2
    let slowed = Scenario { frame in
      // The wall clock is the cheaper one to read; a preemption is too rare to matter.
      let start = Clock.wall
      scenario.render(frame)
      // What the frame left to be done (stores, misses) is done before a system call returns, as it is
      // at the frame's end, and not during the wait.
      _ = Clock.threadCPU
      let now = Clock.wall
      let end = now + Int64((share * Double(now - start) + half).rounded())
      while Clock.wall < end {}
    }
    return record(slowed) { Clock.threadCPU }
  }

  /// Allocations per frame, once the code is warm.
  func count(with counter: AllocationCounter) throws -> [Allocations] {
    // What a first run allocates for good (metadata, caches) is not a frame's.
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    // Every frame is read in full: this thread's bytes alone would not show what a thread asked for
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
  /// One reading per frame, the end of one being the start of the next: the clock is a system call
  /// and would otherwise be paid twice.
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
