import Foundation
import Testing

@testable import BenchmarkRunner

@Suite("Folders of benchmarks")
struct BenchmarkFoldersTests {
  /// A package with a library, a library of suites, and two executables.
  private static let description = """
    warning: something that the package manager says first
    {"name": "Feed", "targets": [
      {"name": "Feed", "path": "Sources/Feed", "type": "library"},
      {"name": "FeedSuites", "path": "Benchmarks/FeedSuites", "type": "library",
       "product_dependencies": ["FramegateKit"], "target_dependencies": ["Feed"]},
      {"name": "Other", "path": "Sources/Other", "type": "executable",
       "target_dependencies": ["Feed"]},
      {"name": "FeedBenchmarks", "path": "Benchmarks/FeedBenchmarks", "type": "executable",
       "product_dependencies": ["FramegateKit"], "target_dependencies": ["Feed", "FeedSuites"],
       "product_memberships": ["FeedBenchmarks"]}]}
    """

  private func paths(
    _ extent: BenchmarkFolders.Extent, of product: String = "FeedBenchmarks", prefix: String = "",
    description: String = description
  ) -> [String]? {
    BenchmarkFolders(
      of: product, commit: "c", description: description, prefix: prefix, extent: extent)?.paths
  }

  @Test("Are those of the executable and of its libraries that use Framegate, not the code itself")
  func targets() {
    #expect(paths(.targets) == ["Benchmarks/FeedBenchmarks", "Benchmarks/FeedSuites"])
    #expect(paths(.targets, of: "Other") == ["Sources/Other"])
    #expect(
      paths(.targets, prefix: "ios/") == [
        "ios/Benchmarks/FeedBenchmarks", "ios/Benchmarks/FeedSuites",
      ])
  }

  @Test("A base without the product gets the manifest and all benchmarks that it names")
  func manifest() {
    #expect(
      paths(.manifest, of: "Other") == [
        "Benchmarks/FeedBenchmarks", "Benchmarks/FeedSuites", "Sources/Other", "Package.swift",
      ])
    #expect(
      paths(.manifest) == ["Benchmarks/FeedBenchmarks", "Benchmarks/FeedSuites", "Package.swift"])
  }

  @Test("A base without the package gets all of it")
  func package() {
    #expect(paths(.package, prefix: "Benchmarks/") == ["Benchmarks"])
    #expect(paths(.package) == nil, "the whole repository would be the candidate's")
  }

  @Test("Without such an executable, or with one that would take everything, there are none")
  func nothing() {
    #expect(paths(.targets, of: "Missing") == nil)
    #expect(paths(.targets, description: "error: no package") == nil)
    for path in ["..", "../Sources", "."] {
      let description = """
        {"targets": [{"name": "A", "path": "\(path)", "type": "executable"}]}
        """
      #expect(paths(.targets, of: "A", description: description) == nil, "\(path)")
    }
  }
}
