import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import ReportText

/// The result that a command shows or judges: a run of this tool, or a stored one.
struct MeasuredResult: Sendable {
  var run: Measurements.Run

  /// Where it is saved, or the error that kept it or its last state from being saved; nil for a run
  /// that should not be saved.
  var saved: Result<URL, ResultsError>?

  var ending = Ending()

  /// How the user named it, or nil for a run of this tool.
  var storedLabel: ResultLabel?
}

extension MeasuredResult {
  /// Takes a stored result, which is not divided among shards.
  init(_ stored: StoredResult) {
    let names = stored.file.benchmarks.map(\.name)
    self.init(
      run: .init(division: ShardDivision(of: names, for: .whole), result: stored.file),
      storedLabel: stored.label)
  }

  var file: ResultFile { run.result }

  var label: ResultLabel { storedLabel ?? ResultLabel(place ?? "this run", file) }

  /// Where it is saved.
  var place: String? { (try? saved?.get())?.relativeToWorkingFolder }

  /// Whether it or its last state could not be saved.
  var isUnsaved: Bool { if case .failure = saved { true } else { false } }

  /// Says why the run is not saved, if it should have been.
  func tellIfUnsaved() {
    guard case .failure(let error) = saved else { return }
    Terminal.say("This run is not saved: \(lines: "\(error)")\n")
  }
}
