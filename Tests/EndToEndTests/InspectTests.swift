import Foundation
import TestSupport
import Testing

@Suite("Inspecting a transition, end to end")
struct InspectTests {
  private func inspect(_ scenario: String, at fractions: String) async throws -> [JSONPart] {
    let package = try TemporaryPackage()
    let run = try await Tool.framegate.run(
      ["inspect", scenario, "--at", fractions, "--format", "json"], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    return try JSONPart(run.output).elements
  }

  private func view(_ name: String, in instant: JSONPart) throws -> JSONPart {
    try instant.views.element("name", name)
  }

  @Test("The sheet rises while the page folds, then the page comes to rest")
  func present() async throws {
    let instants = try await inspect("transition.cartFold.present", at: "0,0.25,0.5,1")

    #expect(try instants.map { try $0.at.read(Double.self) } == [0, 0.25, 0.5, 1])
    let sheet: [[Double]] = try instants.map { try view("to", in: $0).frame.read() }
    #expect(sheet.map { $0[1].rounded() } == [667, 210, 0, 0])
    let page: [[Double]] = try instants.map { try view("from", in: $0).transform.read() }
    #expect(page[0] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    #expect(abs(page[2][7] + 0.0005) < 1e-12)
    #expect(
      zip(page[3], [0.8, 0, 0, 0, 0, 0.9, 0, 0, 0, 0, 1, 0, 0, -15, 0, 1]).allSatisfy {
        abs($0 - $1) < 1e-12
      })
    #expect(try view("from", in: instants[3]).alpha.read(Double.self) == 0.5)
  }

  @Test("Dismissing leads back to where presenting began")
  func dismiss() async throws {
    let instants = try await inspect("transition.cartFold.dismiss", at: "1")

    let page = try view("to", in: instants[0])
    #expect(try page.transform.read() == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    #expect(try page.frame.read() == [0, 0, 375, 667])
    #expect(try page.alpha.read() == 1)
  }

  @Test("The text has the largest jump, by little where a curve starts at full speed, and a review")
  func largestJump() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.framegate.run(
      ["inspect", "transition.cartFold.present", "--at", "0"], in: package.folder)

    #expect(run.code == 0)
    // 667 points in 0.25 s along the curve that eases out: 0.1087 of them in the first 1/60 s,
    // 0.1024 in the second.
    let lines = run.output.split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix("Largest jump") })
    #expect(lines.last == "Nothing hangs, jumps or stays changed after a cancel.")
    #expect(line.hasPrefix("Largest jump at 60 Hz: a corner of 'to' moves 72.5 "), "\(line)")
    #expect(line.hasSuffix("in frame 1, 4.2 more than in the frames before and after."), "\(line)")
  }

  @Test("What drawing costs is counted, in text and in JSON")
  func drawing() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.framegate.run(
      ["inspect", "transition.musicCard.present", "--at", "0.5"], in: package.folder)
    let instants = try await inspect("transition.musicCard.present", at: "0.5")

    #expect(run.code == 0, "\(run.error)")
    // The pages of this transition have no background, those of the browser do.
    #expect(run.output.contains("\nDrawn: overdraw 0.00.\n"), "\(run.output)")
    let browser = try await inspect("transition.photoBrowser.present", at: "0.5")
    #expect(try browser[0].drawing.overdraw.read(Double.self) > 1)
    let drawing = instants[0].drawing
    #expect(try drawing.overdraw.read() == 0)
    #expect(try drawing.shadowsWithoutPath.read() == 0)
    #expect(try instants[0].review.drawing.elements.count > 10)
  }

  @Test("JSON has the findings and the largest jump at its end")
  func reviewAsJSON() async throws {
    let published = try await inspect("bug.suddenCancel.published", at: "0,1")
    let fixed = try await inspect("bug.suddenCancel.fixed", at: "0,1")

    #expect(published[0].review.isMissing)
    let review = published[1].review
    #expect(try review.largestJump.view.read() == "sheet")
    let findings = try review.findings.elements
    #expect(try findings.map { try $0.finding.read() } == ["jump"])
    // A quarter of 375 points, and the last step of the finger.
    #expect(try findings[0].points.read(Double.self) == 98.4375)
    #expect(try fixed[1].review.findings.elements.isEmpty)
  }

  @Test("A published bug says what is wrong with how it moves, its correction that nothing is")
  func review() async throws {
    let package = try TemporaryPackage()
    let endings = [
      ("published", "'sheet' jumps by 98 points at 400 ms. Animate from where it is shown.\n"),
      ("fixed", "Nothing hangs, jumps or stays changed after a cancel.\n"),
    ]
    for (edition, ending) in endings {
      let run = try await Tool.framegate.run(
        ["inspect", "bug.suddenCancel.\(edition)", "--at", "1"], in: package.folder)
      #expect(run.code == 0, "\(run.error)")
      #expect(run.output.hasSuffix(ending), "\(run.output)")
    }
  }

  @Test("Another screen is another geometry")
  func screen() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.framegate.run(
      [
        "inspect", "transition.cartFold.present", "--at", "1", "--screen", "100x200", "--format",
        "json",
      ], in: package.folder)

    #expect(run.code == 0)
    let first = try JSONPart(run.output)[0]
    #expect(try view("to", in: first).frame.read() == [0, 0, 100, 200])
  }
}
