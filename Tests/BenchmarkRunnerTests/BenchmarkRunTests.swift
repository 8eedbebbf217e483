import BenchmarkModel
import BenchmarkResults
import FrameSignposts
import FrameTiming
import FramegateKit
import TestSupport
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Runs")
struct BenchmarkRunTests {
  /// How often a worker played frames with cold caches, and recorded signposts.
  private struct Played {
    var coldRepetitions = 0
    var recordings = 0
  }

  private struct Silent: BenchmarkRun.Observer {
    var results = Locked<[BenchmarkResult]>([])

    func begins(_ name: String, index: Int, count: Int) {}
    func fillsMemory(_ name: String, bytes: Int) {}
    func finished(_ result: BenchmarkResult) throws { results.withLock { $0.append(result) } }
  }

  @Test(
    "A quick run plays fewer cold repetitions, and records no signposts",
    arguments: [
      (effort: Effort.quick, cold: 1, recordings: 0), (.normal, 6, 1),
    ])
  func effort(effort: Effort, cold: Int, recordings: Int) async throws {
    let played = try await played(after: effort)

    #expect(played.coldRepetitions == cold)
    #expect(played.recordings == recordings)
  }

  @Test(
    "A budget in reference frames is not exceeded by a few repetitions alone",
    arguments: [
      (effort: Effort.quick, factor: 3.0, cold: 1), (.quick, 1.5, 20),
      (.normal, 3, 6), (.normal, 1.5, 20),
    ])
  func referenceBudget(effort: Effort, factor: Double, cold: Int) async throws {
    // A frame takes as long as two reference frames.
    let played = try await played(
      after: effort, budget: .laterFrameWork(timesReference: factor))

    #expect(played.coldRepetitions == cold)
  }

  @Test("A result has what the worker says about how it makes frames cold, or that it does not say")
  func cooling() async throws {
    let told = WorkerHello.Cooling(method: "sleepOnly", sleepNs: 7)
    for (cooling, method, sleepNs) in [(told, "sleepOnly", 7), (nil, "unknown", nil)] {
      let results = Locked<[BenchmarkResult]>([])
      _ = try await played(after: .quick, cooling: cooling, observer: Silent(results: results))

      let costs = try #require(results.withLock { $0 }.first?.frames.first)
      #expect(costs.cooling == Cooling(method: method, sleepNs: sleepNs, repetitions: 1))
    }
  }

  @Test("A quick run takes no longer for a benchmark than usual, whatever it asks for")
  func samplingTime() {
    let usual = BenchmarkTraits()
    let slow = BenchmarkTraits(samplingTime: .seconds(2), warmUpTime: .seconds(1))
    let fast = BenchmarkTraits(samplingTime: .milliseconds(2), warmUpTime: .milliseconds(1))

    for effort in [Effort.quick, .normal] {
      #expect(effort.samplingTime(of: fast) == .milliseconds(2))
      #expect(effort.warmUpLimit(of: fast) == .milliseconds(1))
    }
    #expect(Effort.normal.samplingTime(of: slow) == .seconds(2))
    #expect(Effort.normal.warmUpLimit(of: slow) == .seconds(1))
    #expect(
      Effort.quick.samplingTime(of: slow)
        == Effort.quick.samplingTime(of: usual))
    #expect(
      Effort.quick.warmUpLimit(of: slow)
        == Effort.quick.warmUpLimit(of: usual))
  }

  @Test(
    "Counts fewer iterations of a slow benchmark, to end within the time limit",
    arguments: [(seconds: 0.001, iterations: 10), (7, 2), (20, 1)])
  func slowBenchmark(seconds: Double, iterations: Int) async throws {
    let metric = CustomMetric("hits")
    let asked = Locked<[Int]>([])
    let worker = PlayedWorker()
      .answering { (_: FindIterations) in 1 }
      .answering { (question: TakeSamples) in
        Array(repeating: Sample(wallNs: seconds * 1e9, cpuNs: 0), count: question.count)
      }
      .answering { (question: RecordMetrics) in
        asked.withLock { $0.append(question.iterations) }
        return ["hits": Array(repeating: 1, count: question.iterations)]
      }
    let workload = Workload {
      $0.chosenMetrics = MetricChoice([.wallClock], custom: ["hits"])
      $0.timeout = .seconds(60)
    }
    var traits = BenchmarkTraits(samplingTime: .zero, warmUpTime: .zero)
    traits.metrics = [metric]
    let listed = ListedBenchmark(
      name: "sum", runsByDefault: true, location: SourceLocation(file: "sum.swift", line: 1),
      work: .benchmark(traits))

    try await BenchmarkRun(
      workload, .normal, workers: WorkerSource(connectingTo: { worker }), clockCostNs: 0
    ).measure([listed], observer: Silent())

    #expect(asked.withLock { $0 } == [iterations, iterations])
  }

  /// What the worker of a run plays, for a scenario with a budget whose frames take a microsecond
  /// and mark one interval.
  private func played(
    after effort: Effort, budget: FrameBudget? = nil, cooling: WorkerHello.Cooling? = nil,
    observer: Silent = Silent()
  ) async throws -> Played {
    // Without layers, no capacity is estimated from more frames.
    let workload = Workload {
      $0.chosenRates = [.hz60]
      $0.layers = 0
      $0.chosenMetrics = [.cpuTotal]
    }
    let played = Locked(Played())
    var worker = PlayedWorker()
      .answering { (asked: TimeFrames) in
        if asked.state == .cold { played.withLock { $0.coldRepetitions += asked.repetitions } }
        return Array(repeating: [1_000, 1_000], count: asked.repetitions)
      }
      .answering { (asked: TimeReferenceFrames) in Array(repeating: 500, count: asked.count) }
      .answering { (_: PeakMemory) in 1 << 20 }
      .answering { (_: RecordSignposts) in
        played.withLock { $0.recordings += 1 }
        let frame = SignpostRecording.Frame(durationNs: 1_000, intervals: [])
        return SignpostRecording(names: ["layout"], frames: [frame, frame])
      }
    worker.hello = WorkerHello(cooling: cooling)
    let connected = worker
    let run = BenchmarkRun(
      workload, effort, workers: WorkerSource(connectingTo: { connected }),
      clockCostNs: 0)
    let scenario = ListedBenchmark(
      name: "fade", runsByDefault: true, location: SourceLocation(file: "fade.swift", line: 1),
      work: .scenario(
        ScenarioTraits(duration: .milliseconds(30), budgets: budget.map { [$0] } ?? [])))
    try await run.measure([scenario], observer: observer)
    return played.withLock { $0 }
  }
}
