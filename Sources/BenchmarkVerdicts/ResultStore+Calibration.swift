import BenchmarkModel
package import BenchmarkResults
package import Foundation

extension ResultStore {
  /// The file of this machine's calibration, which does not belong into git.
  package var calibrationFile: URL { root.appending(path: "calibration.json") }

  /// The stored calibration, however few trials it has, or nil when there is none or it cannot be
  /// read.
  package func calibration() -> Calibration? {
    decoded(Calibration.self, from: calibrationFile)
  }

  /// The stored calibration whose tolerance applies to `machine`.
  package func usableCalibration(
    of machine: Machine
  ) -> (calibration: Calibration?, warning: MeasuringWarning?) {
    guard InputFile.isReadable(calibrationFile) else { return (nil, nil) }
    guard isOwn(calibrationFile) else {
      return (nil, ignored("the repository may have brought it, or another user owns it"))
    }
    guard let calibration = calibration() else { return (nil, ignored("it cannot be read")) }
    guard calibration.machine.isSame(as: machine) else { return (nil, nil) }
    if let problem = calibration.problem { return (nil, ignored(problem)) }
    return (calibration, nil)
  }

  private func ignored(_ reason: String) -> MeasuringWarning {
    .ignoredCalibration(file: calibrationFile.lastPathComponent, reason: reason)
  }
}
