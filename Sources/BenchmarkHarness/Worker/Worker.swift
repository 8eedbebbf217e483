import BenchmarkModel
import CMeasure
import FrameTiming
import ViewStates

/// Answers the runner's requests, in whatever process it runs.
package final class Worker {
  private let registry: BenchmarkRegistry
  private let counter = AllocationCounter()
  private var prepared: Prepared?

  /// Created by the first request for times, because it measures the empty loop, which takes a
  /// while.
  private var sampler: LoopSampler?

  /// Built once, so that it stays where it is in memory.
  private lazy var reference = ReferenceFrame()

  /// The scene of which some frames may have been rendered.
  private var scene: StartedScene?

  private enum Prepared {
    case benchmark(MeasuredLoop)
    case scenario(ScenarioWork, ScenarioParameters)
  }

  package init(registry: BenchmarkRegistry) {
    self.registry = registry
  }

  /// The first message of a worker.
  package var hello: WorkerHello {
    WorkerHello(
      protocolVersion: WorkerHello.currentProtocolVersion,
      isDebugBuild: _isDebugAssertConfiguration(),
      allocator: counter == nil ? "system" : "jemalloc",
      clockResolutionNs: Clock.threadCPUResolution)
  }

  /// Whether what is prepared may wait for the main actor, so that it must not keep that busy.
  ///
  /// Everything else may belong to the main actor.
  package private(set) var isAsync = false

  /// Ends what was prepared last, in the place where it was measured, before something else is.
  package func forget(before request: WorkerRequest) {
    guard case .prepare(let name, _) = request else { return }
    prepared = nil
    sampler = nil
    scene = nil
    isAsync = registry.entry(named: name)?.isAsync ?? false
  }

  /// Answers a request; turns every error into an answer.
  package func answer(_ request: WorkerRequest) -> WorkerResponse {
    do {
      return try meet(request)
    } catch let unavailable as Unavailable {
      return .unavailable(reason: unavailable.reason)
    } catch {
      return .failed(reason: String(describing: error))
    }
  }

  private func meet(_ request: WorkerRequest) throws -> WorkerResponse {
    switch request {
    case .list:
      return .list(registry.listing)
    case .prepare(let name, let parameters):
      try prepare(name, parameters)
      return .prepared
    case .calibrate(let nanoseconds):
      return .iterations(try loopSampler.iterations(lasting: Double(nanoseconds)))
    case .sample(let iterations, let count, let share):
      let sampler = try loopSampler
      return .samples(
        try (0..<count).map { _ in try sampler.sample(iterations: iterations, slowedBy: share) })
    case .countAllocations(let iterations):
      return try countAllocations(iterations: iterations)
    case .recordMetrics(let metrics, let iterations):
      return .recordedMetrics(try record(metrics, iterations: iterations))
    case .frames(let rate, let repetitions, let state, let share):
      return .frames(
        try frameSampler(at: rate).sample(repetitions: repetitions, state, slowedBy: share))
    case .referenceFrames(let count, let state):
      return .frames([try reference.sample(count, state)])
    case .countFrameAllocations(let rate):
      return .frameAllocations(try frameSampler(at: rate).count(with: try countingAllocator))
    case .recordSignposts(let rate, let repetitions, let state):
      return .signposts(
        try frameSampler(at: rate).recordSignposts(repetitions: repetitions, state))
    case .countInstructions(let iterations):
      try loop.runCounted(iterations: iterations)
      return .counted(regions: 2)
    case .countFrameInstructions(let rate):
      let sampler = try frameSampler(at: rate)
      try sampler.runCounted()
      return .counted(regions: sampler.countedRegions)
    case .paced(let rate, let seconds):
      return .paced(try pacedRun(at: rate, seconds: seconds), costs: .measure())
    case .inspect(let fractions):
      return .inspected(try inspect(fractions))
    case .review:
      let (work, parameters) = try scenario
      return .reviewed(try work.makeScenario(parameters).review?())
    case .overhead:
      return .overhead(FrameSampler.measureOverhead(counter: counter))
    case .pin(let core):
      guard framegate_pin_to_core(Int32(clamping: core)) == 0 else {
        throw Unavailable("the system does not let a process run on core \(core) alone")
      }
      return .done
    case .startScene(let rate, let state):
      // Only one scene at a time is in memory.
      scene = nil
      scene = try frameSampler(at: rate).start(state)
      return .done
    case .nextFrames(let count, let share):
      return .frames([try nextFrames(count, slowedBy: share)])
    case .memory:
      return .memory(peakBytes: Int(framegate_peak_memory()))
    case .branch:
      // `serve()` handles branches; in the tool's own process there is nothing to copy.
      throw WorkerError.cannotBranch
    case .bye:
      return .done
    }
  }
}

