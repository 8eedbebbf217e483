import BenchmarkModel
import Foundation
import SystemTools

/// The files that make benchmarks of a package.
struct Scaffold {
  /// Where the benchmarks live.
  enum Layout: String, CaseIterable {
    /// In a package of their own in `Benchmarks/`, so that clients of the library depend on nothing
    /// new.
    case nested

    /// In a target of the package itself.
    case root
  }

  /// A dependency on Framegate.
  enum Dependency: Hashable {
    case path(String)
    case url(String, branch: String)
  }

  let layout: Layout
  let dependency: Dependency
  let package: PackageDescription

  /// The folder of the package.
  let root: URL

  /// The path from the top of the repository to the package; empty, or it ends with a slash.
  let prefix: String

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
    let source = File(path: "\(folder)/\(product).swift", text: source)
    switch layout {
    case .nested:
      return [
        File(path: "Benchmarks/Package.swift", text: manifest), source,
        File(path: "Benchmarks/.gitignore", text: ".build/\n"),
      ]
    case .root:
      return [File(path: "Package.swift", text: addition, isAppended: true), source]
    }
  }

  /// The workflow, with its path from the top of the repository.
  var workflow: File {
    let folder = layout == .nested ? "\(prefix)Benchmarks/" : prefix
    return File(
      path: ".github/workflows/frames.yml",
      text: WorkflowTemplate(product: product, prefix: folder).text)
  }

  private var framegate: String {
    switch dependency {
    case .path(let path): ".package(name: \"framegate\", path: \"\(path)\")"
    case .url(let url, let branch): ".package(url: \"\(url)\", branch: \"\(branch)\")"
    }
  }

  private var libraries: [String] {
    package.libraries.map { ".product(name: \"\($0)\", package: \"\(package.name)\")" }
  }

  private var manifest: String {
    let products = libraries + [#".product(name: "FramegateKit", package: "framegate")"#]
    return "// swift-tools-version: 6.2\nimport PackageDescription\n\n" + """
      let package = Package(
        name: "\(product)",
        platforms: [.macOS(.v13)],
        dependencies: [
          .package(name: "\(package.name)", path: "../"),
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
    package.platforms = package.platforms ?? [.macOS(.v13)]
    package.dependencies.append(\(framegate))
    package.targets.append(
      .executableTarget(
        name: "\(product)",
        dependencies: [
    \(package.targets.map { "      \"\($0)\",\n" }.joined())\
          .product(name: "FramegateKit", package: "framegate"),
        ],
        path: "Benchmarks/\(product)"))

    """
  }

  private var source: String {
    let modules = (package.targets + ["FramegateKit"]).sorted().map { "import \($0)\n" }.joined()
    let stem = package.moduleName.prefix(1).lowercased() + package.moduleName.dropFirst()
    return """
      \(modules)
      @main
      struct \(product): FramegateMain {
        static let numbers = (0..<1_000).map { 7_919 * $0 % 1_009 }

        static func register(in registry: inout BenchmarkRegistry) {
          // A closure that is timed as a whole. Call your own code here.
          registry.benchmark("\(stem).sort", freshInputs: 64) {
            numbers                                 // untimed, once per iteration
          } body: { numbers in
            numbers.sort()                          // timed
            blackHole(numbers)
          }

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
  /// Writes all files, or none of them.
  ///
  /// - Parameters:
  ///   - top: The top folder of the repository, where the workflow belongs.
  ///   - hasWorkflow: Whether to write it.
  /// - Returns: The paths of the files.
  /// - Throws: ``ScaffoldError``.
  func write(top: URL, hasWorkflow: Bool) throws -> [String] {
    var plan = files.map { ($0, root.appending(path: $0.path)) }
    if hasWorkflow { plan.append((workflow, top.appending(path: workflow.path))) }
    let manager = FileManager.default
    for (file, url) in plan where !file.isAppended && manager.fileExists(atPath: url.path) {
      throw url.lastPathComponent == "Package.swift"
        ? ScaffoldError.isPackage(url.deletingLastPathComponent().path) : .exists(url.path)
    }
    for (file, url) in plan where file.isAppended {
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      if text.contains("\"\(product)\"") { throw ScaffoldError.exists("\(product) in \(url.path)") }
      guard text.contains("let package = Package(") else {
        throw ScaffoldError.unknownManifest(url.path)
      }
    }
    for (file, url) in plan {
      do {
        try manager.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let before = file.isAppended ? try String(contentsOf: url, encoding: .utf8) : ""
        try Data((before + file.text).utf8).write(
          to: url, options: file.isAppended ? .atomic : .withoutOverwriting)
      } catch {
        throw ScaffoldError.cannotWrite(url.path, reason: error.localizedDescription)
      }
    }
    return plan.map(\.1.path)
  }
}

/// What the package manager says about a package.
struct PackageDescription: Hashable {
  let name: String

  /// Its library products.
  let libraries: [String]

  /// The targets of these libraries, which are modules.
  let targets: [String]

  /// The name of the first of them, else one made of the package's name.
  var moduleName: String {
    targets.first ?? String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// Asks the package manager.
  ///
  /// - Throws: ``ScaffoldError``, `CancellationError`.
  init(of folder: URL) async throws {
    let command = Command("swift", ["package", "dump-package"], in: folder.path)
    let outcome: Command.Outcome
    do {
      outcome = try await command.run()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw ScaffoldError.noPackage(folder.path, reason: "swift cannot be started: \(error)")
    }
    guard outcome.isSuccess,
      let found = try? JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8))
    else {
      let line = outcome.error.split(separator: "\n").first { $0.contains("error: ") }
      throw ScaffoldError.noPackage(
        folder.path, reason: line.map(String.init) ?? "'swift package dump-package' fails")
    }
    name = found.name
    let products = found.products.filter { $0.type.library != nil }
    libraries = products.map(\.name)
    targets = products.flatMap(\.targets).reduce(into: []) { known, target in
      if !known.contains(target) { known.append(target) }
    }
  }

  private struct Dump: Decodable {
    struct Product: Decodable {
      struct Kind: Decodable {
        let library: [String]?
      }

      let name: String
      let targets: [String]
      let type: Kind
    }

    let name: String
    let products: [Product]
  }
}

/// The reason why a package gets no benchmarks.
enum ScaffoldError: ToolError {
  case noPackage(String, reason: String)
  case exists(String)
  case isPackage(String)
  case unknownManifest(String)
  case cannotWrite(String, reason: String)
  case noDependency

  var exitCode: ToolExit {
    switch self {
    case .noDependency: .wrongUsage
    case .noPackage, .exists, .isPackage, .unknownManifest, .cannotWrite: .couldNotRun
    }
  }

  var description: String {
    switch self {
    case .noPackage(let folder, let reason):
      """
      '\(folder)' is not a package: \(reason). Start the tool in a package, or name it with \
      '--package-path'.
      """
    case .exists(let path):
      "\(path) exists already, so nothing was written. Delete it, or add benchmarks to it by hand."
    case .isPackage(let path):
      """
      \(path) is a package already, so nothing was written. Use '--layout root', or add benchmarks to it \
      by hand.
      """
    case .unknownManifest(let path):
      """
      '\(path)' has no line 'let package = Package(', so nothing was written. Use '--layout nested', or \
      add the target by hand.
      """
    case .cannotWrite(let path, let reason):
      "'\(path)' cannot be written: \(reason). Free space there, or change its permissions."
    case .noDependency:
      """
      The tool does not know where Framegate comes from. Name its folder or its repository with \
      '--framegate'.
      """
    }
  }
}
