import BenchmarkModel
package import BenchmarkResults
package import Foundation

extension ResultStore {
  /// The file of this machine's calibration, which does not belong in git.
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

extension ResultStore {
  /// The file of a device's factors, whether or not it exists; they belong to this machine.
  package func deviceFile(_ name: ResultName) -> URL {
    root.appending(path: "devices/\(name.text).json")
  }

  /// The stored factors between a device and `machine`.
  package func device(
    _ name: ResultName, on machine: Machine
  ) throws(ResultsError) -> DeviceFactors {
    let url = deviceFile(name)
    guard InputFile.isReadable(url) else { throw .deviceNotFound(name: name.text) }
    guard isOwn(url) else {
      throw .unusableDevice(
        name: name.text, problem: "the repository may have brought them, or another user owns them")
    }
    guard let factors = decoded(DeviceFactors.self, from: url) else {
      throw .unusableDevice(name: name.text, problem: "it cannot be read")
    }
    if let problem = factors.problem(on: machine) {
      throw .unusableDevice(name: name.text, problem: problem)
    }
    return factors
  }
}

extension ResultStore {
  /// How far separate runs of one build differ on the machine of `file`, according to the stored
  /// runs.
  package func runSpread(like file: ResultFile) -> RunSpread {
    RunSpread(of: recentRuns(like: file).newestFirst)
  }
}
