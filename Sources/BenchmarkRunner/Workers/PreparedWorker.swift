package import BenchmarkHarness
package import BenchmarkModel
import FrameTiming

/// A worker that has one benchmark or scenario ready to measure.
package struct PreparedWorker {
  private let connection: any WorkerConnection

  fileprivate init(_ connection: any WorkerConnection) {
    self.connection = connection
  }
}

extension PreparedWorker {
  /// The number of iterations that makes a sample last at least this long.
  func iterations(lastingNs nanoseconds: Int) async throws -> Int {
    try await connection.ask(.calibrate(nanoseconds: nanoseconds)) {
      if case .iterations(let count) = $0 { count } else { nil }
    }
  }

  /// Times of a benchmark, `count` samples of `iterations` iterations each.
  func samples(_ count: Int, iterations: Int) async throws -> [Sample] {
    try await connection.ask(.sample(iterations: iterations, count: count)) {
      if case .samples(let samples) = $0, samples.count == count { samples } else { nil }
    }
  }

  /// Thread CPU time of every frame in nanoseconds, one array per repetition, with the clock's cost.
  func frames(at rate: RefreshRate, repetitions: Int) async throws -> [[Int64]] {
    try await connection.ask(.frames(refreshRate: rate, repetitions: repetitions)) {
      if case .frames(let frames) = $0, frames.count == repetitions { frames } else { nil }
    }
  }

  /// Thread CPU time of every frame of one repetition, each frame made longer by `share` of its time.
  func slowedFrames(at rate: RefreshRate, by share: Double) async throws -> [Int64] {
    try await connection.ask(.slowedFrames(refreshRate: rate, by: share)) {
      if case .frames(let frames) = $0 { frames.first } else { nil }
    }
  }

  /// The allocations of `iterations` iterations together.
  func allocations(iterations: Int) async throws -> Allocations {
    try await connection.ask(.countAllocations(iterations: iterations)) {
      if case .allocations(let total, iterations) = $0 { total } else { nil }
    }
  }

  /// The allocations of every frame.
  func frameAllocations(at rate: RefreshRate) async throws -> [Allocations] {
    try await connection.ask(.countFrameAllocations(refreshRate: rate)) {
      if case .frameAllocations(let allocations) = $0 { allocations } else { nil }
    }
  }

  /// Runs counted regions, one for the empty loop and one for the benchmark, and returns their number.
  func countInstructions(iterations: Int) async throws -> Int {
    try await connection.ask(.countInstructions(iterations: iterations)) {
      if case .counted(let regions) = $0 { regions } else { nil }
    }
  }

  /// Runs counted regions, one for an empty frame and one per frame, and returns their number.
  func countFrameInstructions(at rate: RefreshRate) async throws -> Int {
    try await connection.ask(.countFrameInstructions(refreshRate: rate)) {
      if case .counted(let regions) = $0 { regions } else { nil }
    }
  }

  /// What a real timer records within `seconds`.
  func paced(at rate: RefreshRate, seconds: Double) async throws -> PacedRecording {
    try await connection.ask(.paced(refreshRate: rate, seconds: seconds)) {
      if case .paced(let recording) = $0 { recording } else { nil }
    }
  }

  /// The state of every view at each fraction of the scenario's duration.
  package func inspect(at fractions: [Double]) async throws -> [[ViewState]] {
    try await connection.ask(.inspect(fractions: fractions)) {
      if case .inspected(let states) = $0, states.count == fractions.count { states } else { nil }
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
    try await ask(.list) { if case .list(let listing) = $0 { listing } else { nil } }
  }

  /// The cost of the harness itself.
  func overhead() async throws -> HarnessOverhead {
    try await ask(.overhead) { if case .overhead(let overhead) = $0 { overhead } else { nil } }
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
