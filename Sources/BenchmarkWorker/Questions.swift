package import BenchmarkHarness
package import BenchmarkModel
import CMeasure
package import FrameTiming

extension Worker {
  /// What any worker answers, and one that has a benchmark ready.
  static let questions: [any Question.Type] = [
    ListBenchmarks.self, MeasureOverhead.self, PeakMemory.self, PinToCore.self,
    TimeReferenceFrames.self, Prepare.self, CountInstructions.self, FindIterations.self,
    TakeSamples.self, CountAllocations.self, RememberAllocations.self, SampleCalls.self,
    CountKernel.self, RecordMetrics.self, Branch.self, Bye.self,
  ]
}

// MARK: The worker itself

package struct ListBenchmarks: Question {
  package init() {}
  package func answer(_ worker: Worker) -> BenchmarkListing { worker.registry.listing }

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
  package init() {}

  package func answer(_ worker: Worker) -> HarnessOverhead {
    FrameSampler.measureOverhead(counter: worker.counter)
  }

  package func accepts(_ overhead: HarnessOverhead) -> Bool {
    [overhead.clockAlone, overhead.threadClock, overhead.allCounters]
      .allSatisfy { Plausible.times([$0.minimumNs, $0.medianNs, $0.p99Ns]) }
      && Plausible.count(overhead.bytesPerFrame ?? 0)
  }
}

/// The most memory that the process has used at once, in bytes; nil if the system does not say.
package struct PeakMemory: Question {
  package init() {}

  package func answer(_ worker: Worker) -> Int? {
    let bytes = Int(framegate_peak_memory())
    return bytes > 0 ? bytes : nil
  }

  package func accepts(_ bytes: Int?) -> Bool {
    bytes.map { $0 > 0 && Plausible.count($0) } ?? true
  }
}

/// Runs on this core only; unavailable where the system does not allow that.
package struct PinToCore: Question {
  package let core: Int
  package init(_ core: Int) { self.core = core }

  package func answer(_ worker: Worker) throws -> Done {
    guard framegate_pin_to_core(Int32(clamping: core)) == 0 else {
      throw Unavailable("the system does not let a process run on core \(core) alone")
    }
    return .done
  }
}

/// Thread CPU time of the reference frame in nanoseconds, `count` times, with the clock's cost.
///
/// Needs nothing prepared; unavailable where caches cannot be made cold.
package struct TimeReferenceFrames: Question {
  package let count: Int
  package let state: CacheState
  package init(_ count: Int, _ state: CacheState) {
    self.count = count
    self.state = state
  }

  package func answer(_ worker: Worker) throws -> [Int64] {
    try worker.reference.sample(count, state)
  }
  package func accepts(_ times: [Int64]) -> Bool { times.count == count && Plausible.times(times) }
}

/// Builds the benchmark or scenario called `name`; unavailable where it cannot run.
///
/// Only scenarios use the parameters.
package struct Prepare: Question {
  package let name: String
  package let parameters: ScenarioParameters
  package init(_ name: String, _ parameters: ScenarioParameters = ScenarioParameters()) {
    self.name = name
    self.parameters = parameters
  }

  package func answer(_ worker: Worker) throws -> Done {
    try worker.prepare(name, parameters)
    return .done
  }
}

/// Runs an empty counted region, then one with all iterations of a benchmark, or one with each
/// frame of a scenario, and answers with their number.
///
/// The profiler has the counts.
package struct CountInstructions: Question {
  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }

  package func answer(_ worker: Worker) throws -> Int {
    guard let (work, parameters) = worker.preparedScenario else {
      return try worker.loop.runCounted(iterations: iterations)
    }
    return try FrameSampler(work, parameters: parameters).runCounted()
  }

  package func accepts(_ regions: Int) -> Bool { Plausible.count(regions) }
}

// MARK: The prepared benchmark

/// The number of iterations that makes a sample last at least this long.
package struct FindIterations: Question {
  package let nanoseconds: Int
  package init(lastingNs nanoseconds: Int) { self.nanoseconds = nanoseconds }

  package func answer(_ worker: Worker) throws -> Int {
    try worker.loopSampler.iterations(lasting: Double(nanoseconds))
  }
  package func accepts(_ iterations: Int) -> Bool { Plausible.count(iterations) && iterations > 0 }
}

