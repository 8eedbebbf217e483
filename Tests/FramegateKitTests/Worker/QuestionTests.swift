import BenchmarkModel
import Foundation
import FrameTiming
import Testing
import WorkerClient
import WorkerProtocol

@testable import FramegateKit

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
    AnswerValues(blocks: [0, 2]),
  ]

  @Test("A question that takes time by itself says how long")
  func ownTime() {
    #expect(SampleCalls(lastingNs: 500_000_000).ownTime == .milliseconds(500))
    #expect(RunPaced(at: .hz60, seconds: 2).ownTime == .seconds(2))
    #expect(TimeNextFrames(5).ownTime == .zero)
  }

  @Test("Every question arrives with what it asks and its arguments")
  func requests() throws {
    let topics = Self.questions.map { type(of: $0).topic }
    #expect(Set(topics) == Set(Worker.questions.keys))
    #expect(Set(topics).count == topics.count)
    func arrived<Asked: Question>(_ type: Asked.Type, _ line: Data) throws -> any Question {
      try JSONDecoder().decode(type, from: line)
    }
    for (question, topic) in zip(Self.questions, topics) {
      let line = try JSONEncoder().encode(WorkerRequest(question))
      #expect(try JSONDecoder().decode(WorkerTopic.self, from: line) == topic)
      let type = try #require(Worker.questions[topic])
      #expect("\(try arrived(type, line))" == "\(question)")
    }
  }

  @Test("It is stated of every question which answers are believed")
  func beliefs() {
    for question in Self.questions { #expect(question is any AskedQuestion, "\(question)") }
  }
}
