import BenchmarkModel
import BenchmarkResults
import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

/// What a run does by default, quick or not.
@Suite("Workload")
struct WorkloadTests {
  @Test("A quick run takes less time for everything than a normal one")
  func effort() {
    let (quick, normal) = (Effort.quick, Effort.normal)
    let traits = BenchmarkTraits()
    #expect(quick.samplingTime(of: traits) == .milliseconds(10))
    #expect(normal.samplingTime(of: traits) == .milliseconds(300))
    #expect(quick.warmUpLimit(of: traits) == .milliseconds(10))
    #expect(normal.warmUpLimit(of: traits) == .milliseconds(100))
    #expect(quick.shortestSample == .microseconds(480))
    #expect(normal.shortestSample == .microseconds(1_200))
    #expect(quick.scenarioTime == .seconds(3))
    #expect(normal.scenarioTime == nil)
    #expect(quick.launches * quick.repetitions == 20)
    #expect(normal.launches * normal.repetitions == 20)
    #expect(normal.launches == 2)
  }

  @Test(
    "A benchmark's own metrics are measured unless others were named",
    arguments: [
      (nil, true), ([], false), (MetricChoice([], custom: ["hits"]), true),
      (MetricChoice([.wallClock], custom: ["misses"]), false),
    ] as [(MetricChoice?, Bool)])
  func customMetrics(metrics: MetricChoice?, isMeasured: Bool) {
    let workload = Workload { $0.chosenMetrics = metrics }
    #expect(workload.measures(CustomMetric("hits")) == isMeasured)
  }

  @Test(
    "What gates limit is counted unless metrics were named",
    arguments: [
      (nil, [.syscalls], true), ([], [], false), ([.pageFaults], [.pageFaults], false),
      ([.instructions], [], true),
    ] as [(MetricChoice?, [Metric], Bool)])
  func limitedMetrics(named: MetricChoice?, wanted: [Metric], countsInstructions: Bool) {
    var workload = Workload { $0.chosenMetrics = named }
    let gates = [BenchmarkGate.count(.syscalls, atMost: 1), .count(.instructions, atMost: 1)]
    #expect(workload.kernelMetrics(limitedBy: gates) == wanted)
    #expect(workload.countsInstructions(limitedBy: gates) == countsInstructions)
    workload.chosenMetrics = nil
    #expect(workload.kernelMetrics() == [])
    #expect(!workload.countsInstructions())
  }

  @Test("Work per operation is recorded where a benchmark states it")
  func operations() {
    for (stated, recorded) in [(0, nil), (1, 1)] as [(Int, Int?)] {
      let listed = ListedBenchmark(
        name: "a", runsByDefault: true, location: SourceLocation(file: "a.swift", line: 1),
        work: .benchmark(
          BenchmarkOptions(bytesPerOperation: stated, flopsPerOperation: stated).traits))
      guard case .benchmark(let result) = BenchmarkResult(listed, Workload()).body else {
        Issue.record("no benchmark")
        continue
      }
      #expect(result.bytesPerOperation == recorded)
      #expect(result.flopsPerOperation == recorded)
    }
  }

  @Test("Equal counts are one value, different ones are all kept")
  func counts() {
    for (values, kept) in [([2, 2, 2], [2]), ([2, 3, 2], [2, 3, 2])] as [([Double], [Double])] {
      let counts = Measured<MetricResult>.counts(values, of: .mallocCountTotal).value
      #expect(counts?.samples == kept)
      let recorded = Measured<MetricResult>.recorded(values, of: CustomMetric("hits")).value
      #expect(recorded?.samples == kept)
    }
  }
}
