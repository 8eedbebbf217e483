import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

/// The result that a command shows or judges: a run of this tool, or a stored one.
struct MeasuredResult: Sendable {
  var file: ResultFile

  /// Which part of a selection it is.
  let division: ShardDivision

  /// Where it is saved, or why its last state is not, or nil for a run that is not saved at all.
  var saved: Result<URL, ResultsError>?

  var ending = Ending()

  /// How the user named it, or nil for a run of this tool.
  var storedLabel: ResultLabel?
}

extension MeasuredResult {
  var label: ResultLabel { storedLabel ?? ResultLabel(place ?? "this run", file) }

  /// Where it is saved.
  var place: String? { (try? saved?.get())?.relativeToWorkingFolder }

  /// Says why the run is not saved, if it was to be.
  func tellIfUnsaved() {
    guard case .failure(let error) = saved else { return }
    Terminal.say("This run is not saved: \(lines: "\(error)")\n")
  }
}
