import BenchmarkModel
import Dispatch
import Foundation
import FrameModel
import FrameTiming
import TestSupport
import Testing
import WorkerClient

@testable import FramegateKit

@Suite("Answers")
struct AnswerTests {
  /// The answer of a benchmark or scenario that is registered alone, and its values.
  private func answer(
    iterations: Int? = 1, _ register: (inout BenchmarkRegistry) -> Void
  ) throws -> (answer: RecordedAnswer, values: [AnswerValue]) {
    var registry = BenchmarkRegistry()
    register(&registry)
    let worker = Worker(registry: registry)
    let name = try #require(registry.entries.first).listed.name
    try worker.prepare(name, ScenarioParameters())
    let answer = try RecordAnswer(at: .hz60, iterations: iterations).answer(worker)
    let blocks = Array(answer.blocks.indices)
    return (answer, AnswerValues(blocks: blocks).answer(worker).flatMap(\.self))
  }

  private func texts(_ value: any Encodable) throws -> [String] {
    try answer { $0.benchmark("a") { blackHole(value) } }.values
      .map { $0.path.isEmpty ? $0.text : "\($0.path) = \($0.text)" }
  }

  private struct Cell: Encodable {
    var name = "a"
    var place: CGFloat = 0.5
    var isShown = true
    var parts: [Int?] = [1, nil]
    var more: [String: Int] = ["b": 2, "a": 1]
  }

