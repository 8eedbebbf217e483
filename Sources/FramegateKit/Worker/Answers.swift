import BenchmarkModel
import CMeasure
import FrameModel
import WorkerProtocol

// The answers of a worker about itself and about the prepared benchmark.

extension ListBenchmarks: AnsweredQuestion {
  func answer(_ worker: Worker) -> BenchmarkListing { worker.registry.listing }
}

extension MeasureOverhead: AnsweredQuestion {
  func answer(_ worker: Worker) -> HarnessOverhead {
    FrameSampler.measureOverhead(counter: worker.counter)
  }
}

extension PeakMemory: AnsweredQuestion {
  func answer(_ worker: Worker) -> Int? {
    let bytes = Int(framegate_peak_memory())
    return bytes > 0 ? bytes : nil
  }
}

extension PinToCore: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Done {
    guard framegate_pin_to_core(Int32(clamping: core)) == 0 else {
      throw Unavailable("the system does not let a process run on core \(core) alone")
    }
    return .done
  }
}

extension TimeReferenceFrames: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [Int64] {
    try worker.reference.sample(count, state)
  }
}

extension Prepare: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Done {
    try worker.prepare(name, parameters, mostFrames: mostFrames)
    return .done
  }
}

extension CountInstructions: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Int {
    guard let frames = worker.preparedScenario?.frames else {
      return try worker.loop.runCounted(iterations: iterations)
    }
    return try frames.runCounted()
  }
}

extension FindIterations: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Int {
    try worker.loopSampler.iterations(lasting: Double(nanoseconds))
  }
}

extension TakeSamples: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [Sample] {
    let sampler = try worker.loopSampler
    return try (0..<count).map { _ in try sampler.sample(iterations: iterations, slowedBy: share) }
  }
}

extension CountAllocations: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> Allocations {
    let counter = try worker.countingAllocator
    return try worker.loop.countAllocations(iterations, with: counter)
  }
}

extension RememberAllocations: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> CallTraces {
    try CallTraces.checkCanRemember()
    guard let frames = worker.preparedScenario?.frames else {
      return try worker.loop.rememberAllocations(iterations: iterations)
    }
    return try frames.rememberAllocations()
  }
}

extension SampleCalls: AnsweredQuestion {
  /// The time between two checks of the clock, in nanoseconds.
  private var roundNs: Double { 5e6 }

  func answer(_ worker: Worker) throws -> CallTraces {
    guard let frames = worker.preparedScenario?.frames else {
      let iterations = try worker.loopSampler.iterations(lasting: roundNs)
      return try worker.loop.sampleCalls(iterations: iterations, lasting: nanoseconds)
    }
    return try frames.sampleCalls(lasting: nanoseconds)
  }
}

extension CountKernel: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> KernelCounts {
    guard worker.preparedScenario != nil else {
      return try KernelCounts(of: worker.loop, iterations)
    }
    return try KernelCounts(of: rates.map(worker.frameSampler))
  }
}

extension RecordMetrics: AnsweredQuestion {
  func answer(_ worker: Worker) throws -> [String: [Double]] {
    try worker.loop.record(metrics, iterations: iterations)
  }
}
