import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameTiming

/// The counters of benchmarks on both sides, counted one after the other: they repeat exactly.
struct LockstepCounters {
  private let settings: LockstepSettings
  private let baseline, candidate: InstructionPass

  /// Lets `body` use counters of both sides' programs.
  ///
  /// - Throws: What `body` throws.
  static func with<Value: Sendable>(
    _ settings: LockstepSettings, _ body: (LockstepCounters) async throws -> Value
  ) async throws -> Value {
    guard settings.comparesInstructions else {
      let none = InstructionPass(absent: "not compared")
      return try await body(
        LockstepCounters(settings: settings, baseline: none, candidate: none))
    }
    let launches = settings.executables
    return try await InstructionPass.with(settings.launch(launches.baseline)) { baseline in
      try await InstructionPass.with(settings.launch(launches.candidate)) { candidate in
        try await body(
          LockstepCounters(settings: settings, baseline: baseline, candidate: candidate))
      }
    }
  }

  /// A benchmark's entries, one per counter and, for scenarios, per rate; absent where nothing can count.
  ///
  /// - Throws: ``SideFailure``, `CancellationError`.
  func entries(
    _ old: ListedBenchmark, _ new: ListedBenchmark
  ) async throws -> [ComparisonEntry] {
    Comparison.counters(
      baseline: try await result(old, .baseline, settings.executables.baseline, baseline),
      candidate: try await result(new, .candidate, settings.executables.candidate, candidate),
      settings: settings.comparison)
  }

  private func result(
    _ listed: ListedBenchmark, _ side: ComparisonEntry.Side, _ executable: String,
    _ pass: InstructionPass
  ) async throws -> BenchmarkResult {
    do {
      return try await LockstepCount(
        listed: listed, settings: settings, executable: executable, instructionPass: pass
      ).result()
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      throw SideFailure(side: side, cause: failure)
    }
  }
}

/// The counters of a benchmark on one side.
private struct LockstepCount {
  /// Iterations whose allocations are counted together.
  private static let iterations = 10

  private static let allocationMetrics: [Metric] = [.mallocBytesCount, .mallocCountTotal]

  let listed: ListedBenchmark
  let settings: LockstepSettings
  let executable: String
  let instructionPass: InstructionPass

  func result() async throws -> BenchmarkResult {
    switch listed.kind {
    case .scenario:
      var costs: [FrameCosts] = []
      for rate in settings.rates { costs.append(try await frames(at: rate)) }
      return BenchmarkResult(
        name: listed.name, variant: listed.variant, .scenario(ScenarioResult(frames: .value(costs)))
      )
    case .benchmark:
      var timed = TimedResult()
      if settings.comparesAllocations { timed.metrics = try await allocations() }
      if settings.comparesInstructions {
        timed.metrics[Metric.instructions.name] = try await instructions()
      }
      return BenchmarkResult(name: listed.name, variant: listed.variant, .benchmark(timed))
    }
  }

  private func ask(
    _ request: WorkerRequest, at rate: RefreshRate = .hz60
  ) async throws -> WorkerResponse {
    guard let path = Jemalloc.path else { throw Unavailable(Jemalloc.absence) }
    let launch = settings.launch(executable, on: .jemalloc(path: path))
    return try await WorkerProcess.with(launch) { worker in
      let parameters = settings.parameters(of: listed, at: rate)
      _ = try await worker.ask(.prepare(name: listed.name, parameters: parameters))
      return try await worker.ask(request)
    }
  }
}

extension LockstepCount {
  private func allocations() async throws -> [String: Recorded<MetricResult>] {
    do {
      let answer = try await ask(.countAllocations(iterations: Self.iterations))
      guard case .allocations(let total, let iterations) = answer else {
        throw WorkerFailure.unexpected(answer)
      }
      let operations = Double(iterations) * Double(listed.operations ?? 1)
      return [
        Metric.mallocBytesCount.name: .samples(
          [Double(total.bytes) / operations], of: .mallocBytesCount),
        Metric.mallocCountTotal.name: .samples(
          [Double(total.count) / operations], of: .mallocCountTotal),
      ]
    } catch let absence as Unavailable {
      return .unavailable(Self.allocationMetrics, absence)
    }
  }

  private func instructions() async throws -> Recorded<MetricResult> {
    do {
      let counted = try await instructionPass.regions(
        of: listed.name, parameters: ScenarioParameters(),
        .countInstructions(iterations: InstructionPass.iterations))
      return counted.perOperation(of: listed.operations ?? 1)
    } catch let absence as Unavailable {
      return .unavailable(absence.reason)
    }
  }
}

extension LockstepCount {
  private func frames(at rate: RefreshRate) async throws -> FrameCosts {
    var costs = FrameCosts(
      rate: rate, workNs: [], intervalNs: [], mallocCountTotal: .notCompared,
      mallocBytesCount: .notCompared, repetitions: 1)
    if settings.comparesAllocations {
      let allocations = try await frameAllocations(at: rate)
      costs.mallocCountTotal = allocations.map { $0.map { Int64($0.count) } }
      costs.mallocBytesCount = allocations.map { $0.map { Int64($0.bytes) } }
    }
    if settings.comparesInstructions {
      costs.instructions = try await frameInstructions(at: rate)
    }
    return costs
  }

  private func frameAllocations(at rate: RefreshRate) async throws -> Recorded<[Allocations]> {
    do {
      let answer = try await ask(.countFrameAllocations(refreshRate: rate), at: rate)
      guard case .frameAllocations(let allocations) = answer else {
        throw WorkerFailure.unexpected(answer)
      }
      return .value(allocations)
    } catch let absence as Unavailable {
      return .unavailable(absence.reason)
    }
  }

  private func frameInstructions(at rate: RefreshRate) async throws -> Recorded<[Int64]> {
    do {
      return .value(
        try await instructionPass.regions(
          of: listed.name, parameters: settings.parameters(of: listed, at: rate),
          .countFrameInstructions(refreshRate: rate)
        ).instructions)
    } catch let absence as Unavailable {
      return .unavailable(absence.reason)
    }
  }
}

extension Recorded<[Int64]> {
  fileprivate static let notCompared = Recorded.unavailable("not compared")
}
