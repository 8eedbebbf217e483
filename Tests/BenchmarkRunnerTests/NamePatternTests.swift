import Foundation
import Testing

@testable import BenchmarkRunner

/// Patterns as options give them are in the tests of selections.
@Suite("Patterns of names")
struct NamePatternTests {
  #if os(Linux)
    @Test("A search that the system gives no thread is not blamed on its pattern")
    func noThread() async {
      await #expect(processExitsWith: .success) {
        // Less than the stack of the search is left.
        let pages = try #require(
          String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ").first)
        let used = try #require(UInt(pages)) * UInt(getpagesize())
        let addresses = __rlimit_resource_t(RLIMIT_AS.rawValue)
        var limit = rlimit()
        try #require(getrlimit(addresses, &limit) == 0)
        limit.rlim_cur = used + (8 << 20)
        try #require(setrlimit(addresses, &limit) == 0)

        let error = #expect(throws: PatternError.self) {
          try [NamePattern(parsing: "good")].matches(in: ["good.a"])
        }

        #expect("\(error.map { "\($0)" } ?? "")".contains("no thread, or no time"))
      }
    }
  #endif
}