  @Test("A value is listed with its paths, as in source code")
  func paths() throws {
    #expect(try texts(0.1) == ["0.1"])
    #expect(try texts(Float(0.1)) == ["0.1"])
    #expect(try texts(-0.0) == ["-0.0"])
    #expect(try texts(UInt64.max) == ["18446744073709551615"])
    #expect(try texts([1, 2]) == ["[0] = 1", "[1] = 2"])
    #expect(
      try texts(Cell()) == [
        "name = \"a\"", "place = 0.5", "isShown = true", "parts[0] = 1", "parts[1] = nil",
        "more.a = 1", "more.b = 2",
      ])
    #expect(try texts(Optional<Int>.none) == ["nil"])
    #expect(try texts([String]()) == ["empty"], "an answer all the same")
    #expect(try texts([[], ["a"]]) == ["[0] = empty", "[1][0] = \"a\""])
    #expect(try texts(Data([1, 2])) == texts([1, 2] as [UInt8]))
    #expect(try texts(Data([1, 2])) != texts(Data([1, 3])))
  }

  private enum Phase: Encodable {
    case idle, running
    case loaded([Int])
  }

  /// Opens containers for what has no values.
  private struct Nested: Encodable {
    var isKeyed = false
    var count = 1

    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      for _ in 0..<count {
        if isKeyed {
          _ = list.nestedContainer(keyedBy: AnyKey.self)
        } else {
          _ = list.nestedUnkeyedContainer()
        }
      }
    }
  }

  @Test("What has no values is a part of the answer all the same")
  func emptyParts() throws {
    #expect(try texts([["a"], []]) != texts([["a"]]))
    #expect(try texts(["a": Set<Int>()]) != texts([String: Set<Int>]()))
    #expect(try texts([Set<Int>()]) == ["[0] = empty"])
    #expect(try texts([Phase.idle]) != texts([Phase.running]))
    #expect(try texts(Phase.loaded([])) != texts(Phase.idle))
    for isKeyed in [false, true] {
      #expect(
        try texts(Nested(isKeyed: isKeyed)) != texts(Nested(isKeyed: isKeyed, count: 2)))
    }
  }

  @Test("NaNs are equal, signs of zero and neighboring numbers are not")
  func numbers() throws {
    #expect(try texts(Double.nan) == texts(-Double(nan: 3, signaling: false)))
    #expect(try texts(0.0) != texts(-0.0))
    #expect(try texts(1.0) != texts(1.0.nextUp))
    #expect(try texts(Float(1)) != texts(Float(1).nextUp))
  }

  @Test("The order of sets and dictionaries means nothing", arguments: 0..<8)
  func unordered(count: Int) throws {
    let words = (0..<count).map { "word \($0)" }
    var reversed = Set<String>(minimumCapacity: 4_000)
    for word in words.reversed() { reversed.insert(word) }
    #expect(try texts(Set(words)) == texts(reversed))
    #expect(try count == 0 || texts([Set(words)]).allSatisfy { $0.hasPrefix("[0][") })
    let keyed = Dictionary(uniqueKeysWithValues: words.enumerated().map { ([$0], $1) })
    #expect(try texts(keyed).count == max(1, count))
    #expect(try count == 0 || texts(Set(words)) != texts(Set(words.dropFirst())))
  }

  @Test("What cannot be encoded is no answer, and one that contains itself is refused")
  func noAnswer() throws {
    struct Opaque {}
    final class Loop: Encodable {
      var next: Loop?
    }
    let loop = Loop()
    loop.next = loop
    defer { loop.next = nil }

    #expect(try answer { $0.benchmark("a") { blackHole(Opaque()) } }.answer.count == 0)
    let answer = try answer { $0.benchmark("a") { blackHole(loop) } }.answer
    #expect(answer.problem == "its result cannot be recorded: it has more than 200 levels")
  }

  @Test("What passes on too many values is refused, instead of being recorded for long")
  func tooMany() throws {
    let answer = try answer {
      $0.benchmark("a") { for number in 0..<60_000 { blackHole(number) } }
    }.answer
    #expect(answer.problem?.contains("more than 50,000 times") == true)
  }

  @Test("Several values and iterations have names of their own; nothing is kept outside of them")
  func places() throws {
    var count = 0
    let values = try answer(iterations: 2) {
      $0.benchmark("a") {
        count += 1
        blackHole(count)
        blackHole("b")
      }
    }.values
    blackHole("outside")

    #expect(values.map(\.path) == ["", "value 2", "iteration 2", "iteration 2, value 2"])
    #expect(values.map(\.text) == ["1", "\"b\"", "2", "\"b\""])
  }

  @Test("What other threads pass on is no answer, because it has no order")
  func threads() throws {
    let texts = try answer(iterations: 2) {
      $0.benchmark("a") {
        blackHole("body")
        let thread = DispatchQueue(label: "other")
        let group = DispatchGroup()
        thread.async(group: group) { blackHole("other") }
        group.wait()
      }
    }.values.map(\.text)

    #expect(texts == ["\"body\"", "\"body\""])
  }

  @Test("Some iterations are recorded, unless they take long")
  func iterations() throws {
    let loop = MeasuredLoop { blackHole(1) }
    #expect(try loop.recordAnswer(iterations: nil, now: { 0 }).answer.iterations == 3)
    for (stepNs, count) in [(6_000_000 as Int64, 3), (12_000_000, 2), (25_000_000, 1)] {
      var time: Int64 = 0
      let slow = try loop.recordAnswer(iterations: nil) {
        defer { time += stepNs }
        return time
      }
      #expect(slow.answer.iterations == count)
    }
  }

  @Test("A digest takes the place of what the body passes on, for every kind of work")
  func digests() throws {
    let works: [BenchmarkWork] = [
      .init(setup: { [3, 1, 2] }, digest: { $0 }, body: { $0.sort() }),
      .init(freshInputs: 4, input: { [3, 1, 2] }, digest: { $0 }, body: { $0.sort() }),
      .init(
        setup: { [3, 1, 2] }, digest: { $0 }, body: { (list: inout [Int]) async in list.sort() }),
    ]
    for work in works {
      let texts = try answer { $0.benchmark("a", work: work) }.values.map(\.text)
      #expect(texts == ["1", "2", "3"])
    }
    let texts = try answer { $0.benchmark("a", digest: { 7 }) { blackHole(8) } }.values.map(\.text)
    #expect(texts == ["7"])
  }

  @Test("Closures of several statements need no types, for every kind of work")
  func severalStatements() throws {
    let works: [BenchmarkWork] = [
      .init {
        let numbers = [3, 1, 2]
        return numbers
      } digest: {
        $0.map { $0 * 10 }
      } body: {
        $0.sort()
      },
      .init {
        let numbers = [3, 1, 2]
        return numbers
      } teardown: {
        $0.removeAll()
      } digest: { list in
        let tens = list.map { $0 * 10 }
        return tens
      } body: { list in
        list.reverse()
        list.sort()
      },
      .init(freshInputs: 4) {
        let numbers = [3, 1, 2]
        return numbers
      } digest: {
        $0.map { $0 * 10 }
      } body: {
        $0.sort()
      },
      .init {
        let numbers = [3, 1, 2]
        return numbers
      } digest: {
        $0.map { $0 * 10 }
      } body: { list in
        await Task.yield()
        list.sort()
      },
    ]
    for work in works {
      let texts = try answer { $0.benchmark("a", work: work) }.values.map(\.text)
      #expect(texts == ["10", "20", "30"])
    }
    let ofMainActor: BenchmarkWork = .init {
      let numbers = [3, 1, 2]
      return numbers
    } digest: {
      $0.map { $0 * 10 }
    } onMainActor: {
      $0.sort()
    }
    #expect(!ofMainActor.isAsync)
  }

  @Test("A digest of work of the main actor runs there")
  @MainActor
  func mainActor() throws {
    let work = BenchmarkWork(
      setup: { [2, 1] },
      digest: { list in
        MainActor.assertIsolated()
        return list
      }, onMainActor: { $0.sort() })
    #expect(try answer { $0.benchmark("a", work: work) }.values.map(\.text) == ["1", "2"])
  }

  @Test("A digest that throws says so, and what to do")
  func throwing() throws {
    struct Broken: Error {}
    let error = #expect(throws: MeasuringError.self) {
      try answer { $0.benchmark("a", digest: { throw Broken() }) {} }
    }
    #expect(
      error?.description
        == "Its digest fails: Broken(). Return an 'Encodable' value from 'digest', or leave it out."
    )
  }

  private func state(_ name: String, alpha: Double) -> ViewState {
    ViewState(
      name: name, frame: [0, 0, 1, 1], transform: (0..<16).map { Double($0) }, alpha: alpha)
  }

  @Test("A scenario's answer is what its views show in each frame, NaN or not")
  func views() throws {
    let values = try answer {
      $0.scenario("fade", duration: .milliseconds(50)) { _ in
        Scenario(
          inspect: { fractions in
            fractions.map { [self.state("page", alpha: $0 < 1 ? $0 : .nan)] }
          }, frame: { _ in })
      }
    }.values

    #expect(values.first == AnswerValue(path: "number of frames", text: "3"))
    #expect(
      values.contains(AnswerValue(path: "frame 2, number of views", text: "1", frame: 2)))
    let alphas = values.filter { $0.path.hasSuffix("view 0 'page', alpha") }
    #expect(alphas.map(\.frame) == [0, 1, 2])
    // Each frame shows what its end has, the last one that of the scenario.
    #expect(alphas.map(\.text) == ["0.33333334", "0.66666666", "nan"])
    #expect(alphas.first?.path == "frame 0, view 0 'page', alpha")
  }

  @Test("Without views, a scenario's answer is what its frames pass on")
  func frames() throws {
    let values = try answer {
      $0.scenario("count", duration: .milliseconds(50)) { _ in
        Scenario { blackHole($0.index * 2) }
      }
    }.values

    #expect(values.map(\.path) == ["frame 0", "frame 1", "frame 2"])
    #expect(values.map(\.text) == ["0", "2", "4"])
    #expect(values.map(\.frame) == [0, 1, 2])
  }

  // In a process of its own: it takes long.
  @Test("Values past those that are kept are hashed, so one of them is seen all the same")
  func long() async {
    await #expect(processExitsWith: .success) {
      await recordingErrors {
        let tests = AnswerTests()
        let count = AnswerRecorder.mostValues + 10
        let (answer, values) = try tests.answer {
          $0.benchmark("a") { blackHole([Int](repeating: 1, count: count)) }
        }
        let other = try tests.answer {
          $0.benchmark("a") { blackHole([Int](repeating: 1, count: count - 1) + [2]) }
        }.answer

        #expect(answer.count == count)
        #expect(values.count == AnswerRecorder.mostValues)
        #expect(answer.blocks.dropLast() == other.blocks.dropLast())
        #expect(answer.blocks.last != other.blocks.last)
      }
    }
  }

  @Test("A tolerance is listed, and one below 0 is refused")
  func tolerance() {
    var registry = BenchmarkRegistry()
    registry.benchmark("a", options: .init(answerTolerance: 1e-9)) {}
    registry.scenario("b", duration: .seconds(1), answerTolerance: 0.5) { _ in Scenario { _ in } }
    registry.benchmark("c", options: .init(answerTolerance: -1)) {}
    registry.scenario("d", duration: .seconds(1), answerTolerance: .nan) { _ in Scenario { _ in } }

    #expect(registry.listing.benchmarks.map(\.answerTolerance) == [1e-9, 0.5])
    #expect(
      registry.listing.problems.map(\.reason) == [
        "'c' has an answer tolerance of -1.0. Use 0 or a positive number.",
        "'d' has an answer tolerance of nan. Use 0 or a positive number.",
      ])
  }
}
