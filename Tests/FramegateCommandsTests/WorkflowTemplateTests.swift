import Foundation
import Testing

@testable import FramegateCommands

@Suite("Workflow")
struct WorkflowTemplateTests {
  @Test("The page on continuous integration shows what 'init' writes")
  func page() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "results/ci.md"), encoding: .utf8)

    let text = WorkflowTemplate(product: "MyAppBenchmarks", prefix: "").text
    #expect(page.contains("```yaml\n\(text)```\n"))
  }

  @Test("A package in a folder is built, cached and stored there")
  func folder() {
    let text = WorkflowTemplate(product: "A", prefix: "ios/Motion/").text

    #expect(text.contains("swift build -c release --product A --package-path ios/Motion\n"))
    #expect(text.contains("--show-bin-path --package-path ios/Motion)/A\" check"))
    #expect(text.contains("path: ios/Motion/.build\n"))
    #expect(text.contains("ios/Motion/results/runs\n"))
  }
}
