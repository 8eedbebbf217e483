import BenchmarkModel
import CMeasure
import Foundation
import ReportText

/// What the system does not give the tool: a limit (`ulimit`) below which it would hang, or a
/// working folder that can be named.
enum ResourceLimit: ToolError {
  case openFiles(Int)
  case processes(Int)
  case memory(kilobytes: Int)
  case noSignals(reason: String)
  case workingFolder

  private static let fewestOpenFiles = 64
  private static let fewestProcesses = 32

  /// What threads and buffers of the tool map, most of which they never touch.
  private static let leastMemory = 1_048_576

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
    case .memory(let kilobytes):
      """
      At most \(kilobytes) kB of memory may be mapped. Allow \(Self.leastMemory) or more: \
      'ulimit -v \(Self.leastMemory)'.
      """
    case .workingFolder:
      """
      The path of the working folder is not UTF-8, or the folder is gone, so files would be written \
      elsewhere. Start the tool in another folder.
      """
    case .noSignals(let reason):
      """
      The system starts no thread that waits for signals: \(reason). Raise the limits \
      'ulimit -n' and 'ulimit -u', or end other processes.
      """
    }
  }

  /// Raises limits that are too low, as far as the system allows, and looks at the working folder.
  static func check() throws(ResourceLimit) {
    guard let folder = getcwd(nil, 0) else { throw .workingFolder }
    defer { free(folder) }
    guard String(validatingCString: folder) != nil else { throw .workingFolder }
    let files = framegate_raised_limit(framegate_open_files, fewestOpenFiles)
    if files < fewestOpenFiles { throw .openFiles(files) }
    let processes = framegate_raised_limit(framegate_processes, fewestProcesses)
    if processes < fewestProcesses { throw .processes(processes) }
    var memory = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_AS
    #else
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #endif
    let isKnown = getrlimit(resource, &memory) == 0
    if isKnown, memory.rlim_cur / 1_024 < leastMemory {
      throw .memory(kilobytes: Int(memory.rlim_cur / 1_024))
    }
  }
}
