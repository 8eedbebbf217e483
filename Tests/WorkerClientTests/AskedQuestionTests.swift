import BenchmarkModel
import Foundation
import FrameModel
import Testing
import WorkerClient
import WorkerProtocol

@Suite("Questions that are asked")
struct AskedQuestionTests {
  /// A question, and an answer that has numbers which no measurement gives.
  struct Lie: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let question: any AskedQuestion
    let answer: String

    init(_ testDescription: String, _ question: any AskedQuestion, _ answer: String) {
      self.testDescription = testDescription
      self.question = question
      self.answer = answer
    }
  }

  private static let perFrame = #"{"medianNs":1,"p99Ns":1,"minimumNs":1}"#

  @Test(
    "Numbers that no measurement gives are not accepted",
    arguments: [
      Lie("iterations", FindIterations(lastingNs: 1), "\(Int.max)"),
      Lie("no iterations", FindIterations(lastingNs: 1), "0"),
      Lie("samples", TakeSamples(1, iterations: 1), #"[{"wallNs":1e300,"cpuNs":1}]"#),
      Lie("a negative sample", TakeSamples(1, iterations: 1), #"[{"wallNs":1,"cpuNs":-1}]"#),
      Lie("too few samples", TakeSamples(2, iterations: 1), #"[{"wallNs":1,"cpuNs":1}]"#),
      Lie("frames", TimeFrames(at: .hz60, repetitions: 1), "[[\(Int64.min)]]"),
      Lie("uneven frames", TimeFrames(at: .hz60, repetitions: 2), "[[1],[1,2]]"),
      Lie("too few repetitions", TimeFrames(at: .hz60, repetitions: 2), "[[1]]"),
      Lie("a turn of frames", TimeNextFrames(1), "[\(Int64.max)]"),
      Lie("a turn of too many frames", TimeNextFrames(1), "[1,2]"),
      Lie("reference frames", TimeReferenceFrames(1, .warm), "[-1]"),
      Lie("too few reference frames", TimeReferenceFrames(2, .warm), "[1]"),
      Lie("memory", PeakMemory(), "-1"),
      Lie("allocations", CountAllocations(iterations: 1), #"{"bytes":-1,"count":1}"#),
      Lie(
        "allocations of a frame", CountFrameAllocations(at: .hz60),
        #"[{"bytes":1,"count":-1}]"#),
      Lie(
        "what the kernel did", CountKernel(iterations: 1),
        #"{"counts":{"syscalls":[[-1]]},"missing":{}}"#),
      Lie(
        "too few rates of the kernel", CountKernel(iterations: 1, at: [.hz60, .hz120]),
        #"{"counts":{"syscalls":[[1]]},"missing":{}}"#),
      Lie(
        "two counts of one benchmark", CountKernel(iterations: 1),
        #"{"counts":{"syscalls":[[1,2]]},"missing":{}}"#),
      Lie("a metric that was not asked for", RecordMetrics([], iterations: 1), #"{"hits":[1]}"#),
      Lie(
        "a negative value", RecordMetrics([CustomMetric("hits")], iterations: 1),
        #"{"hits":[-1]}"#),
      Lie(
        "a value that no file can hold", RecordMetrics([CustomMetric("hits")], iterations: 1),
        #"{"hits":[1e300]}"#),
      Lie("regions", CountInstructions(iterations: 1), "\(Int.max)"),
      Lie("a negative number of regions", CountInstructions(iterations: 1), "-1"),
      Lie("moments", InspectViews(at: [0, 1]), "[[]]"),
      Lie(
        "a rectangle of three numbers", InspectViews(at: [0]),
        #"[[{"name":"a","frame":[0,0,1],"transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"alpha":1}]]"#
      ),
      Lie(
        "a transform of two numbers", InspectViews(at: [0]),
        #"[[{"name":"a","frame":[0,0,1,1],"transform":[1,0],"alpha":1}]]"#),
      Lie("no frames", CountFrameAllocations(at: .hz60), "[]"),
      Lie(
        "overhead", MeasureOverhead(),
        """
        {"clockAlone":\(perFrame),"allCounters":\(perFrame),\
        "threadClock":{"medianNs":1,"p99Ns":1,"minimumNs":\(Int64.min)}}
        """),
    ])
  func lies(_ lie: Lie) throws {
    func isAccepted<Asked: AskedQuestion>(_ question: Asked) throws -> Bool {
      let line = Data(#"{"answer":\#(lie.answer)}"#.utf8)
      let reply = try JSONDecoder().decode(WorkerReply<Asked.Answer>.self, from: line)
      guard case .answer(let answer) = reply else { throw Unavailable("\(reply)") }
      return question.accepts(answer)
    }
    #expect(try !isAccepted(lie.question))
  }
}
