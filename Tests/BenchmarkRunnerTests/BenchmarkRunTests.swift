import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import FrameSignposts
import FrameTiming
import Testing

@testable import BenchmarkRunner

@Suite("Runs")
struct BenchmarkRunTests {
  /// A worker whose frames take a microsecond and mark one interval, and which remembers how often
  /// it played them.
  private actor MarkingWorker: WorkerConnection {
    nonisolated let hello = InProcessConnection(registry: BenchmarkRegistry()).hello
    private(set) var coldRepetitions = 0
    private(set) var recordings = 0

    func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
      switch request {
      case .frames(_, let repetitions, let state, _):
        if state == .cold { coldRepetitions += repetitions }
        return .frames(Array(repeating: [1_000, 1_000], count: repetitions))
      case .referenceFrames(let count, _):
        return .frames([Array(repeating: 500, count: count)])
      case .memory: return .memory(peakBytes: 1 << 20)
      case .recordSignposts:
        recordings += 1
        let frame = SignpostRecording.Frame(durationNs: 1_000, intervals: [])
        return .signposts(SignpostRecording(names: ["layout"], frames: [frame, frame]))
      default: return .prepared
      }
    }
  }

  private struct Silent: BenchmarkRun.Observer {
    func begins(_ name: String, index: Int, count: Int) {}
    func finished(_ result: BenchmarkResult) throws {}
  }

  @Test(
    "A quick run plays fewer cold repetitions, and records no signposts",
    arguments: [
      (effort: RunSettings.Effort.quick, cold: 1, recordings: 0), (.normal, 6, 1),
    ])
  func effort(effort: RunSettings.Effort, cold: Int, recordings: Int) async throws {
    let worker = try await worker(after: effort)

    #expect(await worker.coldRepetitions == cold)
    #expect(await worker.recordings == recordings)
  }

  @Test(
    "A budget in reference frames is not exceeded by a few repetitions alone",
    arguments: [
      (effort: RunSettings.Effort.quick, factor: 3.0, cold: 1), (.quick, 1.5, 20),
      (.normal, 3, 6), (.normal, 1.5, 20),
    ])
  func referenceBudget(effort: RunSettings.Effort, factor: Double, cold: Int) async throws {
    // A frame takes as long as two reference frames.
    let worker = try await worker(
      after: effort, budget: .laterFrameWork(timesReference: factor))

    #expect(await worker.coldRepetitions == cold)
  }

  @Test("A quick run takes no longer for a benchmark than usual, whatever it asks for")
  func samplingTime() {
    let usual = BenchmarkTraits()
    let slow = BenchmarkTraits(samplingTime: .seconds(2), warmUpTime: .seconds(1))
    let fast = BenchmarkTraits(samplingTime: .milliseconds(2), warmUpTime: .milliseconds(1))

    for effort in [RunSettings.Effort.quick, .normal] {
      #expect(effort.samplingTime(of: fast) == .milliseconds(2))
      #expect(effort.warmUpLimit(of: fast) == .milliseconds(1))
    }
    #expect(RunSettings.Effort.normal.samplingTime(of: slow) == .seconds(2))
    #expect(RunSettings.Effort.normal.warmUpLimit(of: slow) == .seconds(1))
    #expect(
      RunSettings.Effort.quick.samplingTime(of: slow)
        == RunSettings.Effort.quick.samplingTime(of: usual))
    #expect(
      RunSettings.Effort.quick.warmUpLimit(of: slow)
        == RunSettings.Effort.quick.warmUpLimit(of: usual))
  }

  /// The worker of a run of a scenario with a budget.
  private func worker(
    after effort: RunSettings.Effort, budget: FrameBudget? = nil
  ) async throws -> MarkingWorker {
    // Without layers, no capacity is estimated from more frames.
    let measuring = MeasuringSettings(rates: [.hz60], layers: 0, chosenMetrics: [.cpuTotal])
    let worker = MarkingWorker()
    let run = BenchmarkRun(
      RunSettings(measuring, effort: effort), workers: WorkerSource(inProcess: { worker }),
      clockCostNs: 0)
    let scenario = ListedBenchmark(
      name: "fade", runsByDefault: true, location: SourceLocation(file: "fade.swift", line: 1),
      work: .scenario(
        ScenarioTraits(duration: .milliseconds(30), budgets: budget.map { [$0] } ?? [])))
    try await run.measure([scenario], observer: Silent())
    return worker
  }
}
