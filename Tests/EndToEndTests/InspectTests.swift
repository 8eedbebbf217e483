import Foundation
import Testing

@Suite("Inspecting a transition, end to end")
struct InspectTests {
  private func inspect(_ scenario: String, at fractions: String) async throws -> [[String: Any]] {
    let package = try TemporaryPackage()
    let run = try await Tool.framegate.run(
      ["inspect", scenario, "--at", fractions, "--format", "json"], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
  }

  private func view(_ name: String, in instant: [String: Any]) throws -> [String: Any] {
    let views = try #require(instant["views"] as? [[String: Any]])
    return try #require(views.first { $0["name"] as? String == name })
  }

  @Test("The sheet rises while the page folds, then the page comes to rest")
  func present() async throws {
    let instants = try await inspect("transition.cartFold.present", at: "0,0.25,0.5,1")

    #expect(instants.compactMap { $0["at"] as? Double } == [0, 0.25, 0.5, 1])
    let sheet = try instants.map { try #require(try view("to", in: $0)["frame"] as? [Double]) }
    #expect(sheet.map { $0[1].rounded() } == [667, 210, 0, 0])
    let page = try instants.map { try #require(try view("from", in: $0)["transform"] as? [Double]) }
    #expect(page[0] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    #expect(abs(page[2][7] + 0.0005) < 1e-12)
    #expect(
      zip(page[3], [0.8, 0, 0, 0, 0, 0.9, 0, 0, 0, 0, 1, 0, 0, -15, 0, 1]).allSatisfy {
        abs($0 - $1) < 1e-12
      })
    #expect(try view("from", in: instants[3])["alpha"] as? Double == 0.5)
  }

  @Test("Dismissing leads back to where presenting began")
  func dismiss() async throws {
    let instants = try await inspect("transition.cartFold.dismiss", at: "1")

    let page = try view("to", in: instants[0])
    #expect(page["transform"] as? [Double] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    #expect(page["frame"] as? [Double] == [0, 0, 375, 667])
    #expect(page["alpha"] as? Double == 1)
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
    // The pages of the gallery have no background.
    #expect(run.output.contains("\nDrawn: overdraw 0.00.\n"), "\(run.output)")
    let drawing = try #require(instants[0]["drawing"] as? [String: Any])
    #expect(drawing["overdraw"] as? Double == 0)
    #expect(drawing["shadowsWithoutPath"] as? Int == 0)
    let frames = try #require(
      (instants[0]["review"] as? [String: Any])?["drawing"] as? [[String: Any]])
    #expect(frames.count > 10)
  }

  @Test("JSON has the findings and the largest jump at its end")
  func reviewAsJSON() async throws {
    let published = try await inspect("bug.suddenCancel.published", at: "0,1")
    let fixed = try await inspect("bug.suddenCancel.fixed", at: "0,1")

    #expect(published[0]["review"] == nil)
    let review = try #require(published[1]["review"] as? [String: Any])
    let jump = try #require(review["largestJump"] as? [String: Any])
    #expect(jump["view"] as? String == "sheet")
    let findings = try #require(review["findings"] as? [[String: Any]])
    #expect(findings.map { $0["finding"] as? String } == ["jump"])
    // A quarter of 375 points, and the last step of the finger.
    #expect(findings[0]["points"] as? Double == 98.4375)
    let clean = try #require(fixed[1]["review"] as? [String: Any])
    #expect((clean["findings"] as? [Any])?.isEmpty == true)
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
    let instants = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(try view("to", in: instants[0])["frame"] as? [Double] == [0, 0, 100, 200])
  }
}
