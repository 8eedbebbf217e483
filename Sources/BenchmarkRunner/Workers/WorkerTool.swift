/// A program that runs a worker's program, such as a profiler.
package struct WorkerTool: Hashable, Sendable {
  package let executable: String

  /// Its own arguments; the worker's path and arguments follow.
  package let arguments: [String]

  /// Variables that it needs.
  package let environment: [String: String]

  package init(executable: String, arguments: [String], environment: [String: String] = [:]) {
    (self.executable, self.arguments) = (executable, arguments)
    self.environment = environment
  }
}
