import BenchmarkModel
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
