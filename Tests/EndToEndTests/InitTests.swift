import Foundation
import TestSupport
import Testing

/// Benchmarks for a package that has none.
@Suite("Init, end to end")
struct InitTests {
  private static let checkout = Checkout.folder

  /// A package with a library, in a folder of a repository whose path has a space.
  private static func package(in folder: TemporaryPackage) async throws -> URL {
    let root = folder.folder.appending(path: "my repository/Layout")
    try FileManager.default.createDirectory(
      at: root.appending(path: "Sources/GridLayout"), withIntermediateDirectories: true)
    try Data(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "layout-kit",
        products: [.library(name: "LayoutKit", targets: ["GridLayout"])],
        targets: [.target(name: "GridLayout")]
      )

      """.utf8
    ).write(to: root.appending(path: "Package.swift"))
    try Data("public let gap = 8\n".utf8).write(
      to: root.appending(path: "Sources/GridLayout/Grid.swift"))
    let git = try await Tool.shell("git init -q ..", in: root)
    try #require(git.code == 0, "\(git.error)")
    return root
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { !$0.contains(".git/") && $0.contains(".") }.sorted()
  }

  @Test(
    "A nested package is written whole, and never over anything", arguments: ["nested", "root"])
  func layouts(layout: String) async throws {
    let folder = try TemporaryPackage()
    let root = try await Self.package(in: folder)
    let arguments = ["init", "--layout", layout, "--framegate", Self.checkout.path]

    let run = try await Tool.framegate.run(arguments, in: root.appending(path: "Sources"))
    let manifest = root.appending(path: layout == "nested" ? "Benchmarks" : ".")
    let parsed = try await Tool.shell("swift package dump-package", in: manifest)
    let source = try String(
      contentsOf: root.appending(
        path: "Benchmarks/GridLayoutBenchmarks/GridLayoutBenchmarks.swift"), encoding: .utf8)
    let workflow = try String(
      contentsOf: root.appending(path: "../.github/workflows/frames.yml"), encoding: .utf8)
    let before = try Self.names(in: root)
    let again = try await Tool.framegate.run(arguments, in: root)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(parsed.code == 0, "\(parsed.error)")
    #expect(parsed.output.contains("\"GridLayoutBenchmarks\""))
    #expect(source.contains("import FramegateKit\nimport GridLayout\n"))
    let path = layout == "nested" ? "Layout/Benchmarks" : "Layout"
    #expect(workflow.contains("framegate check --package-path \(path) \\"), "\(workflow)")
    #expect(again.code == 1, "\(again.output)\(again.error)")
    #expect(again.error.contains("nothing was written"))
    #expect(again.error.contains(layout == "nested" ? "Use '--layout root'" : "Delete it"))
    #expect(try Self.names(in: root) == before)
  }

  @Test("In an empty folder it offers to start a package, and does so on request")
  func new() async throws {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.url.appending(path: "Feed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

    let arguments = ["init", "--framegate", Self.checkout.path]
    let none = try await Tool.framegate.run(arguments, in: folder)
    let before = try Self.names(in: folder)
    let run = try await Tool.framegate.run(arguments + ["--layout", "new"], in: folder)
    let after = try Self.names(in: folder)
    let again = try await Tool.framegate.run(arguments + ["--layout", "new"], in: folder)

    #expect(none.code == 1, "\(none.error)")
    #expect(none.error.contains("is in no Swift package. Start one there with '"), "\(none.error)")
    #expect(none.error.contains(" init --layout new', or "), "\(none.error)")
    #expect(before == [])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains(" check' measures and judges them."), "\(run.error)")
    #expect(
      after == [
        ".github", ".github/workflows", ".github/workflows/frames.yml", ".gitignore",
        "Benchmarks/.gitignore", "Benchmarks/FeedBenchmarks/FeedBenchmarks.swift",
        "Benchmarks/Package.swift", "Package.swift", "Sources/Feed/Feed.swift",
      ], "\(after)")
    #expect(again.code == 1, "\(again.error)")
    #expect(again.error.contains("nothing was written"), "\(again.error)")
    #expect(try Self.names(in: folder) == after)

    let elsewhere = try await Tool.framegate.run(
      arguments + ["--layout", "new", "--package-path", "Grid"],
      in: folder.deletingLastPathComponent())
    #expect(elsewhere.code == 0, "\(elsewhere.error)")
    #expect(
      elsewhere.error.contains(" check --package-path Grid/Benchmarks' measures"),
      "\(elsewhere.error)")
  }

  @Test("Without a package, or with nothing to depend on, the error says what to do")
  func errors() async throws {
    let folder = try TemporaryPackage()
    let broken = folder.folder.appending(path: "broken")
    try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
    try Data("let package = Package(\n".utf8).write(to: broken.appending(path: "Package.swift"))

    let none = try await Tool.framegate.run(
      ["init", "--package-path", "nowhere"], in: folder.folder)
    let bad = try await Tool.framegate.run(["init"], in: broken)

    #expect(none.code == 64, "\(none.error)")
    #expect(none.error.contains("Name the folder of a package"))
    #expect(bad.code == 1, "\(bad.error)")
    #expect(bad.error.contains("is not a package"), "\(bad.error)")
  }
}
