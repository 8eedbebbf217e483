import BenchmarkModel
import Foundation
import ReportText

/// The files that add benchmarks to a package.
struct Scaffold {
  /// Where the benchmarks live.
  enum Layout: String, CaseIterable {
    /// In a package of their own in `Benchmarks/`, so that clients of the library depend on nothing
    /// new.
    case nested

    /// In a target of the package itself.
    case root

    /// As nested, and the package around them is also created.
    case new
  }

  /// What the benchmarks measure in place of a loop.
  enum Example: String, CaseIterable {
    /// A published transition of view controllers, with HeadlessUI.
    case transitions
  }

  /// Where the new package finds Framegate.
  enum Dependency: Hashable {
    case path(String)
    case url(String, branch: String)
  }

  let layout: Layout
  let dependency: Dependency
  let package: PackageDescription

  let root: URL

  /// The path from the top of the repository to the package; empty, or it ends with a slash.
  let prefix: String

  /// The source of the transition of an example, or nil without one.
  var article: String?

  /// A file, with its path from the package, and whether its text is added to what is there.
  struct File {
    let path: String
    let text: String
    var isAppended = false
  }
}

extension Scaffold {
  /// The name of the executable.
  var product: String { "\(package.moduleName)Benchmarks" }

  /// Everything that is written, the workflow last.
  var files: [File] {
    let folder = "Benchmarks/\(product)"
    var sources = [File(path: "\(folder)/\(product).swift", text: source)]
    if let article {
      let name = URL(filePath: TransitionsTemplate.article).lastPathComponent
      sources.append(File(path: "\(folder)/\(name)", text: article))
    }
    switch layout {
    case .nested: return nested(sources)
    case .root: return [File(path: "Package.swift", text: addition, isAppended: true)] + sources
    case .new: return newPackage + nested(sources)
    }
  }

  /// The package of the benchmarks.
  private func nested(_ sources: [File]) -> [File] {
    [File(path: "Benchmarks/Package.swift", text: manifest)] + sources
      + [File(path: "Benchmarks/.gitignore", text: NewPackage.ignored)]
  }

  /// The package around it, where there is none yet.
  ///
  /// A `.gitignore` that is there stays as it is, because many repositories start with one.
  private var newPackage: [File] {
    let new = NewPackage(module: package.moduleName)
    let ignore = File(path: ".gitignore", text: NewPackage.ignored)
    let isIgnoring = FileManager.default.fileExists(atPath: root.appending(path: ignore.path).path)
    return [
      File(path: "Package.swift", text: new.manifest),
      File(path: "Sources/\(new.module)/\(new.module).swift", text: new.source),
    ] + (isIgnoring ? [] : [ignore])
  }

  /// The workflow, with its path from the top of the repository.
  var workflow: File {
    let folder = layout == .root ? prefix : "\(prefix)Benchmarks/"
    return File(
      path: ".github/workflows/frames.yml",
      text: WorkflowTemplate(prefix: folder, framegate: identity).text)
  }

  // Texts of others are written as literals, which `debugDescription` escapes.
  private var framegate: String {
    switch dependency {
    case .path(let path): ".package(name: \"framegate\", path: \(path.debugDescription))"
    case .url(let url, let branch):
      ".package(url: \(url.debugDescription), branch: \(branch.debugDescription))"
    }
  }

  /// The libraries of Framegate that the source imports.
  private var frameworks: [String] {
    article == nil ? ["FramegateKit"] : ["FramegateKit", "HeadlessUI"]
  }

  /// The package manager's name of Framegate's package: of a repository, the end of its URL.
  private var identity: String {
    guard case .url(let url, _) = dependency else { return "framegate" }
    let name = String(url.split { $0 == "/" || $0 == ":" }.last ?? "framegate")
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }

  /// ``frameworks`` as product dependencies.
  private var kits: [String] {
    frameworks.map { ".product(name: \"\($0)\", package: \(identity.debugDescription))" }
  }

  private var libraries: [String] {
    package.libraries.map {
      ".product(name: \($0.debugDescription), package: \(package.name.debugDescription))"
    }
  }

  private var manifest: String {
    let products = libraries + kits
    return "// swift-tools-version: 6.2\nimport PackageDescription\n\n" + """
      let package = Package(
        name: "\(product)",
        platforms: [.macOS(.v13)],
        dependencies: [
          .package(name: \(package.name.debugDescription), path: "../"),
          \(framegate),
        ],
        targets: [
          .executableTarget(
            name: "\(product)",
            dependencies: [
      \(products.map { "        \($0)," }.joined(separator: "\n"))
            ],
            path: "\(product)")
        ]
      )

      """
  }

