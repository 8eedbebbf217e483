import BenchmarkHarness
import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import FrameSignposts
import FrameTiming
import FramegateKit
import ViewStates

extension FuzzedReader {
  /// The lines that a worker answers with.
  ///
  /// A run measures a scenario with a worker that gives such an answer, so that its numbers are
  /// used.
  static let answer = FuzzedReader("answer", .json, seeds: answerSeeds) {
    { bytes in
      guard let answer = try? JSONDecoder().decode(WorkerResponse.self, fromForeign: Data(bytes))
      else {
        return .refused(nil)
      }
      do {
        try await use(answer)
        return .accepted
      } catch let failure as WorkerFailure {
        return .refused(failure.message)
      } catch {
        return .refused(nil)
      }
    }
  }

  /// Gives an answer to each request that it fits.
  private static func use(_ answer: WorkerResponse) async throws {
    let answer = try answer.orThrow()
    var listed = ListedBenchmark(
      name: "scene", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: .scenario(ScenarioTraits(duration: .milliseconds(50))))
    var clockCostNs: Int64 = 90
    switch answer {
    case .list:
      let listing = try await OneAnswerWorker(answer: answer).list()
      for case .scenario(let traits) in listing.byName.values.map(\.work) {
        _ = traits.frameCount(at: .hz60)
        _ = traits.frameCount(at: RefreshRate(hertz: 1_000))
      }
      guard let first = listing.benchmarks.first, first.kind == .scenario else { return }
      listed = first
    case .overhead:
      clockCostNs = try await OneAnswerWorker(answer: answer).overhead().threadClock.minimumNs
    case .iterations(let count):
      _ = MetricResult(unit: "ns/op", samples: [1e6 / Double(count), 2e6 / Double(count)])
    case .samples(let samples):
      _ = MetricResult(unit: "ns/op", samples: samples.map { $0.cpuNs / 100 })
    default: break
    }
    let settings = RunSettings(
      MeasuringSettings(chosenMetrics: [.cpuTotal]), effort: .quick, pacedSeconds: 1)
    let run = BenchmarkRun(
      settings, workers: WorkerSource(inProcess: { OneAnswerWorker(answer: answer) }),
      clockCostNs: clockCostNs)
    try await run.measure([listed], observer: Silence())
  }
}

/// Ignores progress and results.
private struct Silence: BenchmarkRun.Observer {
  func begins(_ name: String, index: Int, count: Int) {}

  func finished(_ result: BenchmarkResult) throws {
    if let failure = result.failure { throw WorkerFailure.refused(reason: failure) }
  }
}

/// A worker that gives one prepared answer where it fits, and good ones elsewhere.
private struct OneAnswerWorker: WorkerConnection {
  let answer: WorkerResponse

  var hello: WorkerHello {
    guard case .hello(let hello) = answer else {
      return (try? JSONDecoder().decode(WorkerHello.self, from: Data(helloText.utf8)))
        ?? InProcessConnection(registry: BenchmarkRegistry()).hello
    }
    return hello
  }

  func ask(_ request: WorkerRequest) async throws -> WorkerResponse {
    switch (request, answer) {
    case (.frames(_, let repetitions, _, _), .frames(let given)):
      return .frames((0..<repetitions).map { given.isEmpty ? [] : given[$0 % given.count] })
    case (.frames(_, let repetitions, _, _), _):
      return .frames(Array(repeating: [100_000, 200_000, 300_000], count: repetitions))
    case (.referenceFrames(let count, _), .frames(let given)):
      let times = (given.first ?? []).prefix(count)
      return .frames([times + Array(repeating: 50_000, count: count - times.count)])
    case (.referenceFrames(let count, _), _):
      return .frames([Array(repeating: 50_000, count: count)])
    case (.recordSignposts, .signposts): return answer
    case (.recordSignposts, _): return .signposts(SignpostRecording(names: [], frames: []))
    case (.paced, .paced): return answer
    case (.paced, _):
      return .paced(
        try PacedRecording(
          rate: .hz60, depth: 1, reserveNs: 0, beginTick: [0], startNs: [100], endNs: [900],
          cpuNs: [800]), costs: CauseCosts(faultNs: 700, allocationNs: 60))
    case (.memory, .memory): return answer
    case (.memory, _): return .memory(peakBytes: 1 << 20)
    case (.prepare, _): return .prepared
    default: return answer
    }
  }
}

