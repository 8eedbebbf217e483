import Foundation
import TestSupport

@testable import BenchmarkRunner

/// The tool that goes wrong on purpose, built beside the bundle of these tests.
enum BuiltTool {
  static let isThere = FileManager.default.isExecutableFile(atPath: path)
  static let canCount = Callgrind() != nil && isThere

  static let path = BuiltProgram.path(of: "MisbehavingBenchmarks")
}