  private var addition: String {
    """

    // Benchmarks, see Benchmarks/\(product).
    package.platforms = package.platforms ?? [.macOS("13.0")]
    package.dependencies.append(\(framegate))
    package.targets.append(
      .executableTarget(
        name: "\(product)",
        dependencies: [
    \((package.targets.map(\.debugDescription) + kits).map { "      \($0)," }.joined(separator: "\n"))
        ],
        path: "Benchmarks/\(product)"))

    """
  }

  private var source: String {
    let modules = (package.targets.map(\.asModule.asIdentifier) + frameworks).sorted()
      .map { "import \($0)\n" }.joined()
    guard article == nil else {
      return TransitionsTemplate(product: product, imports: modules).text
    }
    let stem = package.moduleName.prefix(1).lowercased() + package.moduleName.dropFirst()
    return """
      \(modules)
      @main
      struct \(product): FramegateMain {
        static let numbers = (0..<1_000).map { 7_919 * $0 % 1_009 }

        static func register(in registry: inout BenchmarkRegistry) {
          // A closure that is timed as a whole. Call your own code here.
      \(layout == .new ? NewPackage.benchmark(stem) : sorting(stem))

          // An animation that is timed frame by frame; 'check' fails when a frame is dropped.
          registry.scenario(
            "\(stem).scroll", duration: .milliseconds(500),
            budget: [.noDroppedFrames(at: .hz60), .noDroppedFrames(at: .hz120)]
          ) { _ in
            var offset = 0                          // untimed, once per repetition
            return Scenario { frame in              // timed, once per frame
              offset += numbers[frame.index % numbers.count]
              blackHole(offset)
            }
          }
        }
      }

      """
  }
}

extension Scaffold {
  /// A benchmark that calls nothing of the package.
  private func sorting(_ stem: String) -> String {
    """
        registry.benchmark("\(stem).sort", work: .init(freshInputs: 64) {
          numbers                                 // untimed, once per iteration
        } body: { numbers in
          numbers.sort()                          // timed
          blackHole(numbers)
        })
    """
  }
}

extension Scaffold {
  /// Writes all files, or none of them.
  func write(top: URL, hasWorkflow: Bool) throws -> WrittenFiles {
    if let name = package.allTargets.first(where: Self.modules.contains) {
      throw ScaffoldError.conflict(name)
    }
    var plan = files.map { ($0, root, root.appending(path: $0.path)) }
    if hasWorkflow { plan.append((workflow, top, top.appending(path: workflow.path))) }
    let manager = FileManager.default
    for (file, folder, url) in plan {
      if let link = Self.link(on: file.path, in: folder) { throw ScaffoldError.isLink(link) }
      guard file.isAppended else {
        guard manager.fileExists(atPath: url.path) else { continue }
        throw url.lastPathComponent == "Package.swift"
          ? ScaffoldError.isPackage(url.deletingLastPathComponent().path) : .exists(url.path)
      }
      let text: String
      do { text = try String(contentsOf: url, encoding: .utf8) } catch {
        throw ScaffoldError.cannotRead(url.path, reason: error.localizedDescription)
      }
      if text.contains("\"\(product)\"") { throw ScaffoldError.exists("\(product) in \(url.path)") }
      guard text.contains("let package = Package(") else {
        throw ScaffoldError.unknownManifest(url.path)
      }
    }
    var written = WrittenFiles()
    for (file, _, url) in plan {
      do { try written.write(file, to: url) } catch {
        written.undo()
        throw ScaffoldError.cannotWrite(url.path, reason: error.localizedDescription)
      }
    }
    return written
  }

  /// Loads the manifest if lines were added to it, and builds nothing.
  ///
  /// A manifest that this tool wrote as a whole needs no check.
  func checkLoads(_ written: WrittenFiles) async throws {
    guard layout == .root else { return }
    do { _ = try await PackageDescription(of: root) } catch {
      written.undo()
      guard case ScaffoldError.noPackage(_, let reason) = error else { throw error }
      throw ScaffoldError.doesNotLoad(reason)
    }
  }

  /// The first link on the way to a file; it may lead out of the package.
  private static func link(on path: String, in folder: URL) -> String? {
    var url = folder
    for part in path.split(separator: "/") {
      url.append(path: part)
      let values = try? url.resourceValues(forKeys: [.isSymbolicLinkKey])
      if values?.isSymbolicLink == true { return url.path }
    }
    return nil
  }

