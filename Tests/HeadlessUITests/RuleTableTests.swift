import Foundation
import TestSupport
import Testing

@testable import TransitionTestSupport

/// The table "Where it is tested" in Rules.md: every suite on the right is there.
@Suite("Table of tested rules")
struct RuleTableTests {
  private static let root = Checkout.folder

  /// The names of all suites.
  private static let suites: Set<String> = {
    let files =
      FileManager.default.enumerator(
        at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL } ?? []
    let texts = files.filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
    return Set(
      texts.flatMap { text in
        text.matches(of: /@Suite\(\s*"([^"]*)"/).map { String($0.1) }
      })
  }()

  /// The second column, row by row.
  private static let rows: [String] = {
    let rules = root.appending(path: "Sources/HeadlessUI/Rules.md")
    let text = (try? String(contentsOf: rules, encoding: .utf8)) ?? ""
    let lines = text.components(separatedBy: "## Where it is tested").last?.split(separator: "\n")
    return (lines ?? []).filter { $0.hasPrefix("| ") }.dropFirst().map {
      $0.split(separator: "|")[1].trimmingCharacters(in: .whitespaces)
    }
  }()

  @Test("Every suite of the table exists")
  func suites() {
    #expect(Self.rows.count >= 30)
    for row in Self.rows {
      // A name may have a comma of its own, so the longest ones are taken out first.
      var rest = row
      for name in Self.suites.sorted(by: { $0.count > $1.count }) {
        rest = rest.replacing(name, with: "")
      }
      #expect(rest.allSatisfy { $0 == "," || $0 == " " }, "\(row): \(rest)")
    }
  }
}
