@testable import BenchmarkHarness
@testable import BenchmarkWorker
import BenchmarkModel
import Foundation
import FrameTiming
import Testing

/// Questions on their way to a worker.
@Suite("Questions")
struct QuestionTests {
  /// Every question, with arguments that are not the usual ones.
  private static let questions: [any Question] = [
    ListBenchmarks(), MeasureOverhead(), PeakMemory(), PinToCore(3),
    TimeReferenceFrames(5, .cold),
    Prepare("a", ScenarioParameters(layers: 7, scene: "large", variant: "simd")),
    FindIterations(lastingNs: 9), TakeSamples(2, iterations: 4, slowedBy: 0.5),
    CountAllocations(iterations: 3), RememberAllocations(iterations: 3),
    SampleCalls(lastingNs: 7),
    CountKernel(iterations: 3, at: [.hz120]),
    RecordMetrics([CustomMetric("hits")], iterations: 2),
    CountInstructions(iterations: 2), TimeFrames(at: .hz120, repetitions: 2, .cold, slowedBy: 1),
    StartScene(at: .hz60, .cold), TimeNextFrames(2, slowedBy: 0.5),
    CountFrameAllocations(at: .hz120),
    RecordSignposts(at: .hz120, repetitions: 3, .cold), RunPaced(at: .hz120, seconds: 1.5),
    InspectViews(at: [0, 0.5]), ReviewMotion(), RecordAnswer(at: .hz120, iterations: 2),
    AnswerValues(blocks: [0, 2]), Branch(), Bye(),
  ]

  @Test("A question that takes time by itself says how long")
  func ownTime() {
    #expect(SampleCalls(lastingNs: 500_000_000).ownTime == .milliseconds(500))
    #expect(RunPaced(at: .hz60, seconds: 2).ownTime == .seconds(2))
    #expect(TimeNextFrames(5).ownTime == .zero)
  }

  @Test("Every question arrives with its name and its arguments")
  func requests() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(Set(Self.questions.map { type(of: $0).name }) == Set(Worker.questionsByName.keys))
    for question in Self.questions {
      let line = try encoder.encode(WorkerRequest(question))
      let arrived = try JSONDecoder().decode(WorkerRequest.self, from: line)
      #expect("\(arrived.question)" == "\(question)")
      #expect(String(decoding: line, as: UTF8.self).hasPrefix(#"{"arguments":{"#))
    }
    // The original of a branch compares bytes.
    let branch = try encoder.encode(WorkerRequest(Branch()))
    #expect(String(decoding: branch, as: UTF8.self) == #"{"arguments":{},"name":"Branch"}"#)
    let unknown = Data(#"{"arguments":{},"name":"Guess"}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WorkerRequest.self, from: unknown)
    }
  }
}
