package import BenchmarkHarness
import BenchmarkModel
import FrameSignposts
package import FrameTiming
package import ViewStates

/// A worker that has one benchmark or scenario ready to measure.
package struct PreparedWorker {
  let connection: any WorkerConnection

  fileprivate init(_ connection: any WorkerConnection) {
    self.connection = connection
  }
}

extension PreparedWorker {
  /// The number of iterations that makes a sample last at least this long.
  func iterations(lastingNs nanoseconds: Int) async throws -> Int {
    try await connection.ask(.calibrate(nanoseconds: nanoseconds)) {
      if case .iterations(let count) = $0, Plausible.count(count), count > 0 { count } else { nil }
    }
  }

  /// Times of a benchmark, `count` samples of `iterations` iterations each, made slower by `share`.
  func samples(
    _ count: Int, iterations: Int, slowedBy share: Double = 0
  ) async throws -> [Sample] {
    try await connection.ask(.sample(iterations: iterations, count: count, slowedBy: share)) {
      if case .samples(let samples) = $0, samples.count == count,
        samples.allSatisfy(Plausible.sample)
      {
        samples
      } else {
        nil
      }
    }
  }

  /// Thread CPU time of every frame in nanoseconds, one array per repetition, with the clock's
  /// cost.
  ///
  /// Each is made longer by `share` of its own time; nil leaves them as they are.
  func frames(
    at rate: RefreshRate, repetitions: Int, _ state: CacheState = .warm,
    slowedBy share: Double? = nil
  ) async throws -> [[Int64]] {
    try await connection.ask(
      .frames(refreshRate: rate, repetitions: repetitions, state: state, slowedBy: share)
    ) {
      if case .frames(let frames) = $0, frames.count == repetitions, Plausible.frames(frames) {
        frames
      } else {
        nil
      }
    }
  }

  /// Builds a new scene, whose frames ``nextFrames(_:slowedBy:)`` renders.
  ///
  /// - Parameters:
  ///   - rate: The rate of its frames.
  ///   - state: What they find in the caches.
  /// - Throws: ``WorkerFailure``, `CancellationError`; `Unavailable` where frames cannot start in
  ///   that state.
  func startScene(at rate: RefreshRate, _ state: CacheState) async throws {
    _ = try await connection.ask(.startScene(refreshRate: rate, state: state)) {
      if case .done = $0 { true } else { nil }
    }
  }

  /// Thread CPU time of the scene's next frames in nanoseconds, with the clock's cost; fewer at its
  /// end.
  func nextFrames(_ count: Int, slowedBy share: Double? = nil) async throws -> [Int64] {
    try await connection.ask(.nextFrames(count: count, slowedBy: share)) {
      if case .frames(let frames) = $0, Plausible.frames(frames), let first = frames.first,
        frames.count == 1, first.count <= count
      {
        first
      } else {
        nil
      }
    }
  }

  /// The allocations of `iterations` iterations together.
  func allocations(iterations: Int) async throws -> Allocations {
    try await connection.ask(.countAllocations(iterations: iterations)) {
      if case .allocations(let total, iterations) = $0, Plausible.allocations(total) {
        total
      } else {
        nil
      }
    }
  }

  /// What the benchmark records of these metrics, by name; nothing for one that it does not record.
  func recorded(_ metrics: [CustomMetric], iterations: Int) async throws -> [String: [Double]] {
    try await connection.ask(.recordMetrics(metrics, iterations: iterations)) {
      if case .recordedMetrics(let values) = $0,
        values.keys.allSatisfy({ name in metrics.contains { $0.name == name } }),
        values.values.allSatisfy({ $0.allSatisfy { $0 >= 0 && $0.isFinite } })
      {
        values
      } else {
        nil
      }
    }
  }

  /// The allocations of every frame.
  package func frameAllocations(at rate: RefreshRate) async throws -> [Allocations] {
    try await connection.ask(.countFrameAllocations(refreshRate: rate)) {
      if case .frameAllocations(let allocations) = $0,
        allocations.allSatisfy(Plausible.allocations)
      {
        allocations
      } else {
        nil
      }
    }
  }

