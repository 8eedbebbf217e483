import ReportText
import Testing

@Suite("The tool's own name")
struct ToolNameTests {
  /// How a tool was started, and what starts it again.
  struct Example: CustomTestStringConvertible, Sendable {
    let path: String
    let command: String
    let name: String

    init(_ path: String, starts command: String, name: String = "Feed") {
      self.path = path
      self.command = command
      self.name = name
    }

    var testDescription: String { path }
  }

  @Test(
    "Advice can be pasted",
    arguments: [
      Example("Feed", starts: "Feed"),
      Example(".build/release/Feed", starts: "swift run -c release Feed"),
      Example("./.build/debug/Feed", starts: "swift run -c release Feed"),
      Example("/work/.build/x86_64/release/Feed", starts: "swift run -c release Feed"),
      Example("/other/.build/release/Feed", starts: "/other/.build/release/Feed"),
      Example("/workshop/.build/release/Feed", starts: "/workshop/.build/release/Feed"),
      Example("../bin/Feed", starts: "../bin/Feed"),
      Example("/my tools/Feed", starts: "'/my tools/Feed'"),
      Example("/a&b/Feed", starts: "'/a&b/Feed'"),
      Example("", starts: "framegate", name: "framegate"),
    ])
  func command(_ example: Example) {
    let tool = ToolName(startedAs: example.path, in: "/work")

    #expect(tool.command == example.command)
    #expect(tool.name == example.name)
  }
}
