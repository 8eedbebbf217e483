import BenchmarkHarness
import Foundation
import Subprocess

/// How to start a worker: which program, on which allocator, for how long it may keep silent.
package struct WorkerLaunch: Sendable {
  /// What the allocations of the worker are made by.
  package enum Allocator: Hashable, Sendable {
    case system

    /// jemalloc, preloaded from this path.
    case jemalloc(path: String)
  }

  /// The program: this tool itself, which serves requests when told `worker`.
  package var executable: String

  /// Arguments before `worker`'s own; none for the tool itself.
  package var arguments: [String]

  package var allocator: Allocator

  /// What runs the program; nil runs it directly.
  package var tool: WorkerTool?

  /// Where its memory lies; nil leaves that to the system, and so does a tool that runs it.
  package var layout: AddressLayout?

  /// A folder to look for the program's libraries in, for a program that is not where it was built.
  package var libraryFolder: String?

  /// How long one answer may take before the worker is ended.
  package var timeout: Duration

  /// The best instruction set that dispatched kernels may use; nil leaves the choice to them.
  package var instructionSet: String?

  package init(
    executable: String,
    arguments: [String] = [Worker.verb],
    allocator: Allocator = .system,
    timeout: Duration = .seconds(60),
    instructionSet: String? = nil
  ) {
    (self.executable, self.arguments) = (executable, arguments)
    (self.allocator, self.timeout) = (allocator, timeout)
    self.instructionSet = instructionSet
  }
}

extension WorkerLaunch {
  /// How long the worker may take to say its first word: a tool takes seconds to start it.
  var startTimeout: Duration { tool == nil ? timeout : max(timeout, .seconds(60)) }

  /// The program to start and its arguments.
  var commandLine: (executable: String, arguments: [String]) {
    if let tool { return (tool.executable, tool.arguments + [executable] + arguments) }
    guard let launcher = layout?.launcher else { return (executable, arguments) }
    return (launcher, [AddressLayout.launcherOption, executable] + arguments)
  }

  var environment: Environment {
    // A worker that crashes should end at once instead of collecting a backtrace for seconds.
    var values: [Environment.Key: String?] = ["SWIFT_BACKTRACE": "enable=no"]
    if let instructionSet { values["FRAMEGATE_ISA"] = instructionSet }
    if let layout {
      values[Environment.Key(stringLiteral: Worker.shiftVariable)] = String(
        repeating: "-", count: layout.shift)
    }
    if case .jemalloc(let path) = allocator {
      #if os(macOS)
        values["DYLD_INSERT_LIBRARIES"] = path
      #else
        values["LD_PRELOAD"] = path
      #endif
      // Without the threads' caches every request reaches the counters at once.
      values["MALLOC_CONF"] = "tcache:false"
    }
    for (name, value) in tool?.environment ?? [:] {
      values[Environment.Key(stringLiteral: name)] = value
    }
    if let libraryFolder {
      let others = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":\($0)" }
      values["LD_LIBRARY_PATH"] = libraryFolder + (others ?? "")
    }
    return tool == nil ? .inherit.updating(values) : Self.fixed(values)
  }

  /// The same small environment wherever the tool runs, for passes that count.
  ///
  /// Reading a longer environment shifts the heap, and with it the path that copying and filling
  /// take through memory of another alignment: a few instructions of an operation that allocates.
  private static func fixed(_ values: [Environment.Key: String?]) -> Environment {
    var fixed: [Environment.Key: String] = ["PATH": "/usr/bin:/bin"]
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VALGRIND_LIB"] {
      fixed[Environment.Key(stringLiteral: name)] = ProcessInfo.processInfo.environment[name]
    }
    for (name, value) in values { fixed[name] = value }
    return .custom(fixed)
  }
}
