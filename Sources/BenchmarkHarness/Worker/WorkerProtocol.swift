package import BenchmarkModel
package import FrameTiming

/// What the runner asks of a worker: one JSON object per line.
package enum WorkerRequest: Hashable, Codable, Sendable {
  /// Which benchmarks and scenarios are there?
  case list

  /// Build what `name` stands for. The parameters count for scenarios.
  case prepare(name: String, parameters: ScenarioParameters)

  /// How many iterations make a sample last at least this long?
  case calibrate(nanoseconds: Int)

  /// Time the prepared benchmark `count` times.
  case sample(iterations: Int, count: Int)

  /// Count the allocations of the prepared benchmark.
  case countAllocations(iterations: Int)

  /// Time every frame of the prepared scenario.
  case frames(refreshRate: RefreshRate, repetitions: Int)

  /// Count the allocations of every frame of the prepared scenario.
  case countFrameAllocations(refreshRate: RefreshRate)

  /// Run the prepared benchmark inside counted regions: first the loop alone, then the benchmark.
  case countInstructions(iterations: Int)

  /// Run every frame of the prepared scenario inside a counted region, after an empty one.
  case countFrameInstructions(refreshRate: RefreshRate)

  /// Drive the prepared scenario from a timer.
  case paced(refreshRate: RefreshRate, seconds: Double)

  /// State of every view at these fractions of the prepared scenario's duration.
  case inspect(fractions: [Double])

  /// What does the harness itself cost?
  case overhead

  /// Run on this core only.
  case pin(core: Int)

  /// Time every frame of the prepared scenario, each made longer by this share of itself.
  case slowedFrames(refreshRate: RefreshRate, repetitions: Int, by: Double)

  /// Go on in a copy of this process, which ends with `bye`; the next `branch` copies the same again.
  ///
  /// What a tool like valgrind takes seconds to start is started once for many benchmarks, and each
  /// finds a process that has done nothing yet.
  case branch

  /// End.
  case bye
}

/// What a worker answers: one JSON object per line, exactly one for every request, after a hello.
package enum WorkerResponse: Hashable, Codable, Sendable {
  case hello(WorkerHello)
  case list([ListedBenchmark])
  case prepared
  case iterations(Int)
  case samples([Sample])
  case allocations(Allocations, iterations: Int)
  case frames([[Int64]])
  case frameAllocations([Allocations])

  /// So many counted regions were run; whoever counts has the numbers.
  case counted(regions: Int)
  case paced(PacedRecording)
  case inspected([[ViewState]])
  case overhead(HarnessOverhead)
  case done

  /// The copy that answers from now on.
  case branched(processIdentifier: Int32)

  /// The copy has ended, by a signal unless that is 0; the answer to its `bye`, or to what ended it.
  case ended(signal: Int32, code: Int32)

  /// The benchmark cannot run on this machine; its numbers are absent for this reason.
  case unavailable(reason: String)

  /// The request could not be met.
  case failed(reason: String)
}

/// A worker's first line: who it is, so that the runner can refuse to talk to a stranger.
package struct WorkerHello: Hashable, Codable, Sendable {
  /// Raised whenever a request or an answer changes its meaning, or is added.
  ///
  /// Version 2 added `pin`, `slowedFrames` and the counted regions: a worker of version 1 would stay
  /// on any core while its partner is pinned to one, and a comparison of the two would be unfair.
  /// Version 3 added `branch`.
  package static let currentProtocolVersion = 3

  package let protocolVersion: Int

  /// Whether the worker was built without optimization.
  package let isDebugBuild: Bool

  /// "system", or "jemalloc" when it is preloaded.
  package let allocator: String

  /// The smallest step of the thread CPU clock, in nanoseconds.
  package let clockResolutionNs: Int64
}
