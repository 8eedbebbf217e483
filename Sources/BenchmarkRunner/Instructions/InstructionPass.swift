import BenchmarkModel
import Foundation
package import WorkerProtocol

/// Counts the instructions of benchmarks and scenarios of one program under callgrind.
///
/// The program starts once, which takes seconds under callgrind, and copies itself for every
/// benchmark, so that each runs in a process that has done nothing yet. Counts therefore repeat
/// exactly, whatever was counted before: no clock, address, hash seed, path or environment changes
/// them. Only the worker's main thread is counted.
package final class InstructionPass {
  /// Iterations of a benchmark that are counted together.
  ///
  /// Few, because each takes about 50 times as long as without callgrind; a fixed number, so that a
  /// benchmark that changes its inputs does the same work every time.
  package static let iterations = 2

  private let running: Result<(WorkerProcess, CountingFiles), Unavailable>

  init(unavailable reason: String) { running = .failure(Unavailable(reason)) }

  private init(_ worker: WorkerProcess, _ files: CountingFiles) {
    running = .success((worker, files))
  }

  /// Starts a program under callgrind, lets `body` count with it, and ends it.
  ///
  /// Where that is impossible, `body` gets a pass that counts nothing and knows the reason.
  package static func with<Value: Sendable>(
    _ launch: WorkerLaunch, _ body: (InstructionPass) async throws -> Value
  ) async throws -> Value {
    guard let callgrind = Callgrind() else {
      return try await body(InstructionPass(unavailable: Callgrind.absence))
    }
    let files = CountingFiles()
    defer { files.remove() }
    let counted: WorkerLaunch
    do {
      counted = launch.counted(try files.copy(launch.executable), by: callgrind.wrapper(files))
    } catch let absence as Unavailable {
      return try await body(InstructionPass(unavailable: absence.reason))
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
        ?? "callgrind could not run the program: \(WorkerFailure.reason(failure))"
      return try await body(InstructionPass(unavailable: reason))
    }
  }
}

extension InstructionPass {
  /// Counts iterations of a benchmark together, or every frame of a scenario, at most `mostFrames`
  /// from the first.
  package func regions(
    of name: String, _ parameters: ScenarioParameters = ScenarioParameters(),
    iterations: Int = InstructionPass.iterations, mostFrames: Int? = nil
  ) async throws -> CountedRegions {
    let (worker, files) = try running.get()
    let branch = try await CountingBranch(of: worker, files)
    let count = try await branch.run { branch in
      try await branch.prepare(name, parameters, mostFrames: mostFrames)
        .ask(CountInstructions(iterations: iterations))
    }
    return try files.regions(of: branch.processIdentifier, count: count)
  }
}

extension WorkerLaunch {
  /// The same worker, run by a profiler from a copy of its program, with three times the timeout.
  fileprivate func counted(_ copy: CountableExecutable, by wrapper: Wrapper) -> WorkerLaunch {
    var launch = self
    launch.executable = copy.path
    launch.wrapper = wrapper
    launch.libraryFolder = copy.libraryFolder
    launch.timeout = timeout * 3
    return launch
  }
}
