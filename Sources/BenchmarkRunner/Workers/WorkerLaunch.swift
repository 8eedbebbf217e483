import BenchmarkModel
import Foundation
import Subprocess
import WorkerClient
import WorkerProtocol

/// How to start a worker: which program, on which allocator, with which limits.
package struct WorkerLaunch: Sendable {
  package enum Allocator: Hashable, Sendable {
    case system

    /// One that counts, preloaded from this path.
    case counting(path: String)
  }

  /// A program that runs the worker's program, such as a profiler.
  package struct Wrapper: Hashable, Sendable {
    let executable: String

    /// Its own arguments; the worker's path and arguments follow.
    let arguments: [String]

    /// Environment variables that it needs.
    let variables: [String: String]
  }

  /// The program that is measured; it serves requests when it is started with `worker`.
  package var executable: String

  package var arguments = [WorkerStart.verb]

  package var allocator = Allocator.system

  /// Runs the program; nil runs it directly.
  package var wrapper: Wrapper?

  /// The placement of its memory; nil leaves that to the system, and so does a wrapper.
  package var layout: AddressLayout?

  /// The seed of Swift's hashing; nil leaves it random.
  package var hashSeed: UInt64?

  /// A folder with the program's libraries, for a program that was moved from where it was built.
  package var libraryFolder: String?

  /// The longest time for one answer; a worker that takes longer is killed.
  package var timeout = Duration.seconds(60)

  /// Environment variables that the user sets for it.
  package var variables: [String: String] = [:]

  /// The maximum number of threads of a worker.
  ///
  /// A worker with more is killed, because its threads take the cores from everything else, until
  /// no answer arrives in time.
  package var mostThreads = 1_000

  /// The longest answer, in bytes; a worker that writes more without a newline is killed.
  package var longestAnswer = 64 << 20

  /// The maximum number of values of an answer.
  package var mostValues = 4 << 20
}

extension WorkerLaunch {
  /// The longest time until the worker's first message; wrappers take seconds to start it, and a
  /// minute on a machine where many programs compete.
  var startTimeout: Duration { wrapper == nil ? timeout : max(timeout, .seconds(180)) }

  func commandLine(_ file: String) -> (executable: String, name: String, arguments: [String]) {
    if let wrapper {
      return (wrapper.executable, wrapper.executable, wrapper.arguments + [file] + arguments)
    }
    guard let launcher = layout?.launcher else { return (file, executable, arguments) }
    return (launcher, launcher, AddressLayout.launcherOptions + [file] + arguments)
  }

  var environment: Environment {
    var values = variables
    // A worker that crashes should end at once instead of collecting a backtrace for seconds.
    values["SWIFT_BACKTRACE"] = "enable=no"
    // Always as many digits, because the length of the environment moves the stack.
    if let hashSeed { values[WorkerStart.hashSeedVariable] = hashSeed.hexadecimal }
    if let layout {
      values[WorkerStart.shiftVariable] = String(repeating: "-", count: layout.shift)
    }
    if case .counting(let path) = allocator {
      values.merge(CountingLibrary.variables(preloading: path)) { $1 }
    }
    values.merge(wrapper?.variables ?? [:]) { $1 }
    if let libraryFolder {
      values["LD_LIBRARY_PATH"] = Self.searchPath(
        (try? Preloaded.path(libraryFolder)) ?? libraryFolder,
        values["LD_LIBRARY_PATH"] ?? ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"])
    }
    if wrapper != nil { return Self.fixed(values) }
    return .inherit.updating(
      Dictionary(
        uniqueKeysWithValues: values.map { (Environment.Key(stringLiteral: $0.key), $0.value) }))
  }

  /// A search path that starts with a folder; an empty entry would mean the working folder.
  static func searchPath(_ folder: String, _ others: String?) -> String {
    guard let others, !others.isEmpty else { return folder }
    return "\(folder):\(others)"
  }

  /// The same small environment wherever the tool runs, for passes that count.
  ///
  /// A longer environment shifts the heap. Copying and filling memory then take other paths,
  /// because the alignment differs: that is a few instructions for an operation that allocates.
  private static func fixed(_ values: [String: String]) -> Environment {
    var fixed: [Environment.Key: String] = ["PATH": "/usr/bin:/bin"]
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VALGRIND_LIB"] {
      fixed[Environment.Key(stringLiteral: name)] = ProcessInfo.processInfo.environment[name]
    }
    for (name, value) in values { fixed[Environment.Key(stringLiteral: name)] = value }
    return .custom(fixed)
  }
}
