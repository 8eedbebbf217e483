import Foundation
import TestSupport
import Testing

@testable import framegate

@Suite("Scaffold")
struct ScaffoldTests {
  private let folder: TemporaryFolder
  private var root: URL { folder.url.appending(path: "package") }
  private var manifest: URL { root.appending(path: "Package.swift") }

  init() throws { folder = try TemporaryFolder() }

  /// A package with one library and its target.
  private func make(tools: String, target: String = "Feed") async throws -> PackageDescription {
    try FileManager.default.createDirectory(
      at: root.appending(path: "S"), withIntermediateDirectories: true)
    try Data("public let a = 1\n".utf8).write(to: root.appending(path: "S/a.swift"))
    try Data(
      """
      // swift-tools-version: \(tools)
      import PackageDescription
      let package = Package(
        name: "Feed", products: [.library(name: "Feed", targets: ["\(target)"])],
        targets: [.target(name: "\(target)", path: "S")])

      """.utf8
    ).write(to: manifest)
    return try await PackageDescription(of: root)
  }

  private func scaffold(
    _ layout: Scaffold.Layout, _ package: PackageDescription,
    _ dependency: Scaffold.Dependency = .path("/framegate")
  ) -> Scaffold {
    Scaffold(layout: layout, dependency: dependency, package: package, root: root, prefix: "")
  }

  private var content: [String: Data] {
    get throws {
      var files: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
      where !path.hasPrefix(".build") {
        files[path] = (try? Data(contentsOf: root.appending(path: path))) ?? Data()
      }
      return files
    }
  }