  /// What the signposts of every frame record; without any frames for a scenario that marks
  /// nothing.
  ///
  /// - Throws: `Unavailable` for marks that do not match.
  func signposts(
    at rate: RefreshRate, repetitions: Int, _ state: CacheState
  ) async throws -> SignpostRecording {
    try await connection.ask(
      .recordSignposts(refreshRate: rate, repetitions: repetitions, state: state)
    ) {
      if case .signposts(let recording) = $0, recording.problem == nil { recording } else { nil }
    }
  }

  /// Runs counted regions, one for the empty loop and one for the benchmark, and returns their
  /// number.
  func countInstructions(iterations: Int) async throws -> Int {
    try await connection.ask(.countInstructions(iterations: iterations)) {
      if case .counted(let regions) = $0, Plausible.count(regions) { regions } else { nil }
    }
  }

  /// Runs counted regions, one for an empty frame and one per frame, and returns their number.
  func countFrameInstructions(at rate: RefreshRate) async throws -> Int {
    try await connection.ask(.countFrameInstructions(refreshRate: rate)) {
      if case .counted(let regions) = $0, Plausible.count(regions) { regions } else { nil }
    }
  }

  /// What a real timer records within `seconds`, and what faults and allocations cost meanwhile.
  package func paced(
    at rate: RefreshRate, seconds: Double
  ) async throws -> (recording: PacedRecording, costs: CauseCosts) {
    try await connection.ask(.paced(refreshRate: rate, seconds: seconds)) {
      if case .paced(let recording, let costs) = $0, Plausible.costs(costs) {
        (recording, costs)
      } else {
        nil
      }
    }
  }

  /// The state of every view at each fraction of the scenario's duration.
  package func inspect(at fractions: [Double]) async throws -> [[ViewState]] {
    try await connection.ask(.inspect(fractions: fractions)) {
      if case .inspected(let states) = $0, states.count == fractions.count { states } else { nil }
    }
  }

  /// Where the motion of a scenario breaks most at 60 Hz; nil where nothing moves, and where the
  /// states of all views in all frames would not fit into an answer.
  ///
  /// - Parameters:
  ///   - traits: The scenario's.
  ///   - screen: The screen that it was prepared for.
  /// - Returns: The largest jump.
  /// - Throws: ``WorkerFailure``, also for a scenario without views.
  package func largestJump(
    of traits: ScenarioTraits, on screen: ScreenSize
  ) async throws -> ViewJump? {
    let duration = Double(traits.duration.wholeNanoseconds)
    let grid = VsyncGrid(rate: .hz60)
    let instants = (0...traits.frameCount(at: .hz60)).map { Double(grid.vsync($0)) / duration }
      .filter { $0 <= 1 }
    let first = try await inspect(at: [0])
    // A frame of a large scene is a large answer.
    guard instants.count * (first.first?.count ?? 0) <= 20_000 else { return nil }
    return ViewJump.largest(
      in: try await inspect(at: instants), width: screen.width, height: screen.height)
  }

  /// What is wrong with how the scenario moves; nil if it does not review itself.
  package func review() async throws -> [SceneFinding]? {
    try await connection.ask(.review) {
      if case .reviewed(let findings) = $0 { .some(findings) } else { nil }
    }
  }
}

extension WorkerConnection {
  /// Makes a benchmark or scenario ready to measure.
  ///
  /// - Throws: `Unavailable` when it cannot run on this machine, ``WorkerFailure``.
  package func prepare(
    _ name: String, _ parameters: ScenarioParameters = ScenarioParameters()
  ) async throws -> PreparedWorker {
    _ = try await ask(.prepare(name: name, parameters: parameters)) {
      if case .prepared = $0 { true } else { nil }
    }
    return PreparedWorker(self)
  }

  /// Everything that the worker's tool has registered.
  package func list() async throws -> BenchmarkListing {
    try await ask(.list) {
      if case .list(let listing) = $0, Plausible.listing(listing) { listing } else { nil }
    }
  }