private let helloText =
  #"{"protocolVersion":\#(WorkerHello.currentProtocolVersion),"isDebugBuild":false,"allocator":"system","clockResolutionNs":1}"#

private let answerSeeds: [[UInt8]] =
  [
    #"{"hello":{"_0":\#(helloText)}}"#,
    #"{"prepared":{}}"#,
    #"{"iterations":{"_0":4096}}"#,
    #"{"samples":{"_0":[{"wallNs":1000.5,"cpuNs":990.5},{"wallNs":1001,"cpuNs":991}]}}"#,
    #"{"allocations":{"_0":{"bytes":128,"count":2},"iterations":10}}"#,
    #"{"frames":{"_0":[[100000,200000,20000000],[110000,190000,30000000]]}}"#,
    #"{"frameAllocations":{"_0":[{"bytes":128,"count":2},{"bytes":0,"count":0}]}}"#,
    #"{"counted":{"regions":4}}"#,
    #"{"memory":{"peakBytes":1048576}}"#,
    #"""
    {"paced":{"_0":{"rateHz":60,"depth":1,"reserveNs":0,"beginTick":[0,1,3],\#
    "startNs":[100,16700000,51000000],"endNs":[900000,17000000,52000000],\#
    "cpuNs":[800000,200000,900000],"counters":{"runQueueNs":[0,0,9],"involuntarySwitches":[0,1,0],\#
    "minorFaults":[0,0,4],"majorFaults":[0,0,0]}},"costs":{"faultNs":700,"allocationNs":60}}}
    """#,
    #"{"branched":{"processIdentifier":4711}}"#,
    #"{"ended":{"signal":0,"code":0}}"#,
  ].map { Array($0.utf8) } + encodedAnswers

private let encodedAnswers: [[UInt8]] = {
  let location = SourceLocation(file: "Suite.swift", line: 12)
  let listing = BenchmarkListing(
    benchmarks: [
      ListedBenchmark(
        name: "transition.a", runsByDefault: true, location: location,
        work: .scenario(
          ScenarioTraits(
            duration: .milliseconds(50), budgets: [.noDroppedFrames(at: .hz60)],
            variants: ["struct", "simd"]))),
      ListedBenchmark(
        name: "kernel.a", runsByDefault: false, location: location,
        work: .benchmark(BenchmarkTraits(variant: "simd", operations: 64, bytesPerOperation: 8))),
    ],
    problems: [RegistrationProblem(location: location, reason: "It is there twice.")],
    variables: [WorkerVariable(name: "FRAMEGATE_ISA", values: ["base", "avx2"])])
  let state = ViewState(
    name: "from", frame: [0, 0, 375, 667], transform: (0..<16).map { $0 % 5 == 0 ? 1 : 0 },
    alpha: 1)
  let overhead = #"""
    {"overhead":{"_0":{"clockAlone":{"medianNs":30,"p99Ns":40,"minimumNs":20},\#
    "threadClock":{"medianNs":90,"p99Ns":120,"minimumNs":85},\#
    "allCounters":{"medianNs":900,"p99Ns":1200,"minimumNs":850},"bytesPerFrame":0}}}
    """#
  let encoder = JSONEncoder()
  // Inputs depend on the seed alone.
  encoder.outputFormatting = .sortedKeys
  let findings: [SceneFinding] = [
    .neverCompletes(transition: "a"), .jump(view: "from", points: 80, seconds: 0.25),
    .notRestored(view: "to", property: .alpha, before: [0.5], after: [1]),
  ]
  return [
    WorkerResponse.list(listing), .inspected([[state], [state]]), .reviewed(findings),
    .reviewed(nil), .recordedMetrics(["hitRate": [87.5, 90]]),
    .signposts(
      SignpostRecording(
        names: ["tick", "layout"],
        frames: (0..<3).map { _ in
          .init(
            durationNs: 900,
            intervals: [
              .init(name: 0, beginNs: 10, endNs: 800), .init(name: 1, beginNs: 20, endNs: 30),
            ])
        })),
  ].compactMap {
    (try? encoder.encode($0)).map { Array($0) }
  } + [Array(overhead.utf8)]
}()
