import BenchmarkModel
import ReportText
import Testing

@Suite("Tool error")
struct ToolErrorTests {
  private struct Given: ToolError {
    let description: String
    var exitCode: ToolExit { .couldNotRun }
  }

  @Test("A message is its description as one line that controls no terminal")
  func oneLine() {
    #expect(Given(description: "It is gone. Look again.").message == "It is gone. Look again.")
    #expect(
      Given(description: "'a\n::error::b\u{1B}[2J\u{202E}\u{2028}\u{9B}é' is wrong.").message
        == #"'a\n::error::b\u{1B}[2J\u{202E}\u{2028}\u{009B}é' is wrong."#)
  }

  @Test("A long message keeps its start and its advice")
  func long() {
    let text = String(repeating: "e\u{301}", count: 5_000_000)
    let message = Given(description: "There is no '\(text)'. Look again.").message

    #expect(message.hasPrefix("There is no 'e\u{301}e\u{301}"))
    #expect(message.hasSuffix("'. Look again."))
    #expect(message.utf8.count < 10_000)
  }
}
