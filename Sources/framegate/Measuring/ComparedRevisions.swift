import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

/// The result of comparing two revisions.
struct ComparedRevisions: Sendable {
  var compared: Measurements.Compared
  var ending: Ending

  /// What films the builds; nothing if nothing was measured.
  var studios = FilmStudios()
}

extension MeasuredProgram {
  /// Maps the baseline's source lines to the candidate's; knows none without git.
  func changedLines(
    from baseline: RevisionBuild, to candidate: RevisionBuild
  ) async -> LineChanges {
    guard let repository = try? await Repository(folder: packageRoot.path),
      let diff = try? await repository.diff(from: baseline.commit, to: candidate.commit)
    else { return .none }
    return LineChanges(diff: diff)
  }
}