  @Test(
    "What is written loads with old and new tools, whatever the names and places contain",
    arguments: ["5.5", "6.2"], [#"https://x/a"b\(1)"#, "https://x/a"])
  func loads(tools: String, url: String) async throws {
    let package = try await make(tools: tools)
    for layout in [Scaffold.Layout.nested, .root] {
      let scaffold = scaffold(layout, package, .url(url, branch: "m\"x\n"))
      let written = try scaffold.write(top: root, hasWorkflow: true)
      try await scaffold.checkLoads(written)
      if layout == .nested {
        _ = try await PackageDescription(of: root.appending(path: "Benchmarks"))
      }
      #expect(written.paths.count == (layout == .root ? 3 : 4))
      written.undo()
    }
    #expect(try content.keys.sorted() == ["Package.swift", "S", "S/a.swift"])
  }

  @Test("A manifest that cannot be read is not called unknown, and stays")
  func unreadable() async throws {
    let package = try await make(tools: "6.2")
    let bytes = Data([0xFF, 0xFE]) + (try Data(contentsOf: manifest))
    try bytes.write(to: manifest)

    #expect {
      try scaffold(.root, package).write(top: root, hasWorkflow: false)
    } throws: { error in
      guard case ScaffoldError.cannotRead(manifest.path, _) = error else { return false }
      return true
    }
    #expect(try Data(contentsOf: manifest) == bytes)
  }

  @Test(
    "An example has its transition in a file of its own, and both libraries",
    arguments: [Scaffold.Layout.nested, .root])
  func example(layout: Scaffold.Layout) async throws {
    let framegate = Checkout.folder
    var scaffold = scaffold(layout, try await make(tools: "6.2"))
    scaffold.article = try TransitionsTemplate.articleSource(in: framegate)
    let written = try scaffold.write(top: root, hasWorkflow: false)
    try await scaffold.checkLoads(written)
    let files = try content
    let folder = "Benchmarks/FeedBenchmarks"
    let article = try Data(contentsOf: framegate.appending(path: TransitionsTemplate.article))
    #expect(files["\(folder)/EdgeSwipeCard.swift"] == article)
    let source = String(decoding: files["\(folder)/FeedBenchmarks.swift"] ?? Data(), as: UTF8.self)
    #expect(source.hasPrefix("import Feed\nimport FramegateKit\nimport HeadlessUI\n\n@main\n"))
    let manifest = files[layout == .root ? "Package.swift" : "Benchmarks/Package.swift"]
    let text = String(decoding: manifest ?? Data(), as: UTF8.self)
    for library in ["FramegateKit", "HeadlessUI"] {
      #expect(text.contains(".product(name: \"\(library)\", package: \"framegate\"),"))
    }
    #expect(throws: ScaffoldError.self) { _ = try TransitionsTemplate.articleSource(in: root) }
  }

  /// Names of folders, and of the library that is started there.
  private static let folders = [
    ("Feed", "Feed"), ("my-app 2", "my_app_2"), ("7", "Library"), ("func", "func"),
    ("Größe", "Größe"),
  ]

  @Test("A package is started whole, with a library that the benchmarks call", arguments: folders)
  func new(folderName: String, name: String) async throws {
    let root = root.appending(path: folderName)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let scaffold = Scaffold(
      layout: .new, dependency: .path("/framegate"), package: .init(startedIn: folderName),
      root: root, prefix: "")

    let written = try scaffold.write(top: root, hasWorkflow: false)

    let package = try await PackageDescription(of: root)
    #expect(package.libraries == [name])
    #expect(package.allTargets == [name])
    _ = try await PackageDescription(of: root.appending(path: "Benchmarks"))
    let ignored = try String(contentsOf: root.appending(path: ".gitignore"), encoding: .utf8)
    #expect(ignored == ".build/\nPackage.resolved\n")
    let library = try #require(scaffold.files.first { $0.path == "Sources/\(name)/\(name).swift" })
    let suite = try #require(scaffold.files.first { $0.path.hasSuffix("Benchmarks.swift") })
    #expect(library.text.contains("func offsets(ofRows heights: [Int])"))
    #expect(suite.text.contains("blackHole(offsets(ofRows: numbers))"))
    for name in suite.text.matches(of: /"([^"]*\.scroll)"/) {
      #expect(name.output.1.unicodeScalars.count == name.output.1.utf8.count, "\(name.output.1)")
    }
    written.undo()
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == [])
  }

  @Test("A package is not started over one, and a '.gitignore' stays as it is")
  func newOverOld() async throws {
    _ = try await make(tools: "6.2")
    let before = try content
    let scaffold = scaffold(.new, .init(startedIn: "Feed"))

    #expect(throws: ScaffoldError.self) { try scaffold.write(top: root, hasWorkflow: false) }
    #expect(try content == before)

    try FileManager.default.removeItem(at: manifest)
    try Data("mine\n".utf8).write(to: root.appending(path: ".gitignore"))
    _ = try scaffold.write(top: root, hasWorkflow: false)
    #expect(try content[".gitignore"] == Data("mine\n".utf8))
  }

  @Test("A manifest that would not load is put back, with everything else")
  func putsBack() async throws {
    let package = try await make(tools: "6.2")
    // Accepted as text, refused by the package manager: targets after a fatal error.
    let text = try String(contentsOf: manifest, encoding: .utf8) + "fatalError()\n"
    try Data(text.utf8).write(to: manifest)
    let before = try content
    let scaffold = scaffold(.root, package)

    let written = try scaffold.write(top: root, hasWorkflow: true)
    await #expect(throws: ScaffoldError.self) { try await scaffold.checkLoads(written) }

    #expect(try content == before)
  }

  @Test(
    "Modules named like keywords, and names that are none, are imported as the compiler wants",
    arguments: [("func", "import `func`", "func"), ("My-Lib", "import My_Lib", "My_Lib")])
  func names(target: String, line: String, module: String) async throws {
    let scaffold = scaffold(.nested, try await make(tools: "6.2", target: target))

    let source = try #require(scaffold.files.first { $0.path.hasSuffix("Benchmarks.swift") })

    #expect(scaffold.product == "\(module)Benchmarks")
    #expect(source.text.contains("\(line)\n"))
    #expect(source.text.contains("struct \(module)Benchmarks:"))
  }

  @Test("A target with the name of one of Framegate's is refused before anything is written")
  func conflict() async throws {
    let package = try await make(tools: "6.2", target: "FrameTiming")
    let before = try content

    let error = #expect(throws: ScaffoldError.self) {
      try scaffold(.nested, package).write(top: root, hasWorkflow: true)
    }

    #expect("\(error.map { "\($0)" } ?? "")".contains("'FrameTiming'"))
    #expect(try content == before)
    let sources = Checkout.url("Sources")
    let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    #expect(
      Scaffold.modules
        // What products have besides, under other folders.
        == Set(modules).union(["LayerKernels", "CLayerKernels"]))
  }

  @Test("Nothing is written through a link", arguments: [".github", "Benchmarks", "Package.swift"])
  func links(path: String) async throws {
    let package = try await make(tools: "6.2")
    let outside = folder.url.appending(path: "outside")
    let link = root.appending(path: path)
    if path == "Package.swift" {
      try FileManager.default.moveItem(at: link, to: outside)
    } else {
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
    let before = try? Data(contentsOf: outside)

    let error = #expect(throws: ScaffoldError.self) {
      try scaffold(.root, package).write(top: root, hasWorkflow: true)
    }

    #expect("\(error.map { "\($0)" } ?? "")".contains("is a link"))
    #expect((try? Data(contentsOf: outside)) == before)
    #expect((try? FileManager.default.contentsOfDirectory(atPath: outside.path)) ?? [] == [])
  }

  @Test("The reason why a package does not load is the compiler's, without its command")
  func reason() async throws {
    _ = try await make(tools: "6.2")
    try Data("// swift-tools-version: 6.2\nlet a: Int = \"x\"\n".utf8).write(to: manifest)

    let error = await #expect(throws: ScaffoldError.self) { try await PackageDescription(of: root) }

    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("is not a package: cannot convert"), "\(text)")
    #expect(!text.contains("compiled with") && !text.contains(".."))
  }
}
