import Foundation
import FrameModel
import FrameTiming
import Testing
import WorkerClient
import WorkerProtocol

@testable import FramegateKit

/// A session of the first version of the protocol, as a tool and a worker of that time wrote it.
///
/// It never changes. Whoever cannot pass these tests needs another number of the protocol.
@Suite("A recorded session")
struct RecordedSessionTests {
  /// A line of the tool and the line that answered it.
  private struct Exchange {
    let question: Data
    let reply: Data
  }

  private static func lines() throws -> [Substring] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Recorded/protocol-1.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  private static func exchanges() throws -> [Exchange] {
    let lines = try lines().dropFirst().map { Data($0.dropFirst(2).utf8) }
    return stride(from: 0, to: lines.count, by: 2).map {
      Exchange(question: lines[$0], reply: lines[$0 + 1])
    }
  }

  private static var registry: BenchmarkRegistry {
    var registry = BenchmarkRegistry()
    registry.benchmark("demo.sum") { blackHole((0..<1_000).reduce(0, +)) }
    registry.scenario(
      "demo.scroll", duration: .milliseconds(100), budget: [.noDroppedFrames(at: .hz60)]
    ) { _ in
      Scenario(
        inspect: { fractions in
          fractions.map { fraction in
            [
              ViewState(
                name: "list", frame: [0, -100 * fraction, 375, 667],
                transform: (0..<16).map { $0 % 5 == 0 ? 1 : 0 }, alpha: 1)
            ]
          }
        }, review: { [.reported("'list' has no area. Set its frame.")] }
      ) { _ in }
    }
    return registry
  }

  @Test("A worker of today answers the questions of the recorded tool with at least the same keys")
  func worker() throws {
    let worker = Worker(registry: Self.registry)
    for exchange in try Self.exchanges() {
      let reply = worker.reply(to: exchange.question)
      let topic = try JSONDecoder().decode(WorkerTopic.self, from: exchange.question)
      // Where a process cannot be bound to a core, the recorded machine could.
      let isUnavailable = String(decoding: reply, as: UTF8.self).hasPrefix(#"{"unavailable""#)
      if topic == PinToCore.topic, isUnavailable { continue }
      let (recorded, given) = (try Self.shape(exchange.reply), try Self.shape(reply))
      #expect(
        recorded.isSubset(of: given),
        "\(String(decoding: exchange.question, as: UTF8.self)): \(recorded.subtracting(given))")
    }
  }

  @Test("A tool of today believes the answers of the recorded worker")
  func tool() throws {
    let greeting = try #require(try Self.lines().first).dropFirst(2)
    let hello = try JSONDecoder().decode(WorkerGreeting.self, from: Data(greeting.utf8)).hello
    #expect(hello.protocolVersion == WorkerHello.currentProtocol)
    #expect(hello.build == .release)

    func isBelieved<Asked: AskedQuestion>(_ type: Asked.Type, _ exchange: Exchange) throws -> Bool {
      let question = try JSONDecoder().decode(type, from: exchange.question)
      let reply = try JSONDecoder().decode(WorkerReply<Asked.Answer>.self, from: exchange.reply)
      guard case .answer(let answer) = reply else { return false }
      return question.accepts(answer)
    }
    for exchange in try Self.exchanges() {
      let topic = try JSONDecoder().decode(WorkerTopic.self, from: exchange.question)
      guard let type = Worker.questions[topic] else {
        let reply = try JSONDecoder().decode(WorkerReply<Done>.self, from: exchange.reply)
        #expect(reply == .unknown(question: "count heartbeats"))
        continue
      }
      let asked = try #require(type as? any AskedQuestion.Type)
      #expect(try isBelieved(asked, exchange), "\(topic)")
    }
  }

  @Test(
    "A greeting says how frames are made cold, earlier ones only that they are, and no nonsense",
    arguments: [
      (
        #","cooling":{"method":"flush","branches":16384,"sleepNs":250000}"#,
        WorkerHello.Cooling(method: "flush", branches: 16_384, sleepNs: 250_000)
      ),
      (#","cooling":{"method":"flushCaches"}"#, WorkerHello.Cooling(method: "flushCaches")),
      (#","capabilities":["coldFrames"]"#, .unknown), ("", nil),
    ])
  func cooling(said: String, cooling: WorkerHello.Cooling?) throws {
    let greeting = Data(#"{"hello":{"protocol":1\#(said)}}"#.utf8)
    #expect(try JSONDecoder().decode(WorkerGreeting.self, from: greeting).hello.cooling == cooling)

    for nonsense in [
      #"{"method":""}"#, #"{"method":"flush","branches":-1}"#,
      #"{"method":"flush","sleepNs":86400000000001}"#, #"{"sleepNs":1}"#,
    ] {
      let greeting = Data(#"{"hello":{"protocol":1,"cooling":\#(nonsense)}}"#.utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(WorkerGreeting.self, from: greeting)
      }
    }
  }

  /// The keys of an object and of all objects in it, as paths.
  private static func shape(_ line: Data) throws -> Set<String> {
    var keys: Set<String> = []
    func add(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        for (key, value) in object {
          keys.insert("\(path).\(key)")
          add(value, "\(path).\(key)")
        }
      } else if let list = value as? [Any] {
        for value in list { add(value, "\(path)[]") }
      }
    }
    add(try JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed), "")
    return keys
  }
}
