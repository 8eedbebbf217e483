import BenchmarkModel
import FrameModel
package import FrameSignposts

/// Renders a scenario's frames back to back and records the cost of each.
///
/// Every repetition builds a new scene and renders the same frames, so frame i is the same work in
/// every repetition.
package struct FrameSampler {
  let work: ScenarioWork
  let parameters: ScenarioParameters
  let frames: [Frame]

  /// Creates a sampler of all frames, or of the first `mostFrames`.
  package init(_ work: ScenarioWork, parameters: ScenarioParameters, mostFrames: Int? = nil) {
    self.work = work
    self.parameters = parameters
    frames = Array(work.traits.frames(at: parameters.refreshRate).prefix(mostFrames ?? .max))
  }

  /// Thread CPU time per frame in nanoseconds, one array per repetition; includes the clock's cost.
  ///
  /// For trials, each frame takes longer by `share` of its own time.
  ///
  /// - Throws: What building a scene throws; `Unavailable` if the system cannot make frames cold.
  package func sample(
    repetitions: Int, _ state: CacheState, slowedBy share: Double?
  ) throws -> [[Int64]] {
    try prepare(state)
    return try (0..<repetitions).map { _ in
      let made = try work.makeScenario(parameters)
      let scenario = share.map { Self.slowed(made, by: $0) } ?? made
      return Self.times(of: frames[...], in: scenario, state)
    }
  }

  private func prepare(_ state: CacheState) throws {
    try state.prepare()
    guard state == .cold, CacheState.giveBackCode() else { return }
    // Runs the frames once, so that the code they need is in memory again before they are timed.
    let scenario = try work.makeScenario(parameters)
    for frame in frames { scenario.render(frame) }
  }

  /// Thread CPU time per frame in nanoseconds, with the clock's cost.
  static func times(
    of frames: ArraySlice<Frame>, in scenario: Scenario, _ state: CacheState
  ) -> [Int64] {
    switch state {
    case .warm: record(scenario, frames) { Clock.threadCPU }
    case .cold: recordCold(scenario, frames)
    }
  }

  /// The scenario, with frames that take longer by a share of their own CPU time.
  ///
  /// It uses the CPU clock: here, unlike in the trials of comparisons, the share is large and must
  /// not multiply the time in which other threads have the core.
  private static func slowed(_ scenario: Scenario, by share: Double) -> Scenario {
    Scenario { frame in
      let start = Clock.threadCPU
      scenario.render(frame)
      let end = Clock.threadCPU
      let slowedEnd = end + Int64(share * Double(end - start))
      while Clock.threadCPU < slowedEnd {}
    }
  }

  private static func recordCold(_ scenario: Scenario, _ frames: ArraySlice<Frame>) -> [Int64] {
    frames.map { frame in
      CacheState.cool(before: frame.index)
      let start = Clock.threadCPU
      scenario.render(frame)
      return Clock.threadCPU - start
    }
  }

  package func start(_ state: CacheState) throws -> StartedScene {
    try prepare(state)
    return StartedScene(scenario: try work.makeScenario(parameters), frames: frames, state: state)
  }

  /// Allocations per frame, after a warm-up repetition.
  package func count(with counter: AllocationCounter) throws -> [Allocations] {
    // The first repetition allocates things once (metadata, caches) that no frame repeats.
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }

    // Read the counts of all threads after every frame: this thread's own count does not include
    // the requests of threads that the frame started and joined.
    return Self.record(try work.makeScenario(parameters), frames[...]) { counter.total }
  }

  /// Records the signposts of every frame.
  ///
  /// - Parameters:
  ///   - repetitions: How many times the scenario is played; each frame is taken from the
  ///     repetition with its median time. A warm repetition is played first and discarded.
  ///   - state: What the frames find in the caches.
  /// - Returns: The recording, without any frames if the scenario sets no signposts.
  /// - Throws: What building a scene throws; `Unavailable` if begin and end marks do not match.
  package func recordSignposts(repetitions: Int, _ state: CacheState) throws -> SignpostRecording {
    try state.prepare()
    let recorder = SignpostRecorder()
    var names = SignpostNames()
    var played: [[SignpostRecording.Frame]] = []
    for repetition in 0...max(1, repetitions) {
      played.append(
        try record(
          try work.makeScenario(parameters), recorder, repetition == 0 ? .warm : state, &names))
      if names.texts.isEmpty { return SignpostRecording(names: [], frames: []) }
    }
    played.removeFirst()
    return SignpostRecording(
      names: names.texts,
      frames: frames.indices.map { index in
        played.map { $0[index] }.sorted { $0.durationNs < $1.durationNs }[played.count / 2]
      })
  }

  private func record(
    _ scenario: Scenario, _ recorder: SignpostRecorder, _ state: CacheState,
    _ names: inout SignpostNames
  ) throws -> [SignpostRecording.Frame] {
    var recorded: [SignpostRecording.Frame] = []
    for frame in frames {
      if state == .cold { CacheState.cool(before: frame.index) }
      recorder.record { scenario.render(frame) }
      do {
        recorded.append(try recorder.frame(names: &names))
      } catch { throw Unavailable("in frame \(frame.index), \(error)") }
    }
    return recorded
  }

  /// The differences of `clock`, read before the first of `frames` and after every one.
  ///
  /// The end of one frame is the start of the next, so the clock, which is a system call, is read
  /// only once per frame.
  @inline(__always)
  static func record<Reading: AdditiveArithmetic>(
    _ scenario: Scenario, _ frames: ArraySlice<Frame>, _ clock: () -> Reading
  ) -> [Reading] {
    var readings = [Reading](repeating: .zero, count: frames.count + 1)
    readings.withUnsafeMutableBufferPointer { readings in
      readings[0] = clock()
      for (index, frame) in frames.enumerated() {
        scenario.render(frame)
        readings[index + 1] = clock()
      }
    }
    return zip(readings.dropFirst(), readings).map { $0 - $1 }
  }
}