  /// Thread CPU time of the reference frame in nanoseconds, `count` times, with the clock's cost.
  ///
  /// - Throws: `Unavailable` where caches cannot be made cold; ``WorkerFailure``.
  func referenceFrames(_ count: Int, _ state: CacheState) async throws -> [Int64] {
    try await ask(.referenceFrames(count: count, state: state)) {
      if case .frames(let frames) = $0, Plausible.frames(frames), let times = frames.first,
        frames.count == 1, times.count == count
      {
        times
      } else {
        nil
      }
    }
  }

  /// The cost of the harness itself.
  package func overhead() async throws -> HarnessOverhead {
    try await ask(.overhead) {
      if case .overhead(let overhead) = $0, Plausible.overhead(overhead) { overhead } else { nil }
    }
  }

  /// The most memory that the worker has used at once, in bytes; nil if the system does not say.
  func memory() async throws -> Int? {
    let bytes = try await ask(.memory) {
      if case .memory(let bytes) = $0, Plausible.count(bytes) { bytes } else { nil }
    }
    return bytes == 0 ? nil : bytes
  }

  /// Lets the worker run on one core only.
  ///
  /// - Throws: `Unavailable` where the system does not allow that.
  func pin(to core: Int) async throws {
    _ = try await ask(.pin(core: core)) { if case .done = $0 { true } else { nil } }
  }

  /// Continues in a copy of the worker.
  ///
  /// - Returns: The copy's process identifier.
  func branch() async throws -> Int32 {
    try await ask(.branch) {
      if case .branched(let identifier) = $0 { identifier } else { nil }
    }
  }

  /// Ends a copy of the worker.
  ///
  /// - Returns: The signal that ended it, or 0, and its exit code.
  func endBranch() async throws -> (signal: Int32, code: Int32) {
    try await ask(.bye) {
      if case .ended(let signal, let code) = $0 { (signal, code) } else { nil }
    }
  }

  /// Asks, and takes the value that belongs to the request from the answer.
  ///
  /// - Throws: ``WorkerFailure`` also for an answer to another request.
  fileprivate func ask<Value>(
    _ request: WorkerRequest, _ value: (WorkerResponse) -> Value?
  ) async throws -> Value {
    let answer = try await ask(request)
    guard let value = value(answer) else {
      throw WorkerFailure.unexpected("\(String(describing: answer).prefix(80))")
    }
    return value
  }
}

/// Which numbers of a worker are believed.
///
/// A worker may be of a revision that nobody has read. Numbers that no measurement gives would
/// overflow the arithmetic with them.
private enum Plausible {
  /// A day, which is also the longest timeout.
  private static let longestNs: Int64 = 86_400_000_000_000

  /// More than any worker can count in a day.
  private static let largestCount = 1 << 50

  static func count(_ count: Int) -> Bool { (0...largestCount).contains(count) }

  static func time(_ nanoseconds: Int64) -> Bool { (0...longestNs).contains(nanoseconds) }

  static func sample(_ sample: Sample) -> Bool {
    let times = 0...Double(longestNs)
    return times.contains(sample.wallNs) && times.contains(sample.cpuNs)
  }

  static func frames(_ frames: [[Int64]]) -> Bool {
    frames.allSatisfy { $0.count == frames.first?.count && $0.allSatisfy(time) }
  }

  static func costs(_ costs: CauseCosts) -> Bool {
    [costs.faultNs, costs.allocationNs].allSatisfy { (0...Double(longestNs)).contains($0) }
  }

  static func allocations(_ allocations: Allocations) -> Bool {
    count(allocations.count) && count(allocations.bytes)
  }

  static func overhead(_ overhead: HarnessOverhead) -> Bool {
    [overhead.clockAlone, overhead.threadClock, overhead.allCounters].allSatisfy { cost in
      time(cost.minimumNs) && time(cost.medianNs) && time(cost.p99Ns)
    } && count(overhead.bytesPerFrame ?? 0)
  }

  /// What registration refuses, and what no tool needs.
  static func listing(_ listing: BenchmarkListing) -> Bool {
    listing.benchmarks.allSatisfy { listed in
      switch listed.work {
      case .benchmark(let traits):
        count(traits.operations) && traits.operations > 0 && count(traits.bytesPerOperation)
          && count(traits.flopsPerOperation)
      case .scenario(let traits):
        traits.duration > .zero && traits.duration <= .nanoseconds(longestNs)
      }
    }
  }
}
