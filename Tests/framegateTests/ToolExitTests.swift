import ArgumentParser
import BenchmarkModel
import Foundation
import ReportText
import TestSupport
import Testing

@testable import framegate

@Suite("Exit codes of commands that write")
struct ToolExitTests {
  @Test(
    "What was found comes before what was not written",
    arguments: [
      (ToolExit.pass, ToolExit.pass, ToolExit.pass), (.pass, .couldNotRun, .couldNotRun),
      (.regression, .couldNotRun, .regression), (.regression, .pass, .regression),
    ])
  func order(found: ToolExit, written: ToolExit, exit: ToolExit) {
    #expect(found.or(written) == exit)
  }

  @Test("A report that cannot be written is said, and its copies are written all the same")
  func copies() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let copy = folder.url.appending(path: "copy.json")
    let report = try ReportOptions<Framegate.Check>.parse(
      ["--path", "/nowhere/at/all.txt", "--also", "json=\(copy.path)"])
    let exit = report.write(Answer(text: { "text\n" }, json: { Data("json".utf8) }))
    #expect(exit == .couldNotRun)
    #expect(try String(contentsOf: copy, encoding: .utf8) == "json")
  }
}
