import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// A result that an operand of a command names.
struct StoredResult {
  let content: ResultFile
  let label: ResultLabel

  /// Reads the file, the stored name or the newest clean run of the commit that `operand` names.
  ///
  /// - Throws: `ResultsError`.
  init(_ operand: String) async throws {
    let folder = ResultsFolder.workingFolder
    let revision = operand.hasPrefix("rev:") ? String(operand.dropFirst(4)) : operand
    let commit = await GitState.commit(of: revision, folder: folder.path)
    let store = ResultsFolder.store
    let (content, url) = try store.load(store.resolve(operand, in: folder) { _ in commit })
    (self.content, label) = (content, ResultLabel(url.relativePath, content))
  }
}
