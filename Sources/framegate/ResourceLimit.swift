import BenchmarkModel
import Foundation
import ReportText

/// What the tool needs and the system denies: a limit (`ulimit`) high enough that it does not hang,
/// or a working folder that can be named.
enum ResourceLimit: ToolError {
  case openFiles(Int)
  case processes(Int)
  case memory(kilobytes: Int)
  case noSignals(reason: String)
  case workingFolder

  private static let fewestOpenFiles = 64
  private static let fewestProcesses = 32

  /// The memory that the tool's threads and buffers map, most of which they never touch, in kB.
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

  /// Raises limits that are too low, as far as the system allows, and checks the working folder.
  static func check() throws(ResourceLimit) {
    guard let folder = getcwd(nil, 0) else { throw .workingFolder }
    defer { free(folder) }
    guard String(validatingCString: folder) != nil else { throw .workingFolder }
    let files = raised(RLIMIT_NOFILE, to: fewestOpenFiles)
    if files < fewestOpenFiles { throw .openFiles(files) }
    let processes = raised(processLimit, to: fewestProcesses)
    if processes < fewestProcesses { throw .processes(processes) }
    if let memory = limit(RLIMIT_AS), memory.rlim_cur / 1_024 < leastMemory {
      throw .memory(kilobytes: Int(memory.rlim_cur / 1_024))
    }
  }

  #if canImport(Darwin)
    private typealias Resource = Int32
    private static let processLimit = RLIMIT_NPROC
    private static func number(_ resource: Resource) -> Int32 { resource }
  #else
    private typealias Resource = __rlimit_resource
    private static let processLimit = __RLIMIT_NPROC
    private static func number(_ resource: Resource) -> __rlimit_resource_t {
      __rlimit_resource_t(resource.rawValue)
    }
  #endif

  /// The limit that the system sets, or nil if it does not say.
  private static func limit(_ resource: Resource) -> rlimit? {
    var found = rlimit()
    return getrlimit(number(resource), &found) == 0 ? found : nil
  }

  /// Raises a limit below `wanted` as far as the system allows.
  ///
  /// - Returns: The limit that now applies, or `wanted` where the system does not say.
  private static func raised(_ resource: Resource, to wanted: Int) -> Int {
    guard var found = limit(resource) else { return wanted }
    if found.rlim_cur < rlim_t(wanted) {
      var raised = found
      raised.rlim_cur = min(found.rlim_max, rlim_t(wanted))
      if setrlimit(number(resource), &raised) == 0 { found = raised }
    }
    return Int(clamping: found.rlim_cur)
  }
}
