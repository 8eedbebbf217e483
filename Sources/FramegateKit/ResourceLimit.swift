import BenchmarkModel
import CMeasure

/// A limit of the system (`ulimit`) that is too low for the tool, which would hang below it.
enum ResourceLimit: ToolError {
  case openFiles(Int)
  case processes(Int)
  case noSignals(reason: String)

  private static let fewestOpenFiles = 64
  private static let fewestProcesses = 32

  var exitCode: ToolExit { .couldNotRun }

  var description: String {
    switch self {
    case .openFiles(let count):
      """
      At most \(count) files may be open. Allow \(Self.fewestOpenFiles) or more: \
      'ulimit -n \(Self.fewestOpenFiles)'.
      """
    case .processes(let count):
      """
      At most \(count) processes and threads may run. Allow \(Self.fewestProcesses) or more: \
      'ulimit -u \(Self.fewestProcesses)'.
      """
    case .noSignals(let reason):
      """
      The system starts no thread that waits for signals: \(reason). Raise the limits \
      'ulimit -n' and 'ulimit -u', or end other processes.
      """
    }
  }

  /// Raises limits that are too low, as far as the system allows.
  static func check() throws(ResourceLimit) {
    let files = framegate_raised_limit(framegate_open_files, fewestOpenFiles)
    if files < fewestOpenFiles { throw .openFiles(files) }
    let processes = framegate_raised_limit(framegate_processes, fewestProcesses)
    if processes < fewestProcesses { throw .processes(processes) }
  }
}
