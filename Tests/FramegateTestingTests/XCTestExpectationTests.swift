import FramegateTesting
import Testing
import XCTest

/// Expectations in tests of XCTest, each of which starts this program again.
///
/// `scripts/try-in-tests` has those that fail, which XCTest cannot expect on Linux.
final class XCTestExpectationTests: XCTestCase {
  func testKeptBudget() async throws {
    try await expectFrames(
      "xctest.empty", duration: .milliseconds(100), keep: [.noDroppedFrames(at: .hz60)], in: self
    ) { _ in Scenario { _ in } }
  }

  @MainActor func testAllocations() async throws {
    try await expectAllocations("xctest.two", atMost: 2, in: self) {
      for size in 1...2 { blackHole([UInt8](repeating: 1, count: 50 * size)) }
    }
  }
}
