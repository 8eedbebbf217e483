package import BenchmarkModel
package import FrameSignposts
package import FrameTiming
package import ViewStates

/// A request from the runner to a worker: one JSON object per line.
package enum WorkerRequest: Hashable, Codable, Sendable {
  /// List everything that is registered.
  case list

  /// Build the benchmark or scenario called `name`. Only scenarios use the parameters.
  case prepare(name: String, parameters: ScenarioParameters)

  /// Find the number of iterations that makes a sample last at least this long.
  case calibrate(nanoseconds: Int)

  /// Time the prepared benchmark `count` times, made slower by this share of its own time.
  case sample(iterations: Int, count: Int, slowedBy: Double = 0)

  /// Count the allocations of the prepared benchmark.
  case countAllocations(iterations: Int)

  /// Run the prepared benchmark and return what it records of these metrics.
  case recordMetrics([CustomMetric], iterations: Int)

  /// Time every frame of the prepared scenario, each made slower by this share of its own time; nil
  /// leaves them as they are.
  case frames(
    refreshRate: RefreshRate, repetitions: Int, state: CacheState = .warm, slowedBy: Double? = nil)

  /// Time the reference frame; answered like one repetition of a scenario. Needs nothing prepared.
  case referenceFrames(count: Int, state: CacheState)

  /// Count the allocations of every frame of the prepared scenario.
  case countFrameAllocations(refreshRate: RefreshRate)

  /// Play the prepared scenario once more, and record the signposts of every frame.
  case recordSignposts(refreshRate: RefreshRate, repetitions: Int, state: CacheState)

  /// Run the prepared benchmark inside counted regions: first the empty loop, then the benchmark.
  case countInstructions(iterations: Int)

  /// Run every frame of the prepared scenario inside a counted region, after an empty one.
  case countFrameInstructions(refreshRate: RefreshRate)

  /// Drive the prepared scenario from a timer.
  case paced(refreshRate: RefreshRate, seconds: Double)

  /// Return the state of every view at these fractions of the prepared scenario's duration.
  case inspect(fractions: [Double])

  /// Play the prepared scenario and return what is wrong with how it moves.
  case review

  /// Measure the cost of the harness itself.
  case overhead

  /// Run on this core only.
  case pin(core: Int)

  /// Build a new scene of the prepared scenario, and stand before its first frame; all its frames
  /// find the caches in this state.
  case startScene(refreshRate: RefreshRate, state: CacheState)

  /// Time the next frames of that scene, at most this many, each made slower by this share of its
  /// own time; nil leaves them as they are.
  case nextFrames(count: Int, slowedBy: Double?)

  /// Report the most memory that this process has used.
  case memory

  /// Continue in a copy of this process, which ends with `bye`; the next `branch` copies the
  /// original again.
  ///
  /// A profiler like valgrind takes seconds to start. It is started once for many benchmarks, and
  /// each of them still runs in a process that has done nothing yet.
  case branch

  /// End the process.
  case bye
}

/// An answer of a worker: one JSON object per line, one for every request, after a hello.
package enum WorkerResponse: Hashable, Codable, Sendable {
  case hello(WorkerHello)
  case list(BenchmarkListing)
  case prepared
  case iterations(Int)
  case samples([Sample])
  case allocations(Allocations, iterations: Int)

  /// The values of each metric, in the order in which they were recorded.
  case recordedMetrics([String: [Double]])
  case frames([[Int64]])
  case frameAllocations([Allocations])

  /// Without any frames for a scenario that marks nothing.
  case signposts(SignpostRecording)

  /// The number of counted regions that were run; the profiler has the counts.
  case counted(regions: Int)
  case paced(PacedRecording, costs: CauseCosts)
  case inspected([[ViewState]])

  /// nil for a scenario that does not review itself.
  case reviewed([SceneFinding]?)
  case overhead(HarnessOverhead)
  case memory(peakBytes: Int)
  case done

  /// The process identifier of the copy that answers from now on.
  case branched(processIdentifier: Int32)

  /// The copy has ended, by a signal unless `signal` is 0. The answer to its `bye`, or to the
  /// request during which it ended.
  case ended(signal: Int32, code: Int32)

  /// The benchmark cannot run on this machine, for this reason.
  case unavailable(reason: String)

  /// The request failed.
  case failed(reason: String)
}

/// A worker's first line, which identifies it, so that the runner can refuse other programs.
package struct WorkerHello: Hashable, Codable, Sendable {
  /// Raised whenever a request or an answer is added or changes its meaning.
  ///
  /// Version 17 makes no frames late by a cause.
  package static let currentProtocolVersion = 17

  package let protocolVersion: Int

  /// Whether the worker was built without optimization.
  package let isDebugBuild: Bool

  /// "system", or "jemalloc" when it is preloaded.
  package let allocator: String

  /// The smallest step of the thread CPU clock, in nanoseconds.
  package let clockResolutionNs: Int64
}
