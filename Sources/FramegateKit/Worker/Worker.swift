import BenchmarkModel
import FrameModel
package import WorkerProtocol

/// Answers the tool's questions, in whatever process it runs.
package final class Worker {
  let registry: BenchmarkRegistry
  let counter = AllocationCounter()
  private var prepared: Prepared?

  /// Created when times are first asked for, because measuring the empty loop takes a while.
  private var sampler: LoopSampler?

  /// Built once, so that its place in memory does not change.
  lazy var reference = ReferenceFrame()

  /// The started scene; some of its frames may have been rendered.
  var scene: StartedScene?

  /// The kept values of the answer that was recorded last.
  var answerValues: [AnswerValue] = []

  private enum Prepared {
    case benchmark(MeasuredLoop)
    case scenario(PreparedScenario)
  }

  package init(registry: BenchmarkRegistry) { self.registry = registry }

  package var hello: WorkerHello {
    WorkerHello(
      cooling: CacheState.cooling, library: ToolVersion.current, compiler: Self.compiler,
      build: Self.build,
      allocator: counter?.name ?? WorkerHello.systemAllocator,
      clockResolutionNs: Clock.threadCPUResolution)
  }

  /// Whether the prepared work may wait for the main actor, so that the worker must not block the
  /// main thread.
  ///
  /// If false, the work may belong to the main actor, and runs on the main thread.
  package private(set) var isAsync = false

  /// Releases what was prepared last, before the benchmark or scenario `name` is prepared.
  ///
  /// Call it on the thread that measured the released work.
  package func forget(before name: String) {
    prepared = nil
    sampler = nil
    scene = nil
    answerValues = []
    isAsync = registry.entry(named: name)?.isAsync ?? false
  }

  /// Answers a question; turns every error into a reply.
  package func answer<Asked: Question>(_ question: Asked) -> WorkerReply<Asked.Answer> {
    guard let known = question as? any AnsweredQuestion else {
      return .unknown(question: Asked.name)
    }
    do {
      for case (_, let count as Int) in Mirror(reflecting: question).children where count < 0 {
        throw WorkerError.notACount(count)
      }
      guard let answer = try known.answer(self) as? Asked.Answer else {
        preconditionFailure("The answer to '\(Asked.name)' is of another type")
      }
      return .answer(answer)
    } catch let unavailable as Unavailable {
      return .unavailable(reason: unavailable.reason)
    } catch { return .failed(reason: String(describing: error)) }
  }
}

extension Worker {
  /// Prepares a benchmark, or a scenario with its default scene and variant.
  func prepare(_ name: String) throws {
    var parameters = ScenarioParameters()
    if case .scenario(let work)? = registry.entry(named: name)?.work {
      parameters = work.traits.standardParameters
    }
    try prepare(name, parameters)
  }

  func prepare(
    _ name: String, _ parameters: ScenarioParameters, mostFrames: Int? = nil
  ) throws {
    guard let entry = registry.entry(named: name) else { throw WorkerError.unknownBenchmark(name) }
    forget(before: name)
    switch entry.work {
    case .benchmark(let makeLoop): prepared = .benchmark(try makeLoop())
    case .scenario(let work):
      let offered = work.traits.variants
      guard offered.isEmpty || offered.contains(where: { $0 == parameters.variant }) else {
        throw WorkerError.unknownVariant(parameters.variant, of: name, offered: offered)
      }
      let scenes = work.traits.scenes
      guard scenes.isEmpty || scenes.contains(where: { $0 == parameters.scene }) else {
        throw WorkerError.unknownScene(parameters.scene, of: name, offered: scenes)
      }
      prepared = .scenario(
        PreparedScenario(work: work, parameters: parameters, mostFrames: mostFrames))
    }
  }

  var loop: MeasuredLoop {
    get throws {
      guard case .benchmark(let loop) = prepared else {
        throw WorkerError.nothingPrepared(.benchmark)
      }
      return loop
    }
  }

  var loopSampler: LoopSampler {
    get throws {
      if let sampler { return sampler }
      let made = try LoopSampler(try loop)
      sampler = made
      return made
    }
  }

  /// The prepared scenario, or nil if a benchmark or nothing is prepared.
  var preparedScenario: PreparedScenario? {
    guard case .scenario(let scenario) = prepared else { return nil }
    return scenario
  }

  var scenario: PreparedScenario {
    get throws {
      guard let preparedScenario else { throw WorkerError.nothingPrepared(.scenario) }
      return preparedScenario
    }
  }

  var countingAllocator: AllocationCounter {
    get throws {
      guard let counter else {
        throw Unavailable("nothing is preloaded into this process that counts allocations")
      }
      return counter
    }
  }

  func frameSampler(at rate: RefreshRate) throws -> FrameSampler {
    var scenario = try scenario
    scenario.parameters.refreshRate = rate
    return scenario.frames
  }
}

/// A prepared scenario, and the parameters that its scenes are built with.
struct PreparedScenario {
  let work: ScenarioWork
  var parameters: ScenarioParameters

  /// The number of frames to measure, from the first, or nil for all.
  let mostFrames: Int?
}

extension PreparedScenario {
  /// A sampler of its frames, at the rate of its parameters.
  var frames: FrameSampler {
    FrameSampler(work, parameters: parameters, mostFrames: mostFrames)
  }

  /// A new scene.
  func makeScene() throws -> Scenario { try work.makeScenario(parameters) }
}