/// `count` samples of `iterations` iterations each, made slower by a share of their own time.
package struct TakeSamples: Question {
  package let count, iterations: Int
  package let share: Double
  package init(_ count: Int, iterations: Int, slowedBy share: Double = 0) {
    self.count = count
    self.iterations = iterations
    self.share = share
  }

  package func answer(_ worker: Worker) throws -> [Sample] {
    let sampler = try worker.loopSampler
    return try (0..<count).map { _ in try sampler.sample(iterations: iterations, slowedBy: share) }
  }

  package func accepts(_ samples: [Sample]) -> Bool {
    samples.count == count && samples.allSatisfy { Plausible.times($0.wallNs, $0.cpuNs) }
  }
}

/// The allocations of `iterations` iterations together.
package struct CountAllocations: Question {
  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }

  package func answer(_ worker: Worker) throws -> Allocations {
    let counter = try worker.countingAllocator
    return try worker.loop.countAllocations(iterations, with: counter)
  }

  package func accepts(_ total: Allocations) -> Bool { Plausible.allocations(total) }
}

/// Who requests memory in `iterations` iterations of a benchmark, or in all frames of a scenario.
///
/// Unavailable in a process without the counting library.
package struct RememberAllocations: Question {
  package let iterations: Int
  package init(iterations: Int) { self.iterations = iterations }

  package func answer(_ worker: Worker) throws -> CallTraces {
    try CallTraces.checkCanRemember()
    guard let (work, parameters) = worker.preparedScenario else {
      return try worker.loop.rememberAllocations(iterations: iterations)
    }
    return try FrameSampler(work, parameters: parameters).rememberAllocations()
  }

  package func accepts(_ found: CallTraces) -> Bool { Plausible.calls(found) }
}

/// Where a benchmark's iterations or a scenario's frames are when they are sampled.
///
/// Unavailable where nothing can sample.
package struct SampleCalls: Question {
  /// Iterations between two looks at the clock last this long.
  private static let roundNs = 5e6

  package let nanoseconds: Int
  package init(lastingNs nanoseconds: Int) { self.nanoseconds = nanoseconds }

  package var ownTime: Duration { .nanoseconds(nanoseconds) }

  package func answer(_ worker: Worker) throws -> CallTraces {
    guard let (work, parameters) = worker.preparedScenario else {
      let iterations = try worker.loopSampler.iterations(lasting: Self.roundNs)
      return try worker.loop.sampleCalls(iterations: iterations, lasting: nanoseconds)
    }
    return try FrameSampler(work, parameters: parameters).sampleCalls(lasting: nanoseconds)
  }

  package func accepts(_ found: CallTraces) -> Bool { Plausible.calls(found) }
}

/// What the kernel does in `iterations` iterations of a benchmark, or in the frames of a scenario
/// at each of these rates.
package struct CountKernel: Question {
  package let iterations: Int
  package let rates: [RefreshRate]
  package init(iterations: Int, at rates: [RefreshRate] = []) {
    self.iterations = iterations
    self.rates = rates
  }

  package func answer(_ worker: Worker) throws -> KernelCounts {
    guard worker.preparedScenario != nil else {
      return try KernelCounts(of: worker.loop, iterations)
    }
    return try KernelCounts(of: rates.map(worker.frameSampler))
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
  package let metrics: [CustomMetric]
  package let iterations: Int
  package init(_ metrics: [CustomMetric], iterations: Int) {
    self.metrics = metrics
    self.iterations = iterations
  }

  package func answer(_ worker: Worker) throws -> [String: [Double]] {
    try worker.loop.record(metrics, iterations: iterations)
  }

  package func accepts(_ values: [String: [Double]]) -> Bool {
    values.allSatisfy { name, values in
      metrics.contains { $0.name == name } && values.count <= MetricRecorder.mostValues
        && values.allSatisfy { (0...CustomMetric.largestValue).contains($0) }
    }
  }
}

// MARK: Copies of the process

/// Continues in a copy of this process, and answers with its identifier.
///
/// The copy ends with ``Bye``, and the next ``Branch`` copies the original again.
///
/// A profiler like valgrind takes seconds to start. It is started once for many benchmarks, and
/// each of them still runs in a process that has done nothing yet.
package struct Branch: Question {
  package init() {}

  package func answer(_ worker: Worker) throws -> Int32 {
    // `serve()` handles branches; in the tool's own process there is nothing to copy.
    throw WorkerError.cannotBranch
  }
  package func accepts(_ processIdentifier: Int32) -> Bool { true }
}

package struct Bye: Question {
  package init() {}
  package func answer(_ worker: Worker) -> Done { .done }
}
