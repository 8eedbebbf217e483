package import BenchmarkModel
package import FrameModel

// MARK: The worker itself

package struct ListBenchmarks: Question {
  package static let topic = WorkerTopic("describe")
  package typealias Answer = BenchmarkListing

  package init() {}
}

package struct MeasureOverhead: Question {
  package static let topic = WorkerTopic("sample", "overhead")
  package typealias Answer = HarnessOverhead

  package init() {}
}

/// Asks for the maximum memory that the process has used at once, in bytes; nil if the system does
/// not report it.
package struct PeakMemory: Question {
  package static let topic = WorkerTopic("count", "memory")
  package typealias Answer = Int?

  package init() {}
}

/// Lets the worker run on this core only; unavailable if the system does not allow that.
package struct PinToCore: Question {
  package static let topic = WorkerTopic("prepare", "core")
  package typealias Answer = Done

  package let core: Int
  package init(_ core: Int) { self.core = core }
}

/// Asks for the thread CPU times of `count` reference frames in nanoseconds, with the clock's cost.
///
/// Nothing needs to be prepared. Unavailable if the system cannot make frames cold. The answer of
/// a worker without a reference frame is empty.
package struct TimeReferenceFrames: Question {
  package static let topic = WorkerTopic("sample", "reference")
  package typealias Answer = [Int64]

  package let count: Int
  package let state: CacheState
  package init(_ count: Int, _ state: CacheState) {
    self.count = count
    self.state = state
  }
}

/// Builds the benchmark or scenario called `name`; unavailable if it cannot run on this machine.
///
/// Only scenarios use the parameters.
package struct Prepare: Question {
  package static let topic = WorkerTopic("prepare")
  package typealias Answer = Done

  package let name: String
  package let parameters: ScenarioParameters

  /// How many of a scenario's frames the next questions are about, from the first, or nil for all.
  package let mostFrames: Int?
  package init(
    _ name: String, _ parameters: ScenarioParameters = ScenarioParameters(),
    mostFrames: Int? = nil
  ) {
    self.name = name
    self.parameters = parameters
    self.mostFrames = mostFrames
  }
}

/// Runs an empty counted region, then one region with all iterations of a benchmark, or one region
/// per frame of a scenario; answers with the number of regions.
///
/// The counts themselves are in the profiler's output.
package struct CountInstructions: Question {
  package static let topic = WorkerTopic("count", "instructions")
  package typealias Answer = Int

  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }
}

// MARK: The prepared benchmark

/// Asks for the number of iterations that makes a sample last at least this long.
package struct FindIterations: Question {
  package static let topic = WorkerTopic("sample", "iterations")
  package typealias Answer = Int

  /// An iteration that takes this long, in nanoseconds, is not tried again.
  package static let longestRepeatedNs = 5e9

  package let nanoseconds: Int
  package init(lastingNs nanoseconds: Int) { self.nanoseconds = nanoseconds }

  /// The number of iterations to try next, after `iterations` took less time than wanted.
  ///
  /// 10 % more than the times' ratio suggests, because the next sample may run a little faster; at
  /// most tenfold, because the first samples are cold.
  package static func next(after iterations: Int, lastingNs: Double, wantedNs: Double) -> Int {
    let factor = min(10, max(1.1, 1.1 * wantedNs / max(lastingNs, 1)))
    return Int((Double(iterations) * factor).rounded(.up))
  }
}

/// Takes `count` samples of `iterations` iterations each, made slower by a share of their own time.
package struct TakeSamples: Question {
  package static let topic = WorkerTopic("sample", "times")
  package typealias Answer = [Sample]

  package let count, iterations: Int
  package let share: Double
  package init(_ count: Int, iterations: Int, slowedBy share: Double = 0) {
    self.count = count
    self.iterations = iterations
    self.share = share
  }
}

/// Asks for the total allocations of `iterations` iterations.
package struct CountAllocations: Question {
  package static let topic = WorkerTopic("count", "allocations")
  package typealias Answer = Allocations

  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }
}

/// Asks which calls request memory in a benchmark's iterations, or in all frames of a scenario.
///
/// Unavailable in a process without the counting library.
package struct RememberAllocations: Question {
  package static let topic = WorkerTopic("count", "callers")
  package typealias Answer = CallTraces

  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }
}

/// Samples the call stack during a benchmark's iterations or a scenario's frames.
///
/// Unavailable if the system cannot sample.
package struct SampleCalls: Question {
  package static let topic = WorkerTopic("sample", "calls")
  package typealias Answer = CallTraces

  package let nanoseconds: Int
  package init(lastingNs nanoseconds: Int) { self.nanoseconds = nanoseconds }
}

/// Asks for the kernel's counts in `iterations` iterations of a benchmark, or in the frames of a
/// scenario at each of these rates.
package struct CountKernel: Question {
  package static let topic = WorkerTopic("count", "kernel")
  package typealias Answer = KernelCounts

  package let iterations: Int
  package let rates: [RefreshRate]
  package init(iterations: Int, at rates: [RefreshRate] = []) {
    self.iterations = iterations
    self.rates = rates
  }
}

/// Asks for the values that the benchmark records, by the metric's name and in order; a metric that
/// it does not record has none.
package struct RecordMetrics: Question {
  package static let topic = WorkerTopic("count", "metrics")
  package typealias Answer = [String: [Double]]

  /// The maximum number of values that are kept of one metric; further ones are dropped.
  package static let mostValues = 10_000

  package let metrics: [CustomMetric]
  package let iterations: Int
  package init(_ metrics: [CustomMetric], iterations: Int) {
    self.metrics = metrics
    self.iterations = iterations
  }
}
