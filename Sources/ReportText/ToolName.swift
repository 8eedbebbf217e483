import Foundation

/// The name of the running tool, and how to start it again, for messages that say what to type
/// next.
///
/// It is not always `framegate`: an executable with benchmarks passes its own name to the tool.
package struct ToolName: Hashable, Sendable {
  /// The last part of the path that the program was started with: `FeedBenchmarks`.
  package let name: String

  /// The command that starts it in the same shell: `swift run -c release FeedBenchmarks`.
  package let command: String

  /// Describes a tool.
  ///
  /// A path without a slash was found on the search path. A program in the build folder of the
  /// working folder is started with `swift run`. Any other path is used as it is.
  package init(startedAs path: String, in workingFolder: String? = nil) {
    let parts = path.split(separator: "/")
    name = parts.last.map(String.init) ?? "framegate"
    guard path.contains("/") else {
      command = name
      return
    }
    var local = path[...]
    if let workingFolder, path.hasPrefix(workingFolder + "/") {
      local = path.dropFirst(workingFolder.count + 1)
    }
    if local.hasPrefix("./") { local = local.dropFirst(2) }
    if local.hasPrefix(".build/") {
      command = "swift run -c release \(name.shellWord)"
    } else {
      command = path.shellWord
    }
  }

  package static let current = ToolName(
    startedAs: CommandLine.arguments.first ?? "",
    in: FileManager.default.currentDirectoryPath)
}
