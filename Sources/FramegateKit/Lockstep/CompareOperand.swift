import BenchmarkResults
import BenchmarkRunner
import Foundation

/// What an operand of `compare` or `check` stands for.
enum CompareOperand {
  /// A file or a stored name.
  case stored
  /// A commit of this repository.
  case revision(Revision)

  /// Finds out, without reading or building anything.
  ///
  /// - Throws: `ResultsError`, `RevisionError` for a revision that a shallow clone lacks.
  init(_ operand: String) async throws {
    let folder = ResultsFolder.workingFolder
    let name = operand.hasPrefix("rev:") ? String(operand.dropFirst(4)) : operand
    let commit = await GitState.commit(of: name, folder: folder.path)
    do {
      switch try ResultsFolder.store.resolve(operand, in: folder, commit: { _ in commit }) {
      case .file, .baseline:
        self = .stored
      case .commit(let hash, _):
        // A commit that only a stored run knows cannot be built.
        self = commit == nil ? .stored : .revision(.commit(hash, name: name))
      }
    } catch ResultsError.operandNotFound(let operand, let directory) {
      let repository = try? await Repository(folder: folder.path)
      if let repository, await repository.isShallow {
        throw RevisionError.notFound(revision: name, isShallow: true)
      }
      throw ResultsError.operandNotFound(operand: operand, directory: directory)
    }
  }
}
