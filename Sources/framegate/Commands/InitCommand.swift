import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import Foundation
import ReportText

extension Scaffold.Layout: ExpressibleByArgument {}
extension Scaffold.Example: ExpressibleByArgument {}

extension Framegate {
  struct Init: ToolCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Add benchmarks, and a workflow that checks them, to a package.",
      discussion: """
        Writes a manifest, a source file with a benchmark and a scenario, and a workflow for GitHub \
        Actions. Replaces nothing: if one of the files exists, none is written. With '--layout root' it \
        adds a few lines at the end of the package's own Package.swift. Builds nothing.
        """)

    @Option(
      help: """
        nested: a package in Benchmarks/. new: the same, and a library. root: a target in your \
        Package.swift.
        """)
    var layout = Scaffold.Layout.nested

    @Option(
      help: .value(
        "path or URL",
        """
        Depend on Framegate in this folder or repository. Default: the folder that the tool was built in, \
        if it is still there. A branch that is not 'main' follows the URL: URL#branch.
        """))
    var framegate: String?

    @Option(
      help: .value(
        "transitions", "Start with a transition of view controllers, to present, dismiss and drag.")
    )
    var example: Scaffold.Example?

    @Flag(help: "Do not write a workflow.")
    var noWorkflow = false

    @OptionGroup var package: PackageOptions

    func perform() async throws -> ToolExit {
      let isNew = layout == .new
      if !isNew { try package.requirePackage() }
      let root = isNew ? package.newRoot : package.root
      guard isNew || ResultsFolder.hasPackage(root) else {
        throw ScaffoldError.noManifest(root.path)
      }
      let repository = try? await Repository(folder: root.path)
      let dependency = try dependency()
      let description =
        isNew
        ? PackageDescription(startedIn: root.lastPathComponent)
        : try await PackageDescription(of: root)
      let scaffold = Scaffold(
        layout: layout, dependency: dependency, package: description, root: root,
        prefix: repository?.prefix ?? "", article: try article(dependency))
      let top = URL(filePath: repository?.top ?? root.path, directoryHint: .isDirectory)
      let written = try scaffold.write(top: top, hasWorkflow: !noWorkflow)
      try await scaffold.checkLoads(written)
      for path in written.paths {
        Terminal.say("Wrote \(URL(filePath: path).relativeToWorkingFolder)\n")
      }
      if case .path(let path) = scaffold.dependency, !noWorkflow {
        Terminal.say(
          """
          The package depends on '\(path)', a folder of this machine. Before you push, name a repository \
          in its place, as '--framegate URL' does.

          """)
      }
      Terminal.say(
        """
        Next: '\(ToolName.current.command) check\(folderOption(root))' measures and judges them.

        """)
      return .pass
    }

    /// The option that later commands need, with a space before it; empty if they find the
    /// package.
    private func folderOption(_ root: URL) -> String {
      guard package.packagePath != nil else { return "" }
      let folder = layout == .root ? root : root.appending(path: "Benchmarks")
      return " --package-path \(folder.relativeToWorkingFolder.shellWord)"
    }

    /// The source of the example: from the checkout that the user named, or from the tool's own.
    private func article(_ dependency: Scaffold.Dependency) throws -> String? {
      guard example != nil else { return nil }
      if case .path(let path) = dependency {
        return try TransitionsTemplate.articleSource(
          in: URL(filePath: path, directoryHint: .isDirectory))
      }
      guard let built = ToolSource.folder else { throw ScaffoldError.noDependency }
      return try TransitionsTemplate.articleSource(in: built)
    }

    private func dependency() throws -> Scaffold.Dependency {
      if let framegate {
        if framegate.contains("://") || framegate.hasPrefix("git@") {
          let parts = framegate.split(separator: "#", maxSplits: 1)
          return .url(String(parts[0]), branch: parts.count > 1 ? String(parts[1]) : "main")
        }
        return .path(URL(filePath: framegate).standardizedFileURL.path)
      }
      guard let built = ToolSource.folder,
        FileManager.default.fileExists(atPath: built.appending(path: "Sources/FramegateKit").path)
      else { throw ScaffoldError.noDependency }
      return .path(built.path)
    }
  }
}