extension Worker {
  private func prepare(_ name: String, _ parameters: ScenarioParameters) throws {
    guard let entry = registry.entry(named: name) else {
      throw WorkerError.unknownBenchmark(name)
    }
    forget(before: .prepare(name: name, parameters: parameters))
    switch entry.work {
    case .benchmark(let makeLoop):
      prepared = .benchmark(try makeLoop())
    case .scenario(let work):
      let offered = work.traits.variants
      guard offered.isEmpty || offered.contains(where: { $0 == parameters.variant }) else {
        throw WorkerError.unknownVariant(parameters.variant, of: name, offered: offered)
      }
      let scenes = work.traits.scenes
      guard scenes.isEmpty || scenes.contains(where: { $0 == parameters.scene }) else {
        throw WorkerError.unknownScene(parameters.scene, of: name, offered: scenes)
      }
      prepared = .scenario(work, parameters)
    }
  }

  private var loop: MeasuredLoop {
    get throws {
      guard case .benchmark(let loop) = prepared else {
        throw WorkerError.nothingPrepared(.benchmark)
      }
      return loop
    }
  }

  private var loopSampler: LoopSampler {
    get throws {
      if let sampler { return sampler }
      let made = try LoopSampler(try loop)
      sampler = made
      return made
    }
  }

  private var scenario: (work: ScenarioWork, parameters: ScenarioParameters) {
    get throws {
      guard case .scenario(let work, let parameters) = prepared else {
        throw WorkerError.nothingPrepared(.scenario)
      }
      return (work, parameters)
    }
  }

  private var countingAllocator: AllocationCounter {
    get throws {
      guard let counter else {
        throw Unavailable("this process does not run on jemalloc")
      }
      return counter
    }
  }

  private func frameSampler(at rate: RefreshRate) throws -> FrameSampler {
    var (work, parameters) = try scenario
    parameters.refreshRate = rate
    return FrameSampler(work, parameters: parameters)
  }

  private func nextFrames(_ count: Int, slowedBy share: Double?) throws -> [Int64] {
    guard scene != nil, count >= 0 else { throw WorkerError.nothingPrepared(.scenario) }
    return scene?.render(count, slowedBy: share) ?? []
  }

  private func countAllocations(iterations: Int) throws -> WorkerResponse {
    let counter = try countingAllocator
    let loop = try loop
    // The first iterations allocate things once (metadata, caches) that no operation repeats.
    try loop.inBatches(2) { try loop.run($0) }
    var total = Allocations(bytes: 0, count: 0)
    loop.part?.meter = .allocations(counter)
    defer { loop.part?.meter = .nothing }
    _ = loop.part?.takeExcluded()
    try loop.inBatches(iterations) { count in
      let start = counter.total
      try loop.run(count)
      let end = counter.total
      let excluded = loop.part?.takeExcluded().allocations ?? Allocations(bytes: 0, count: 0)
      // An asynchronous loop allocates its task.
      try loop.empty(count)
      total = total + (end - start) - excluded - (counter.total - end)
    }
    _ = loop.part?.takeExcluded()
    return .allocations(total, iterations: iterations)
  }

  private func record(
    _ metrics: [CustomMetric], iterations: Int
  ) throws -> [String: [Double]] {
    let loop = try loop
    // What the first iteration finds in caches, no other does.
    try loop.inBatches(1, loop.run)
    return try MetricRecorder.record(metrics) { try loop.inBatches(iterations, loop.run) }
  }

  private func pacedRun(at rate: RefreshRate, seconds: Double) throws -> PacedRecording {
    var (work, parameters) = try scenario
    parameters.refreshRate = rate
    return try PacedScenario(work, parameters: parameters).run(seconds: seconds)
  }

  private func inspect(_ fractions: [Double]) throws -> [[ViewState]] {
    let (work, parameters) = try scenario
    guard let inspect = try work.makeScenario(parameters).inspect else {
      throw WorkerError.cannotInspect
    }
    return try inspect(fractions)
  }
}
