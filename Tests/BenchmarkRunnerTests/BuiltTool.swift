import Foundation

@testable import BenchmarkRunner

/// The tool that goes wrong on purpose, built beside the bundle of these tests.
enum BuiltTool {
  static let isThere = FileManager.default.isExecutableFile(atPath: path)
  static let canCount = Callgrind() != nil && isThere

  static var path: String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle)
    while folder.path.contains(".xctest") { folder.deleteLastPathComponent() }
    return folder.appending(path: "MisbehavingBenchmarks").path
  }
}
