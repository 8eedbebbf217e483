import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import ReportText

extension Revision {
  /// The commit that an operand of `compare` or `check` names; nil for a stored result.
  ///
  /// Without an operand, it is the working tree.
  ///
  /// Reads and builds nothing.
  init?(operand: String?, for program: MeasuredProgram) async throws {
    guard let operand else {
      self = .workingTree
      return
    }
    let target = try await Target(operand, program)
    // A commit that only a stored run knows cannot be built.
    guard case .commit(let hash, _) = target.resolved, target.isInRepository else { return nil }
    self = .commit(hash, name: target.name)
  }
}

/// A stored result that an operand of a command names.
struct StoredResult {
  let file: ResultFile
  let label: ResultLabel
  let url: URL

  /// Reads the file, the stored name or the newest clean run of the commit that `operand` names;
  /// without one, the newest run of the program.
  ///
  /// If `isWarm`, takes only the warm work of frames.
  ///
  /// - Throws: `ResultsError`; `RevisionError` for a revision that a shallow clone lacks, and when
  ///   git cannot read the repository.
  init(_ operand: String?, of program: MeasuredProgram, isWarm: Bool = false) async throws {
    let store = program.store
    guard let operand = operand ?? store.newestRun()?.path else {
      throw ReportError.noRun(in: store.runsFolder)
    }
    let target = try await Target(operand, program)
    let (file, url) = try store.load(target.resolved)
    self.file = isWarm ? file.warm : file
    self.url = url
    label = ResultLabel(url.relativePath, file)
  }
}

extension StoredResult {
  /// Refuses a base that another compiler built, because any of its numbers may differ.
  func require(_ toolchain: String?) throws {
    guard let toolchain, file.environment.toolchain != toolchain else { return }
    throw CommandError(
      """
      '\(url.relativeToWorkingFolder)' was recorded with '\(file.environment.toolchain)', and this \
      is '\(toolchain)': a compiler can change every number. Record it again with \
      '\(ToolName.current.command) run' and 'baseline update', or compare all the same with \
      '--across-toolchains'.
      """, .couldNotRun)
  }
}

/// The commit or the stored result that an operand names.
private struct Target {
  let resolved: Operand

  /// The operand without a prefix that forces its meaning.
  let name: String

  /// Whether it names a commit itself, and not the commit's newest run.
  let isInRepository: Bool

  init(_ operand: String, _ program: MeasuredProgram) async throws {
    let folder = ResultsFolder.workingFolder
    let isRun = operand.hasPrefix("run:")
    let text = isRun ? "rev:\(operand.dropFirst(4))" : operand
    name = text.hasPrefix("rev:") ? String(text.dropFirst(4)) : text
    var repository: Repository?
    var commit: String?
    var problem: RevisionError?
    do {
      repository = try await Repository(folder: program.packageRoot.path)
      commit = try await repository?.knownCommit(name)
    } catch RevisionError.notARepository {
      // Stored results need no repository.
    } catch let error as RevisionError { problem = error }
    // The compiler crashes on "&&" here.
    isInRepository = isRun ? false : commit != nil
    do {
      resolved = try program.store.resolve(text, in: folder) { _ in commit }
    } catch ResultsError.operandNotFound(let operand, let directory) {
      if let problem { throw problem }
      if let repository, try await repository.isShallow {
        throw RevisionError.notFound(revision: name, isShallow: true)
      }
      throw ResultsError.operandNotFound(operand: operand, directory: directory)
    }
  }
}
