import BenchmarkModel
import CMeasure
import Foundation
import WorkerClient
import WorkerProtocol

/// A worker whose only benchmark is a command: one iteration is one process.
package struct CommandWorker {
  /// The name of the benchmark, which both sides of a comparison have.
  package static let benchmark = "command"

  private let command: MeasuredCommand

  /// The lines of the answer that was recorded last, as far as they are kept.
  private var kept: [AnswerValue] = []

  package init(_ command: MeasuredCommand) { self.command = command }

  /// Answers questions from standard input until they end.
  package mutating func serve() {
    framegate_die_with_parent()
    // A signal to the tool's group is the tool's to handle.
    signal(SIGINT, SIG_IGN)
    let hello = WorkerHello(library: ToolVersion.current, compiler: "none")
    write(WorkerGreeting(hello).line)
    while let line = readLine() { write(reply(to: Data(line.utf8))) }
  }

  private func write(_ line: Data) {
    try? FileHandle.standardOutput.write(contentsOf: line + Data("\n".utf8))
  }

  /// The line that answers a question.
  mutating func reply(to line: Data) -> Data {
    guard let topic = try? JSONDecoder().decode(WorkerTopic.self, from: line) else {
      return failure("not a question")
    }
    func question<Asked: AskedQuestion>(_ type: Asked.Type) -> Asked? {
      topic == type.topic ? try? JSONDecoder().decode(type, from: line) : nil
    }
    do {
      if question(ListBenchmarks.self) != nil { return answer(listing) }
      if question(Prepare.self) != nil { return answer(Done.done) }
      // A command may use several cores, and is started from any thread.
      if question(PinToCore.self) != nil {
        return WorkerReply<Done>.unavailable(reason: "a command runs on any core").line
      }
      // Processes run one at a time, however short they are.
      if question(FindIterations.self) != nil { return answer(1) }
      if let asked = question(TakeSamples.self) {
        return answer(try (0..<asked.count).map { _ in try sample(asked) })
      }
      if question(RecordAnswer.self) != nil { return answer(try record()) }
      if let asked = question(AnswerValues.self) {
        return answer(kept.values(ofBlocks: asked.blocks))
      }
    } catch {
      return failure("\(error)")
    }
    return WorkerReply<Done>.unknown(question: topic.description).line
  }

  private func answer(_ value: some Codable & Sendable) -> Data {
    WorkerReply.answer(value).line
  }

  private func failure(_ reason: String) -> Data {
    WorkerReply<Done>.failed(reason: reason).line
  }

  private var listing: BenchmarkListing {
    BenchmarkListing(benchmarks: [
      ListedBenchmark(
        name: Self.benchmark, runsByDefault: true, location: nil,
        work: .benchmark(BenchmarkTraits()))
    ])
  }

  private func sample(_ asked: TakeSamples) throws -> Sample {
    var (wallNs, cpuNs) = (0.0, 0.0)
    var waitedNs: Double? = 0
    for _ in 0..<max(1, asked.iterations) {
      let run = try command.run()
      wallNs += run.wallNs
      cpuNs += run.cpuNs
      waitedNs = waitedNs.flatMap { sum in run.waitedNs.map { sum + $0 } }
    }
    let share = 1 + asked.share
    return Sample(wallNs: wallNs * share, cpuNs: cpuNs * share, waitedNs: waitedNs)
  }
}

extension CommandWorker {
  private static let longestLine = 1 << 16

  /// Runs the command once.
  ///
  /// Its lines and its exit code are its answer, as far as the user wants to compare them.
  private mutating func record() throws -> RecordedAnswer {
    var recording = Recording()
    let (comparesOutput, ignoresExitCode) = (command.comparesOutput, command.ignoresExitCode)
    let run = try command.run { bytes in if comparesOutput { recording.add(bytes) } }
    if comparesOutput { recording.endLine() }
    if ignoresExitCode {
      recording.answer.add(AnswerValue(path: "exit code", text: "\(run.status.shellCode)"))
    }
    kept = recording.answer.kept
    guard recording.answer.count <= AnswerRecording.mostValues else {
      return RecordedAnswer(
        iterations: 1, count: 0, blocks: [],
        problem: "it prints more than \(AnswerRecording.mostValues) lines")
    }
    return recording.answer.answer(iterations: 1)
  }

  /// What a command prints, line by line.
  private struct Recording {
    var answer = AnswerRecording()
    private var line = Data()

    mutating func add(_ bytes: Data) {
      bytes.withUnsafeBytes { buffer in
        var start = 0
        while start < buffer.count {
          // A long line is cut at the same length, however the output is divided into pieces.
          let room = min(buffer.count - start, CommandWorker.longestLine - line.count)
          let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<start + room])
          let newline = rest.baseAddress.flatMap { memchr($0, 10, rest.count) }
          let length = newline.map { rest.baseAddress?.distance(to: UnsafeRawPointer($0)) ?? 0 }
          line.append(contentsOf: rest.prefix(length ?? room))
          start += length.map { $0 + 1 } ?? room
          if length != nil || line.count == CommandWorker.longestLine { endLine() }
        }
      }
    }

    mutating func endLine() {
      answer.add(
        AnswerValue(path: "line \(answer.count + 1)", text: String(decoding: line, as: UTF8.self)))
      line = Data()
    }
  }
}
