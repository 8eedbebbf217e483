import Foundation
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite("Files that the package manager does not watch")
struct UnwatchedFilesTests {
  @Test(
    "Manifests are asked again only where they can read more than their text",
    arguments: [
      ("import PackageDescription\n\nlet package = Package(name: \"Feed\")", false),
      ("import PackageDescription\nimport CompilerPluginSupport\nvar flags: [String] = []", false),
      ("import PackageDescription; import Foundation", true),
      ("import Foundation\nimport PackageDescription", true),
      ("import func Glibc.getenv\nimport PackageDescription", true),
      ("import struct Foundation.URL\nimport PackageDescription", true),
      ("import PackageDescription\nlet tag = Context.gitInformation?.currentTag", true),
    ])
  func manifests(text: String, areAskedAgain: Bool) throws {
    let package = try TemporaryFolder()
    try text.write(
      to: package.url.appending(path: "Package.swift"), atomically: true, encoding: .utf8)

    let files = UnwatchedFiles(of: package.url, in: [package.url])

    #expect(files.arguments == (areAskedAgain ? ["--manifest-cache", "none"] : []))
  }
}
