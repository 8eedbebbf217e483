import BenchmarkModel
import Foundation
import TestSupport
import Testing

/// What `trend` and `bisect` say about frames and about what they show, measured by the built tool.
@Suite("Frames of histories, end to end", .serialized)
struct HistoryPageTests {
  private let fixture = RevisionFixture.shared
  private static let brief = ["--rate", "60", "--warm", "--metric", "cpuTotal", "--filter"]

  @Test("The page of a trend has a curve, marks its step, and a click opens the frames")
  func trend() async throws {
    let package = try TemporaryPackage()
    let file = package.folder.appending(path: "trend.html")
    let run = try await fixture.run(
      ["trend", "base..slower", "--time", "20", "--format", "json", "--also", "html=\(file.path)"]
        + Self.brief + ["^scene$"], environment: Tool.withoutValgrind)
    #expect(run.code == 0, "\(run.output)\(run.error)")
    let steps = try JSONPart(run.output).steps.elements
    #expect(!steps.isEmpty)
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("<summary>Compare slower (commit "))
    #expect(page.contains("frames 12–19"), "\(run.output)")
    try await Chromium.check(
      file, says: ["steps": steps.count, "stored": steps.count, "framed": true, "names": ["scene"]])
  }

  @Test("A page of records that were not compared says how to compare them")
  func records() async throws {
    let package = try TemporaryPackage()
    let rows = (1...24).map {
      "\(1_790_000_000 + $0),c\($0),\($0 > 12 ? 20 : 10),\($0 > 12 ? 5 : 9),\($0 % 2 + 7)"
    }
    try package.write(
      (["time,commit,feed,list,still"] + rows).joined(separator: "\n"), to: "otava.csv")
    let run = try await Tool.misbehaving.run(
      ["history", "--from", "otava.csv", "--path", "page.html"], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    let file = package.folder.appending(path: "page.html")
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page.contains("compare c12 c13 --filter feed"), "\(page)")
    try await Chromium.check(
      file, says: ["steps": 2, "stored": 0, "names": ["feed", "list", "still"]])
  }

  @Test("A search for what is shown ends with the commit, the frame and the view that differ first")
  func answers() async throws {
    let run = try await fixture.run(
      ["bisect", "padded", "wrong", "--format", "json", "--also", "text=/dev/stderr"] + [
        "--rate", "60", "--metric", "answers", "--filter", "^views$",
      ])
    #expect(run.code == 0, "\(run.output)\(run.error)")
    let report = try JSONPart(run.output)
    #expect(try report.decision.read() == "found", "\(run.output)")
    #expect(try report.culprits.elements.map { try $0.subject.read() } == ["wrong"])
    let difference = report.culprits[0].difference
    #expect(try difference.place.read() == "frame 4, view 0 'card', alpha")
    #expect(try difference.frame.read() == 4)
    #expect(try difference.baseline.read() == "1.0")
    #expect(try difference.candidate.read() == "0.5")
    #expect(
      run.error.contains("(wrong): different against "), "\(run.error)")
    #expect(
      run.error.contains(", first frame 4, view 0 'card', alpha: 0.5 against 1.0"), "\(run.error)")

    let same = try await fixture.run(
      ["bisect", "base", "slower", "--metric", "answers", "--filter", "^views$", "--rate", "60"])
    #expect(same.code == 0, "\(same.output)\(same.error)")
    #expect(same.output.contains("do not differ"), "\(same.output)")
    let unknown = try await fixture.run(
      ["bisect", "base", "slower", "--metric", "answers", "--filter", "^work.steady$"])
    #expect(unknown.code == 1, "\(unknown.output)\(unknown.error)")
    #expect(unknown.error.contains("the benchmark has no answer"), "\(unknown.error)")
  }
}

/// A browser that opens the pages of reports, where it is installed.
private enum Chromium {
  /// Runs `scripts/lib/check-trend.js` in a page; without a browser, the test is skipped from here on.
  static func check(_ page: URL, says: [String: Any]) async throws {
    let folder = page.deletingLastPathComponent()
    guard try await shell("has_chromium", in: folder).code == 0 else {
      #if compiler(>=6.3)
        try Test.cancel("There is no Chromium to open the page.")
      #else
        return
      #endif
    }
    let script = try String(
      contentsOf: Checkout.url("scripts/lib/check-trend.js"), encoding: .utf8)
    let facts = try JSONSerialization.data(withJSONObject: says)
    var html = try String(contentsOf: page, encoding: .utf8)
    html += "<script>window.toolSays=\(String(decoding: facts, as: UTF8.self))</script>"
    html += "<script>\(script)</script>"
    try html.write(
      to: folder.appending(path: "checked.html"), atomically: true, encoding: .utf8)
    let run = try await shell("open_page $PWD/profile $PWD/checked.html --dump-dom", in: folder)
    #expect(run.output.contains("\nchecked "), "the check did not end: \(run.error)")
    let findings = run.output.split(separator: "\n").filter { $0.hasPrefix("finding: ") }
    #expect(findings.isEmpty)
    #expect(!run.error.contains("CONSOLE"), "\(run.error)")
  }

  /// Runs functions of `scripts/lib/chromium.sh`.
  private static func shell(_ command: String, in folder: URL) async throws -> Tool.Outcome {
    try await Tool.shell(
      "source '\(Checkout.url("scripts/lib/chromium.sh").path)'; \(command)", in: folder)
  }
}
