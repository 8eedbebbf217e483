import BenchmarkModel
import BenchmarkRunner
import FrameTiming
import ReportText
import Testing

@testable import framegate

@Suite("Errors of a command's subject")
struct CommandErrorTests {
  @Test(
    "What cannot be replayed, read or compared is wrong usage unless a file or a program is at fault",
    arguments: [
      (ReplayError.nothing as any ToolError, ToolExit.wrongUsage),
      (ReplayError.severalRates([.hz60, .hz120]), .wrongUsage),
      (ReplayError.chooseScenario(["feed.scroll"], file: "a.json"), .wrongUsage),
      (LogFileError.noAttachment(folder: "a"), .notFound),
      (LogFileError.severalLogs(folder: "a", ["a/1.csv", "a/2.csv"]), .wrongUsage),
      (
        LogFileError.notJudged("a.csv", reason: "It is empty. Record one.", .couldNotRun),
        .couldNotRun
      ),
      (CommandSidesError.empty, .wrongUsage),
      (CommandSidesError.noProgram("./nowhere"), .couldNotRun),
      (CommandSidesError.unknownTool, .couldNotRun),
      (CommandSidesError.failed("false", option: "--setup", said: ""), .couldNotRun),
      (ToolCacheError.foreign(path: "/shared"), .couldNotRun),
    ])
  func exits(_ error: any ToolError, _ exit: ToolExit) {
    #expect(error.exitCode == exit)
    #expect(error.message.hasSuffix("."))
  }

  @Test("The reason why the tool does not build ends with one full stop")
  func fullStop() {
    let error = ToolCacheError.doesNotBuild(reason: "no space is left.")
    #expect(error.description.contains("does not build: no space is left. Fix that"))
  }
}
