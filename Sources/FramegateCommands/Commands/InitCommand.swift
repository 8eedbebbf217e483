import ArgumentParser
import Foundation
import ReportText
import Revisions

extension Scaffold.Layout: ExpressibleByArgument {}
extension Scaffold.Example: ExpressibleByArgument {}

extension Framegate {
  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init",
      abstract: "Add benchmarks, and a workflow that checks them, to a package.",
      discussion: """
        Writes a manifest, a source file with a benchmark and a scenario, and a workflow for GitHub \
        Actions. Replaces nothing: if one of the files exists, none is written. With '--layout root' it \
        adds a few lines at the end of the package's own Package.swift.
        """)

    @Option(
      help: """
        Make a package in Benchmarks/ (nested), or add a target to the package itself (root).
        """)
    var layout = Scaffold.Layout.nested

    @Option(
      help: .value(
        "path or URL",
        """
        Depend on Framegate in this folder or repository. Otherwise on the folder that the tool was \
        built in. A branch that is not 'main' follows the URL: URL#branch.
        """))
    var framegate: String?

    @Option(
      help: .value(
        "transitions", "Start with a transition of view controllers, to present, dismiss and drag.")
    )
    var example: Scaffold.Example?

    @Flag(help: "Write no workflow.")
    var noWorkflow = false

    @OptionGroup var package: PackageOptions

    func run() async throws {
      let root = ResultsFolder.outerPackageRoot
      let repository = try? await Repository(folder: root.path)
      let dependency = try dependency()
      let scaffold = Scaffold(
        layout: layout, dependency: dependency, package: try await PackageDescription(of: root),
        root: root, prefix: repository?.prefix ?? "", article: try article(dependency))
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
      let package = layout == .nested ? " --package-path \(nested(root))" : ""
      Terminal.say(
        """
        Next: 'swift run -c release\(package) \(scaffold.product) check' measures and judges them.

        """)
    }

    /// The source of the example; a repository is that from which the tool was built.
    private func article(_ dependency: Scaffold.Dependency) throws -> String? {
      guard example != nil else { return nil }
      if case .path(let path) = dependency {
        return try TransitionsTemplate.articleSource(
          in: URL(filePath: path, directoryHint: .isDirectory))
      }
      guard let built = ToolSource.folder else { throw ScaffoldError.noDependency }
      return try TransitionsTemplate.articleSource(in: built)
    }

    private func nested(_ root: URL) -> String {
      root.appending(path: "Benchmarks").relativeToWorkingFolder
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
