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

    /// Like `nested`, and the package around the benchmarks is created too.
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

  /// The path from the top of the repository to the package: empty, or ending with a slash.
  let prefix: String

  /// The source of the transition of an example, or nil without one.
  var article: String?

  /// A file, with its path in the package, and whether its text is appended to an existing file.
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

  /// The package around it, if there is none yet.
  ///
  /// An existing `.gitignore` stays as it is, because many repositories start with one.
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

  // Foreign texts are written as literals, which `debugDescription` escapes.
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

  /// The package manager's name for Framegate's package: for a repository, the last part of its
  /// URL.
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
    // Names of benchmarks are ASCII, those of modules need not be.
    let name = String(package.moduleName.map { $0.isASCII ? $0 : "_" })
    let stem = name.prefix(1).lowercased() + name.dropFirst()
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
