import Foundation
import Testing

@Suite("The time limit of a run in these tests")
struct TimeLimitTests {
  @Test(
    "A program that hangs ends with its whole process group, and what it said is told",
    .enabled(if: Interrupted.isPossible))
  func hangs() async throws {
    let package = try TemporaryPackage()
    let mark = UUID().uuidString
    let script = "echo begun; echo stuck >&2; sleep 1000 & sleep 1000"

    let hung = await #expect(throws: Tool.TooLong.self) {
      try await Tool(path: "/bin/bash").run(
        ["-c", script], in: package.folder, environment: ["MARK": mark], within: .seconds(5))
    }
    let left = try await Tool.shell(
      "mark=\(mark)\n\(Interrupted.expectNothingLeft)", in: package.folder)

    #expect(
      hung?.description == """
        did not end within 5.0 seconds: /bin/bash -c \(script)
        Its output so far:
        begun

        Its errors so far:
        stuck

        """)
    #expect(left.code == 0, "\(left.error)")
  }
}
