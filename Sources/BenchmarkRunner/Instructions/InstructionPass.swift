package import BenchmarkHarness
import Foundation

/// Counts the instructions of benchmarks and scenarios of one program under callgrind.
///
/// The program is started once, which takes seconds there, and copies itself for every benchmark:
/// each finds a process that has done nothing yet. So the counts repeat exactly, whatever was counted
/// before: no clock, address, hash seed, path or environment changes them. Only what runs on
/// the worker's main thread is counted.
package final class InstructionPass {
  /// Iterations of a benchmark that are counted together.
  ///
  /// Few, since every one takes some 50 times as long as without callgrind, and a fixed number, so
  /// that a benchmark which changes its inputs does the same work every time.
  package static let iterations = 2

  private let state: State

  private enum State {
    case running(WorkerProcess, CountingFiles)
    case absent(Unavailable)
  }

  /// A pass that counts nothing, for this reason.
  init(absent reason: String) {
    state = .absent(Unavailable(reason))
  }

  private init(_ worker: WorkerProcess, _ files: CountingFiles) {
    state = .running(worker, files)
  }

  /// Starts a program under callgrind, lets `body` count with it, and ends it.
  ///
  /// Where that cannot be, `body` is told as soon as it counts.
  ///
  /// - Parameters:
  ///   - launch: The program, and how long an answer may take without callgrind.
  ///   - body: What to count.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package static func with<Value: Sendable>(
    _ launch: WorkerLaunch, _ body: (InstructionPass) async throws -> Value
  ) async throws -> Value {
    guard let callgrind = Callgrind() else {
      return try await body(InstructionPass(absent: Callgrind.absence))
    }
    let files = CountingFiles()
    defer { files.remove() }
    let counted: WorkerLaunch
    do {
      counted = launch.counted(try files.copy(launch.executable), by: callgrind.tool(files))
    } catch let absence as Unavailable {
      return try await body(InstructionPass(absent: absence.reason))
    }
    var hasGreeted = false
    do {
      return try await WorkerProcess.start(counted) { channel in
        let worker = try await WorkerProcess(channel)
        hasGreeted = true
        return try await body(InstructionPass(worker, files))
      }
    } catch let failure as WorkerFailure where !hasGreeted {
      try Task.checkCancellation()
      let reason =
        files.unknownInstruction(after: 0)?.reason
        ?? "callgrind could not run the program: \(failure)"
      return try await body(InstructionPass(absent: reason))
    }
  }
}

extension InstructionPass {
  /// Runs the regions of a benchmark or scenario.
  ///
  /// - Parameters:
  ///   - name: The benchmark or scenario.
  ///   - parameters: What a scenario is built with.
  ///   - request: Which regions to run.
  /// - Returns: The regions' profiles, the empty region first.
  /// - Throws: `Unavailable` where nothing can be counted, ``WorkerFailure`` when the worker fails.
  package func regions(
    of name: String, parameters: ScenarioParameters, _ request: WorkerRequest
  ) async throws -> CountedRegions {
    switch state {
    case .absent(let reason):
      throw reason
    case .running(let worker, let files):
      let branch = try await CountingBranch(of: worker, files)
      let count = try await branch.run(name, parameters, request)
      return try files.regions(of: branch.processIdentifier, count: count)
    }
  }
}

extension WorkerLaunch {
  /// The same worker, from a copy of its program and run by `tool`; waited for three times as long.
  fileprivate func counted(_ copy: CountableExecutable, by tool: WorkerTool) -> WorkerLaunch {
    var launch = self
    launch.executable = copy.path
    launch.tool = tool
    launch.libraryFolder = copy.libraryFolder
    launch.timeout = timeout * 3
    return launch
  }
}
