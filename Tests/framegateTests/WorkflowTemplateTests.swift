import Foundation
import TestSupport
import Testing

@testable import framegate

@Suite("Workflow")
struct WorkflowTemplateTests {
  @Test("The page on continuous integration shows what 'init' writes")
  func page() throws {
    let page = try String(
      contentsOf: Checkout.url("results/ci.md"), encoding: .utf8)

    let text = WorkflowTemplate(prefix: "").text
    #expect(page.contains("```yaml\n\(text)```\n"))
  }

  @Test("A package in a folder is resolved, checked, cached and stored there")
  func folder() {
    let text = WorkflowTemplate(prefix: "ios/Motion/").text

    #expect(text.contains("swift package --package-path ios/Motion resolve\n"))
    #expect(text.contains("git -C ios/Motion/.build/checkouts/framegate rev-parse HEAD"))
    #expect(text.contains(" ios/Motion/.build/checkouts/framegate/scripts/install\n"))
    #expect(text.contains("~/.local/bin/framegate check --package-path ios/Motion \\\n"))
    #expect(text.contains("path: ios/Motion/.build\n"))
    #expect(text.contains("ios/Motion/results/runs\n"))
  }

  @Test("The tool is kept under its system and revision, and installed only where it is not there")
  func cache() {
    let text = WorkflowTemplate(prefix: "", framegate: "fork").text

    let key = "framegate-${{ runner.os }}-${{ runner.arch }}-${{ steps.framegate.outputs.build }}"
    #expect(text.ranges(of: "path: ~/.local/bin/framegate\n").count == 1)
    #expect(text.ranges(of: "key: \(key)\n").count == 1)
    #expect(text.ranges(of: "if: steps.tool.outputs.cache-hit != 'true'\n").count == 1)
    // An assignment of its own, which fails where 'echo' would hide that git does.
    #expect(text.contains("revision=$(git -C .build/checkouts/fork rev-parse HEAD)\n"))
    #expect(text.contains("\"build=$system-$revision\""))
  }

  @Test("Names that the shell would take apart are quoted")
  func quoted() {
    let text = WorkflowTemplate(prefix: "my app/", framegate: "it's").text

    #expect(text.contains("--package-path 'my app' resolve"))
    #expect(text.contains(#"'my app/.build/checkouts/it'\''s'/scripts/install"#))
  }

  @Test(
    "Folders that YAML would cut or take for something else are quoted",
    arguments: [
      ("my #1/", "'my #1/.build'"), ("a: b/", "'a: b/.build'"), ("it's/", "'it''s/.build'"),
      ("@app/", "'@app/.build'"), ("été/", "été/.build"),
    ])
  func scalars(prefix: String, path: String) {
    let text = WorkflowTemplate(prefix: prefix).text

    #expect(text.ranges(of: " path: \(path)\n").count == 2)
  }
}
