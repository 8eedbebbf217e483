import BenchmarkModel
import Foundation
import Testing
import WorkerProtocol

@testable import WorkerClient

@Suite("Listings of workers")
struct ListedBenchmarkTests {
  private static func listing(name: String) throws -> BenchmarkListing {
    let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    return try JSONDecoder().decode(
      BenchmarkListing.self, from: Data(#"{"benchmarks":[{"name":\#(text)}]}"#.utf8))
  }

  @Test(
    "A name is visible text of one line",
    arguments: ["a", "feed scroll", "größe ☃ 👩‍👩‍👧", String(repeating: "n", count: 1_000)])
  func names(_ name: String) throws {
    #expect(try Self.listing(name: name).benchmarks.map(\.name) == [name])
  }

  @Test(
    "Other names are refused",
    arguments: [
      "", "two\nlines", "a\ttab", "\u{1B}[31mred", "\u{85}", "\u{2028}",
      String(repeating: "n", count: 1_001),
    ])
  func refused(_ name: String) {
    #expect(throws: DecodingError.self) { try Self.listing(name: name) }
  }

  @Test("What a worker leaves out is empty or as usual")
  func defaults() throws {
    let listing = try Self.listing(name: "a")
    let listed = try #require(listing.byName["a"])
    #expect(listing.problems.isEmpty && listing.variables.isEmpty)
    #expect(listed.runsByDefault && listed.tags.isEmpty && listed.location == nil)
    #expect(listed.kind == .benchmark && listed.answerTolerance == 0 && listed.variant == nil)
  }
}
