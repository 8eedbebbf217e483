import BenchmarkRunner
import Foundation

/// The tool that is running, which is also what is built of other revisions and in other orders.
enum RunningTool {
  /// The name of its executable.
  static var product: String {
    URL(filePath: EnvironmentProbe.executablePath).lastPathComponent
  }

  /// What builds it from its package.
  ///
  /// - Throws: `RevisionError`.
  static func builder(observer: BuildProgress) async throws -> RevisionBuilder {
    try await RevisionBuilder(
      packageRoot: ResultsFolder.packageRoot, product: product, observer: observer)
  }
}
