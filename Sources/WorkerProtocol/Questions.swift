package import BenchmarkModel
package import FrameModel

// MARK: The worker itself

package struct ListBenchmarks: Question {
  package static let topic = WorkerTopic("describe")

  package init() {}

  /// Without what registration refuses, and what no tool needs.
  package func accepts(_ listing: BenchmarkListing) -> Bool {
    listing.benchmarks.allSatisfy { listed in
      switch listed.work {
      case .benchmark(let traits):
        traits.operations > 0
          && [traits.operations, traits.bytesPerOperation ?? 0, traits.flopsPerOperation ?? 0]
            .allSatisfy(Plausible.count)
      case .scenario(let traits):
        traits.duration > .zero && traits.duration <= .nanoseconds(Plausible.longestNs)
      }
    }
  }
}

package struct MeasureOverhead: Question {
  package static let topic = WorkerTopic("sample", "overhead")

  package init() {}

  package func accepts(_ overhead: HarnessOverhead) -> Bool {
    [overhead.clockAlone, overhead.threadClock, overhead.allCounters]
      .allSatisfy { Plausible.times([$0.minimumNs, $0.medianNs, $0.p99Ns]) }
      && Plausible.count(overhead.bytesPerFrame ?? 0)
  }
}

/// The maximum memory that the process has used at once, in bytes, or nil if the system does not
/// say.
package struct PeakMemory: Question {
  package static let topic = WorkerTopic("count", "memory")

  package init() {}

  package func accepts(_ bytes: Int?) -> Bool {
    bytes.map { $0 > 0 && Plausible.count($0) } ?? true
  }

  package var answerIfUnknown: Int?? { .some(nil) }
}

/// Runs on this core only; unavailable where the system does not allow that.
package struct PinToCore: Question {
  package static let topic = WorkerTopic("prepare", "core")

  package let core: Int
  package init(_ core: Int) { self.core = core }
}

/// Thread CPU time of the reference frame in nanoseconds, `count` times, with the clock's cost.
///
/// Needs nothing prepared; unavailable where caches cannot be made cold. A worker that has no
/// reference frame has no times.
package struct TimeReferenceFrames: Question {
  package static let topic = WorkerTopic("sample", "reference")

  package let count: Int
  package let state: CacheState
  package init(_ count: Int, _ state: CacheState) {
    self.count = count
    self.state = state
  }

  package func accepts(_ times: [Int64]) -> Bool {
    (times.isEmpty || times.count == count) && Plausible.times(times)
  }

  package var answerIfUnknown: [Int64]? { [] }
}

/// Builds the benchmark or scenario called `name`; unavailable where it cannot run.
///
/// Only scenarios use the parameters.
package struct Prepare: Question {
  package static let topic = WorkerTopic("prepare")

  package let name: String
  package let parameters: ScenarioParameters

  /// How many frames of a scenario the next questions are about, from the first, or nil for all.
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

/// Runs an empty counted region, then one with all iterations of a benchmark, or one with each
/// frame of a scenario, and answers with their number.
///
/// The profiler has the counts.
package struct CountInstructions: Question {
  package static let topic = WorkerTopic("count", "instructions")

  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }

  package func accepts(_ regions: Int) -> Bool { Plausible.count(regions) }
}

// MARK: The prepared benchmark

/// The number of iterations that makes a sample last at least this long.
package struct FindIterations: Question {
  package static let topic = WorkerTopic("sample", "iterations")

  /// An iteration that takes this long is not tried again.
  package static let longestRepeatedNs = 5e9

  package let nanoseconds: Int
  package init(lastingNs nanoseconds: Int) { self.nanoseconds = nanoseconds }

  package func accepts(_ iterations: Int) -> Bool { Plausible.count(iterations) && iterations > 0 }

  /// How many iterations to try after some that lasted for less than wanted.
  ///
  /// 10 % more than the proportion, because the next sample may run a little faster; at most
  /// tenfold, because the first samples are cold.
  package static func next(after iterations: Int, lastingNs: Double, wantedNs: Double) -> Int {
    let factor = min(10, max(1.1, 1.1 * wantedNs / max(lastingNs, 1)))
    return Int((Double(iterations) * factor).rounded(.up))
  }
}

/// `count` samples of `iterations` iterations each, made slower by a share of their own time.
package struct TakeSamples: Question {
  package static let topic = WorkerTopic("sample", "times")

  package let count, iterations: Int
  package let share: Double
  package init(_ count: Int, iterations: Int, slowedBy share: Double = 0) {
    self.count = count
    self.iterations = iterations
    self.share = share
  }

  package func accepts(_ samples: [Sample]) -> Bool {
    samples.count == count
      && samples.allSatisfy { Plausible.times($0.wallNs, $0.cpuNs, $0.waitedNs ?? 0) }
  }
}

/// The allocations of `iterations` iterations together.
package struct CountAllocations: Question {
  package static let topic = WorkerTopic("count", "allocations")

  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }

  package func accepts(_ total: Allocations) -> Bool { Plausible.allocations(total) }
}

/// Who requests memory in `iterations` iterations of a benchmark, or in all frames of a scenario.
///
/// Unavailable in a process without the counting library.
package struct RememberAllocations: Question {
  package static let topic = WorkerTopic("count", "callers")

  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }

  package func accepts(_ found: CallTraces) -> Bool { Plausible.calls(found) }
}

/// Where a benchmark's iterations or a scenario's frames are when they are sampled.
///
/// Unavailable where nothing can sample.
package struct SampleCalls: Question {
  package static let topic = WorkerTopic("sample", "calls")

  package let nanoseconds: Int
  package init(lastingNs nanoseconds: Int) { self.nanoseconds = nanoseconds }

  package var ownTime: Duration { .nanoseconds(nanoseconds) }

  package func accepts(_ found: CallTraces) -> Bool { Plausible.calls(found) }
}

/// What the kernel does in `iterations` iterations of a benchmark, or in the frames of a scenario
/// at each of these rates.
package struct CountKernel: Question {
  package static let topic = WorkerTopic("count", "kernel")

  package let iterations: Int
  package let rates: [RefreshRate]
  package init(iterations: Int, at rates: [RefreshRate] = []) {
    self.iterations = iterations
    self.rates = rates
  }

  package func accepts(_ found: KernelCounts) -> Bool {
    found.counts.values.allSatisfy { counts in
      counts.count == max(1, rates.count) && counts.joined().allSatisfy(Plausible.count)
    }
  }
}

/// What the benchmark records of these metrics, by name, in the order in which it does; nothing for
/// one that it does not record.
package struct RecordMetrics: Question {
  package static let topic = WorkerTopic("count", "metrics")

  /// The maximum number of values that are kept of one metric; those after them are left out.
  package static let mostValues = 10_000

  package let metrics: [CustomMetric]
  package let iterations: Int
  package init(_ metrics: [CustomMetric], iterations: Int) {
    self.metrics = metrics
    self.iterations = iterations
  }

  package func accepts(_ values: [String: [Double]]) -> Bool {
    values.allSatisfy { name, values in
      metrics.contains { $0.name == name } && values.count <= Self.mostValues
        && values.allSatisfy { (0...CustomMetric.largestValue).contains($0) }
    }
  }

  package var answerIfUnknown: [String: [Double]]? { [:] }
}
