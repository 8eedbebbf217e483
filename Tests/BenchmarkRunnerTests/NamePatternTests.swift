import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Patterns as options give them are in the tests of selections and of mistakes.
@Suite("Patterns of names")
struct NamePatternTests {
  private func problem(_ pattern: String) -> PatternError? {
    do {
      _ = try NamePattern(parsing: pattern)
      return nil
    } catch { return error }
  }

  @Test("A system without a thread for the search is no mistake of the pattern")
  func exitCodes() {
    #expect(PatternError.notSearched(["a"]).exitCode == .couldNotRun)
    #expect(PatternError.tooSlow(["a"]).exitCode == .wrongUsage)
    #expect(problem("(")?.exitCode == .wrongUsage)
  }

  @Test("A search that needs more processor time than it may is an error")
  func slow() throws {
    let pattern = try NamePattern(parsing: "^(a|aa)+$")
    // Would take a hundred times as long.
    let name = String(repeating: "a", count: 32) + "b"
    #expect(throws: PatternError.tooSlow(["^(a|aa)+$"])) {
      try [pattern].matches(in: [name], within: 0.01)
    }
  }

  @Test("What makes a pattern malformed is named", arguments: ["*foo", "(", "[a"])
  func malformed(pattern: String) {
    #expect(
      problem(pattern)?.description == """
        '\(pattern)' is not a regular expression. Escape '(', '[' and a '*', '+' or '?' that \
        repeats nothing with a backslash.
        """)
  }

  @Test("A pattern has a thousand bytes at most", arguments: [(1_000, false), (1_001, true)])
  func long(count: Int, isTooLong: Bool) {
    let error = problem(String(repeating: "a", count: count))
    if case .tooLong = error, isTooLong { return }
    #expect(error == nil && !isTooLong)
  }

  /// Groups inside each other, and each may have a finished one before the next.
  @Test(
    "A pattern has fifty groups inside each other at most",
    arguments: [
      (String(repeating: "(", count: 50) + String(repeating: ")", count: 50), false),
      (String(repeating: "(", count: 51) + String(repeating: ")", count: 51), true),
      (String(repeating: "(()", count: 49) + String(repeating: ")", count: 49), false),
      (String(repeating: "([a]", count: 50) + String(repeating: ")", count: 50), true),
      (String(repeating: "()", count: 60), false),
      (#"\)\)"# + String(repeating: "(", count: 51) + String(repeating: ")", count: 51), true),
    ])
  func deep(pattern: String, isTooDeep: Bool) {
    let error = problem(pattern)
    if case .tooDeep = error, isTooDeep { return }
    #expect(error == nil && !isTooDeep, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("An error shows sixty characters of a pattern", arguments: [(59, ""), (60, "…")])
  func shown(letters: Int, ending: String) throws {
    let start = "(" + String(repeating: "a", count: 59)
    let error = try #require(problem("(" + String(repeating: "a", count: letters)))
    #expect("\(error)".contains("'\(start)\(ending)'"), "\(error)")
  }

  #if os(Linux)
    @Test("A search that the system gives no thread is not blamed on its pattern")
    func noThread() async {
      await #expect(processExitsWith: .success) {
        await recordingErrors {
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
    }
  #endif
}
