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

  /// What is listed with something that registration refuses.
  private static func listed(_ testDescription: String, _ work: String) -> Lie {
    Lie(testDescription, ListBenchmarks(), #"{"benchmarks":[{"name":"a",\#(work)}]}"#)
  }

  private static func calls(_ counts: [Int]) -> String {
    let traces = counts.map { #"{"calls":[],"count":\#($0)}"# }.joined(separator: ",")
    return #"{"repetitions":1,"files":[],"traces":[\#(traces)]}"#
  }

  @Test(
    "Numbers that no measurement gives are not accepted",
    arguments: [
      listed("no operation", #""benchmark":{"operations":0}"#),
      listed("too many bytes", #""benchmark":{"bytesPerOperation":\#(Int.max)}"#),
      listed(
        "two metrics of one name",
        #"""
        "benchmark":{"customMetrics":[{"name":"hits","unit":"","polarity":"prefersLarger"},\#
        {"name":"hits","unit":"%","polarity":"prefersLarger"}]}
        """#),
      listed(
        "a metric that is measured anyway",
        #"""
        "benchmark":{"customMetrics":[{"name":"wallClock","unit":"","polarity":"prefersLarger"}]}
        """#),
      listed("years of sampling", #""benchmark":{"samplingNs":1000000000000000000}"#),
      listed("a negative warm-up", #""benchmark":{"warmUpNs":-1}"#),
      listed(
        "a parameter of 0",
        #""benchmark":{"family":{"name":"sort","parameter":{"name":"count","value":0}}}"#),
      listed("a negative tolerance", #""benchmark":{"answerTolerance":-1}"#),
      listed("no duration", #""scenario":{"durationNs":0}"#),
      listed("years of frames", #""scenario":{"durationNs":1000,"samplingNs":3600000000001}"#),
      listed("layers without memory", #""scenario":{"durationNs":1000,"bytesPerLayer":0}"#),
      listed(
        "more memory than there is", #""scenario":{"durationNs":1000,"bytesPerLayer":\#(Int.max)}"#),
      listed("a tolerance below 0", #""scenario":{"durationNs":1000,"answerTolerance":-0.5}"#),
      Lie(
        "two frames of most of a day", TimeFrames(at: .hz60, repetitions: 1),
        "[[80000000000000,80000000000000]]"),
      Lie(
        "more allocations of frames than a number holds", CountFrameAllocations(at: .hz60),
        #"[{"bytes":1,"count":1125899906842624},{"bytes":1,"count":1}]"#),
      Lie(
        "more bytes of frames than a number holds", CountFrameAllocations(at: .hz60),
        #"[{"bytes":1125899906842624,"count":1},{"bytes":1,"count":1}]"#),
      Lie("more calls than a number holds", SampleCalls(lastingNs: 1), calls([1 << 50, 1])),
      Lie("fewer calls than none", RememberAllocations(iterations: 1), calls([-1])),
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
    #expect(try !Self.isAccepted(lie.answer, to: lie.question))
  }

  @Test(
    "The largest numbers that a measurement can give are accepted",
    arguments: [
      listed(
        "a benchmark",
        #"""
        "benchmark":{"operations":1125899906842624,"samplingNs":3600000000000,"warmUpNs":0,\#
        "answerTolerance":1e300,"customMetrics":[\#
        {"name":"hits","unit":"%","polarity":"prefersLarger"},\#
        {"name":"misses","unit":"%","polarity":"prefersSmaller"}],\#
        "family":{"name":"sort","parameter":{"name":"count","value":1}}}
        """#),
      listed(
        "a scenario",
        #"""
        "scenario":{"durationNs":86400000000000,"samplingNs":0,"bytesPerLayer":1125899906842624}
        """#),
      Lie(
        "frames of a day", TimeFrames(at: .hz60, repetitions: 1),
        "[[86000000000000,400000000000]]"),
      Lie("calls", SampleCalls(lastingNs: 1), calls([1 << 49, 1 << 49])),
    ])
  func largest(_ largest: Lie) throws {
    #expect(try Self.isAccepted(largest.answer, to: largest.question))
  }

  private static func isAccepted<Asked: AskedQuestion>(
    _ answer: String, to question: Asked
  ) throws -> Bool {
    let line = Data(#"{"answer":\#(answer)}"#.utf8)
    let reply = try JSONDecoder().decode(WorkerReply<Asked.Answer>.self, from: line)
    guard case .answer(let answer) = reply else { throw Unavailable("\(reply)") }
    return question.accepts(answer)
  }
}
