import BenchmarkModel
import Foundation
import Testing
import WorkerClient
import WorkerProtocol

@testable import BenchmarkRunner

@Suite("Measured command")
struct MeasuredCommandTests {
  @Test(
    "A code above 128 is a code, and only a signal is a signal",
    arguments: [
      ("exit 255", "ended with exit code 255."), ("exit 137", "ended with exit code 137."),
      ("kill -KILL $$", "was ended by signal 9."),
    ])
  func ending(script: String, words: String) {
    let error = #expect(throws: MeasuredCommand.Failure.self) {
      try MeasuredCommand(script).run()
    }

    #expect(error?.description.contains("'\(script)' \(words)") == true, "\(error as Any)")
  }

  @Test("A worker of a command says that no core is its own, so that the tool pins nothing")
  func core() throws {
    var worker = CommandWorker(MeasuredCommand("true"))

    let line = worker.reply(to: try JSONEncoder().encode(WorkerRequest(PinToCore(0))))

    let reply = try JSONDecoder().decode(WorkerReply<Done>.self, from: line)
    guard case .unavailable = reply else {
      Issue.record("\(reply)")
      return
    }
  }
}
