import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation
import FrameModel
import FrameSignposts
import FrameTiming
import FramegateKit
import ReportText
import TestSupport
import WorkerClient
import WorkerProtocol
import WorkerTestSupport

extension FuzzedReader {
  /// The lines that a worker answers with.
  ///
  /// A run measures a scenario with a worker that gives such an answer, so that its numbers are
  /// used.
  static let answer = FuzzedReader("answer", .json, seeds: answerSeeds) {
    { bytes in
      let worker = OneLineWorker(line: Data(bytes))
      guard worker.isMessage else { return .refused(nil) }
      do {
        try await use(worker)
        return .accepted
      } catch is Unavailable {
        return .refused(nil)
      } catch {
        return .refused(message(of: error))
      }
    }
  }

  /// The most frames of a scenario that are played; one with more is refused.
  private static let mostFrames = 1_000

  /// Asks everything that the line may answer.
  private static func use(_ worker: OneLineWorker) async throws {
    // Copies, and the reasons why there is no answer, fit every question.
    switch worker.message(WorkerReply<Done>.self) {
    case .branch, .ended, .unknown: return
    case .unavailable(let reason): throw Unavailable(reason)
    case .failed(let reason): throw WorkerFailure.refused(reason: reason)
    case .answer, nil: break
    }
    var listed = ListedBenchmark(
      name: "scene", runsByDefault: true, location: SourceLocation(file: "f", line: 1),
      work: .scenario(ScenarioTraits(duration: .milliseconds(50))))
    var clockCostNs: Int64 = 90
    if worker.given(BenchmarkListing.self) != nil {
      let listing = try await worker.ask(ListBenchmarks())
      for case .scenario(let traits) in listing.byName.values.map(\.work) {
        _ = traits.frameCount(at: .hz60)
        _ = traits.frameCount(at: RefreshRate(hertz: 1_000))
      }
      guard let first = listing.benchmarks.first, first.kind == .scenario else { return }
      listed = first
    }
    if worker.given(HarnessOverhead.self) != nil {
      clockCostNs = try await worker.ask(MeasureOverhead()).threadClock.minimumNs
    }
    // Other questions have numbers as their answers, too.
    if let count = try? await worker.ask(FindIterations(lastingNs: 1)) {
      _ = MetricResult(unit: "ns/op", samples: [1e6 / Double(count), 2e6 / Double(count)])
    }
    if let samples = worker.given([Sample].self), !samples.isEmpty {
      let samples = try await worker.ask(TakeSamples(samples.count, iterations: 1))
      _ = MetricResult(unit: "ns/op", samples: samples.map { $0.cpuNs / 100 })
    }
    if let moments = worker.given([[ViewState]].self), !moments.isEmpty {
      let fractions = moments.indices.map { Double($0) }
      _ = ViewJump.largest(
        in: try await worker.ask(InspectViews(at: fractions)), width: 375, height: 667)
    }
    var effort = Effort.quick
    effort.pacedSeconds = 1
    let workload = Workload {
      $0.chosenMetrics = [.cpuTotal]
      // The frames of a line are those at one rate.
      $0.chosenRates = [.hz60]
    }
    var played = worker
    if case .scenario(let traits) = listed.work {
      played.frameCount = min(traits.frameCount(at: .hz60), Self.mostFrames)
    }
    let run = BenchmarkRun(
      workload, effort, workers: WorkerSource(connectingTo: { [played] in played }),
      clockCostNs: clockCostNs)
    try await run.measure([listed], observer: Silence())
  }
}

/// Ignores progress and results.
private struct Silence: BenchmarkRun.Observer {
  func begins(_ name: String, index: Int, count: Int) {}
  func fillsMemory(_ name: String, bytes: Int) {}

  func finished(_ result: BenchmarkResult) throws {
    if let failure = result.failure { throw WorkerFailure.refused(reason: failure) }
  }
}

/// A worker that answers with one line where it fits, and with good numbers elsewhere.
private struct OneLineWorker: WorkerConnection {
  let line: Data

  /// How many frames it plays where the line has none.
  var frameCount = 3

  /// Whether the line is any message of a worker.
  var isMessage: Bool {
    func fits<Asked: AskedQuestion>(_ question: Asked.Type) -> Bool {
      message(WorkerReply<Asked.Answer>.self) != nil
    }
    return message(WorkerGreeting.self) != nil
      || Worker.answeredQuestions.compactMap { $0 as? any AskedQuestion.Type }.contains { fits($0) }
  }

  /// The line as a message, or nil if it is another one.
  func message<Message: Decodable>(_ type: Message.Type) -> Message? {
    try? JSONDecoder().decode(type, fromForeign: line)
  }

