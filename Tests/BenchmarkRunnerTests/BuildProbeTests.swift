import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Build probe")
struct BuildProbeTests {
  @Test(
    "The compiler is named by the words that have a number behind them",
    arguments: [
      (
        "xxSwift version 6.3.1 (swift-6.3.1-RELEASE)\0more",
        "Swift version 6.3.1 (swift-6.3.1-RELEASE)"
      ),
      ("Swift version \0Swift version x\0Swift version 6.4-dev\0", "Swift version 6.4-dev"),
      ("Swift version 6.4~\u{7F}x", "Swift version 6.4~"),
      ("Swift version ", nil), ("", nil),
    ] as [(String, String?)])
  func toolchain(bytes: String, expected: String?) {
    #expect(BuildProbe.toolchain(in: Data(bytes.utf8)) == expected)
  }
}