  /// Framegate's modules: a package that depends on it has no target with one of these names.
  static let modules: Set = [
    "BenchmarkCompatibility", "BenchmarkModel", "BenchmarkReports", "BenchmarkResults",
    "BenchmarkRunner", "BenchmarkVerdicts", "CLayerKernels", "CMeasure", "CThreads",
    "WorkerClient", "FrameLogs", "FrameModel", "FrameSignposts", "FrameTiming",
    "FramegateKit", "FramegateTesting", "HeadlessUI", "LayerKernels", "MotionKernels",
    "ReportText", "SampleStatistics", "WorkerProtocol", "framegate",
  ]
}

/// Files that were written, and how to take them back.
struct WrittenFiles {
  private(set) var paths: [String] = []
  private var undoing: [() -> Void] = []

  fileprivate mutating func write(_ file: Scaffold.File, to url: URL) throws {
    let manager = FileManager.default
    // The outermost folder that is made for it.
    var made: URL?
    var folder = url.deletingLastPathComponent()
    while !manager.fileExists(atPath: folder.path) {
      made = folder
      folder.deleteLastPathComponent()
    }
    let before = file.isAppended ? try Data(contentsOf: url) : nil
    if let made { undoing.append { try? manager.removeItem(at: made) } }
    try manager.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try ((before ?? Data()) + Data(file.text.utf8)).write(
      to: url, options: before == nil ? .withoutOverwriting : .atomic)
    undoing.append {
      if let before {
        try? before.write(to: url, options: .atomic)
      } else {
        try? manager.removeItem(at: url)
      }
    }
    paths.append(url.path)
  }

  /// Puts everything back.
  func undo() { for undo in undoing.reversed() { undo() } }
}

/// The reason why a package gets no benchmarks.
enum ScaffoldError: ToolError {
  case noPackage(String, reason: String)
  case noManifest(String)
  case exists(String)
  case isPackage(String)
  case unknownManifest(String)
  case cannotRead(String, reason: String)
  case cannotWrite(String, reason: String)
  case isLink(String)
  case conflict(String)

  /// The file of an example cannot be read.
  case noExample(String)

  /// The package manager refuses what was written, which was taken back.
  case doesNotLoad(String)
  case noDependency

  var exitCode: ToolExit {
    switch self {
    case .noDependency, .noExample: .wrongUsage
    case .noPackage, .noManifest, .exists, .isPackage, .unknownManifest, .cannotRead, .cannotWrite,
      .isLink, .conflict, .doesNotLoad:
      .couldNotRun
    }
  }

  var description: String {
    switch self {
    case .noPackage(let folder, let reason):
      """
      '\(folder)' is not a package: \(reason.withoutFullStop). Start the tool in a package, or name it with \
      '--package-path'.
      """
    case .noManifest(let folder):
      """
      '\(folder)' is in no Swift package. Start one there with '\(ToolName.current.command) init --layout new', \
      or name the folder of one with '--package-path'.
      """
    case .exists(let path):
      "\(path) already exists, so nothing was written. Delete it, or add benchmarks to it by hand."
    case .isPackage(let path):
      """
      \(path) is already a package, so nothing was written. Use '--layout root', or add benchmarks to it \
      by hand.
      """
    case .unknownManifest(let path):
      """
      '\(path)' has no line 'let package = Package(', so nothing was written. Use '--layout nested', or \
      add the target by hand.
      """
    case .cannotRead(let path, let reason):
      """
      '\(path)' cannot be read, so nothing was written: \(reason.withoutFullStop). Change its \
      permissions, or store it as UTF-8.
      """
    case .cannotWrite(let path, let reason):
      """
      '\(path)' cannot be written: \(reason.withoutFullStop). Free space there, or change its \
      permissions.
      """
    case .isLink(let path):
      "\(path) is a link, so nothing was written. Replace it with what it leads to."
    case .conflict(let name):
      """
      Framegate also has a target '\(name)', so nothing was written: the package manager accepts a name \
      only once. Rename the package's target.
      """
    case .doesNotLoad(let reason):
      """
      The package does not load with benchmarks: \(reason.withoutFullStop). Everything is as it was. Use \
      another '--layout', or add benchmarks by hand.
      """
    case .noExample(let path):
      "The example is not at '\(path)'. Name a folder that has a copy of Framegate with '--framegate'."
    case .noDependency:
      """
      An installed tool does not know where Framegate's sources are. Name their folder or their \
      repository: '--framegate ../framegate' or '--framegate URL'.
      """
    }
  }
}
