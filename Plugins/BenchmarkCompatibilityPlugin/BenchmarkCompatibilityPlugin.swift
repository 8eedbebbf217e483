import Foundation
import PackagePlugin

/// Gives a target that declares `benchmarks` its entry point.
@main
struct BenchmarkCompatibilityPlugin: BuildToolPlugin {
  private static let entryPoint = """
    import BenchmarkCompatibility

    @main
    enum GeneratedBenchmarkSuite: BenchmarkSuite {
      static func declare() { _ = benchmarks() }
    }

    """

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.pluginWorkDirectoryURL
    let text = folder.appending(path: "GeneratedBenchmarkSuite.txt")
    // Unchanged, it keeps its date, and nothing is built again.
    if (try? String(contentsOf: text, encoding: .utf8)) != Self.entryPoint {
      try Data(Self.entryPoint.utf8).write(to: text)
    }
    let source = folder.appending(path: "GeneratedBenchmarkSuite.swift")
    return [
      .buildCommand(
        displayName: "Writing the entry point of \(target.name)",
        executable: URL(filePath: "/bin/cp"), arguments: [text.path, source.path],
        inputFiles: [text], outputFiles: [source])
    ]
  }
}
