import Foundation
import Testing

@testable import WorkerClient

@Suite("Conversations with other processes")
struct ConversationTests {
  private func append(_ text: String, to lines: inout ReceivedLines) {
    Array(text.utf8).withUnsafeBytes { lines.append($0) }
  }

  @Test(
    "Lines are the same in whichever pieces they arrive", arguments: 1...9)
  func pieces(size: Int) {
    let text = "one\n\ntwo words\nthree\nunfinished"
    var lines = ReceivedLines()
    var taken: [String] = []

    var rest = Substring(text)
    while !rest.isEmpty {
      append(String(rest.prefix(size)), to: &lines)
      rest = rest.dropFirst(size)
      while let line = lines.next() { taken.append(String(decoding: line, as: UTF8.self)) }
    }

    #expect(taken == ["one", "", "two words", "three"])
    #expect(lines.count == "unfinished".utf8.count)
  }

  @Test("Several lines that arrive at once are taken one after the other")
  func together() {
    var lines = ReceivedLines()
    append("a\nb\nc", to: &lines)

    #expect([lines.next(), lines.next(), lines.next()] == [Data("a".utf8), Data("b".utf8), nil])
    append("\n", to: &lines)
    #expect(lines.next() == Data("c".utf8))
    #expect(lines.count == 0)
  }

  @Test("A time limit loses what passes, and a second at most while this process is stopped")
  func timeLeft() {
    let start = ContinuousClock.now
    var left = TimeLeft(.seconds(10), from: start)

    for (time, rest) in [(0.25, 9.75), (1, 9), (3_600, 8), (3_600.5, 7.5)] {
      left.step(to: start + .seconds(time))
      #expect(left.time == .seconds(rest))
    }
  }

  @Test("Writing to a pipe without a reader is an error, and leaves no signal behind")
  func brokenPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let end = pipe.fileHandleForWriting.fileDescriptor
    // The process would end with the signal.
    func write() -> Int32? {
      BrokenPipe.withoutSignal(writingTo: end) {
        Foundation.write(end, "x", 1) < 0 ? errno : nil
      }
    }

    #expect([write(), write()] == [EPIPE, EPIPE])

    var (pending, blocked) = (sigset_t(), sigset_t())
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    #expect(sigismember(&pending, SIGPIPE) == 0)
    #expect(sigismember(&blocked, SIGPIPE) == 0)
  }
}
