/// The name of the running tool, for messages that say which command to type next.
///
/// Every executable that registers benchmarks is a tool of its own, so it is not always `framegate`.
package enum ToolName {
  /// The last part of the path that the program was started with.
  package static let current: String = {
    let path = CommandLine.arguments.first ?? ""
    return path.split(separator: "/").last.map(String.init) ?? "framegate"
  }()
}