  /// The answer that the line contains, or nil if it contains another one, or none.
  func given<Answer: Codable & Sendable>(_ type: Answer.Type) -> Answer? {
    guard case .answer(let answer)? = message(WorkerReply<Answer>.self) else { return nil }
    return answer
  }

  var hello: WorkerHello {
    message(WorkerGreeting.self)?.hello
      ?? InProcessConnection(registry: BenchmarkRegistry()).hello
  }

  func reply<Asked: AskedQuestion>(
    to question: Asked
  ) async throws -> WorkerReply<Asked.Answer> {
    let frames = given([[Int64]].self)
    let answer: any Sendable =
      switch question {
      case is Prepare: Done.done
      case let asked as TimeFrames:
        (0..<asked.repetitions).map { index -> [Int64] in
          guard let frames else { return Array(repeating: 100_000, count: frameCount) }
          return frames.isEmpty ? [] : frames[index % frames.count]
        }
      case let asked as TimeReferenceFrames:
        Array(
          ((frames?.first ?? []) + Array(repeating: 50_000, count: asked.count))[..<asked.count])
      default: given(Asked.Answer.self) ?? Self.usualAnswer(to: question)
      }
    guard let answer = answer as? Asked.Answer else {
      throw WorkerFailure.refused(reason: "The line is not an answer to '\(Asked.name)'.")
    }
    return .answer(answer)
  }

  private static func usualAnswer(to question: some Question) -> (any Sendable)? {
    switch question {
    case is RecordSignposts: SignpostRecording(names: [], frames: [])
    case is RunPaced: OneLineWorker(line: Data(pacedAnswer.utf8)).given(RunPaced.Answer.self)
    case is PeakMemory: 1 << 20
    default: nil
    }
  }
}

private let helloText =
  #"{"protocol":\#(WorkerHello.currentProtocol),"build":"release","allocator":"system","clockResolutionNs":1}"#

private let pacedAnswer = #"""
  {"answer":{"recording":{"rateHz":60,"depth":1,"reserveNs":0,"beginTick":[0,1,3],\#
  "startNs":[100,16700000,51000000],"endNs":[900000,17000000,52000000],\#
  "cpuNs":[800000,200000,900000],"counters":{"runQueueNs":[0,0,9],"involuntarySwitches":[0,1,0],\#
  "minorFaults":[0,0,4],"majorFaults":[0,0,0]}},"costs":{"faultNs":700,"allocationNs":60}}}
  """#

private let answerSeeds: [[UInt8]] =
  [
    #"{"hello":\#(helloText)}"#,
    #"{"answer":"done"}"#,
    #"{"answer":4096}"#,
    #"{"answer":[{"wallNs":1000.5,"cpuNs":990.5},{"wallNs":1001,"cpuNs":991}]}"#,
    #"{"answer":{"bytes":128,"count":2}}"#,
    #"{"answer":[[100000,200000,20000000],[110000,190000,30000000]]}"#,
    #"{"answer":[{"bytes":128,"count":2},{"bytes":0,"count":0}]}"#,
    #"{"answer":1048576}"#,
    pacedAnswer,
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
    {"answer":{"clockAlone":{"medianNs":30,"p99Ns":40,"minimumNs":20},\#
    "threadClock":{"medianNs":90,"p99Ns":120,"minimumNs":85},\#
    "allCounters":{"medianNs":900,"p99Ns":1200,"minimumNs":850},"bytesPerFrame":0}}
    """#
  let encoder = JSONEncoder()
  // Inputs depend on the seed alone.
  encoder.outputFormatting = .sortedKeys
  let findings: [SceneFinding] = [
    .neverCompletes(transition: "a"), .jump(view: "from", points: 80, seconds: 0.25),
    .notRestored(view: "to", property: .alpha, before: [0.5], after: [1]),
    .reported("'card' has no area. Set its frame."),
  ]
  let answers: [any Encodable] = [
    WorkerReply.answer(listing), WorkerReply.answer([[state], [state]]),
    WorkerReply.answer(findings), WorkerReply.answer([SceneFinding]?.none),
    WorkerReply.answer(["hitRate": [87.5, 90]]),
    WorkerReply.answer(
      SignpostRecording(
        names: ["tick", "layout"],
        frames: (0..<3).map { _ in
          .init(
            durationNs: 900,
            intervals: [
              .init(name: 0, beginNs: 10, endNs: 800), .init(name: 1, beginNs: 20, endNs: 30),
            ])
        })),
  ]
  return answers.compactMap { (try? encoder.encode($0)).map { Array($0) } }
    + [Array(overhead.utf8)]
}()
