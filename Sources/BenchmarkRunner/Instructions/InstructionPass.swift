package import BenchmarkHarness
import Foundation

/// Counts the instructions of one benchmark or scenario: a process of its own, under callgrind.
///
/// The counts repeat exactly: no clock, address, hash seed, path or environment changes them. Only
/// what runs on the worker's main thread is counted.
package struct InstructionPass: Sendable {
  /// Iterations of a benchmark that are counted together.
  ///
  /// Few, since every one takes some 50 times as long as without callgrind, and a fixed number, so
  /// that a benchmark which changes its inputs does the same work every time.
  package static let iterations = 2

  private let launch: WorkerLaunch

  /// Prepares a pass.
  ///
  /// - Parameter launch: The program, and how long an answer may take without callgrind.
  package init(_ launch: WorkerLaunch) {
    self.launch = launch
  }

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
    guard let callgrind = Callgrind() else { throw Unavailable(Callgrind.absence) }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "framegate-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (profile, log) = (folder.appending(path: "profile"), folder.appending(path: "log"))
    let copy: CountableExecutable
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      copy = try CountableExecutable(copying: launch.executable, into: folder)
    } catch {
      throw Unavailable(
        """
        the program could not be copied to \(folder.deletingLastPathComponent().path): \
        \(error.localizedDescription). Make room there, or set TMPDIR
        """)
    }
    let count = try await run(
      launch.counted(copy, by: callgrind.tool(profile: profile, log: log)), log: log
    ) { worker in
      _ = try await worker.ask(.prepare(name: name, parameters: parameters))
      return try await worker.ask(request)
    }
    return try Self.read(profile, count: count)
  }

  /// How many regions the worker ran, or why it could not.
  private func run(
    _ launch: WorkerLaunch, log: URL,
    _ body: (any WorkerConnection) async throws -> WorkerResponse
  ) async throws -> Int {
    var hasGreeted = false
    do {
      let answer = try await WorkerProcess.with(launch) { worker in
        hasGreeted = true
        return try await body(worker)
      }
      guard case .counted(let count) = answer else { throw WorkerFailure.unexpected(answer) }
      return count
    } catch let failure as WorkerFailure {
      let words = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      if words.contains("unhandled instruction") || words.contains("Unrecognised instruction") {
        throw Unavailable(
          "callgrind cannot run an instruction that this code uses, such as one of AVX-512")
      }
      guard hasGreeted else { throw Unavailable("callgrind could not run the program: \(failure)") }
      throw failure
    }
  }

  private static func read(_ profile: URL, count: Int) throws -> CountedRegions {
    let parts = (try? String(contentsOf: profile, encoding: .utf8))
      .flatMap(CallgrindReader.profile)?.parts(after: Callgrind.region)
    guard let parts, parts.count == count, count > 0 else {
      throw Unavailable(
        """
        callgrind saw \(parts?.count ?? 0) of \(count) counted regions; \
        the program must keep its symbols, so build it without 'strip' or '-s'
        """)
    }
    return CountedRegions(empty: parts[0], regions: Array(parts.dropFirst()))
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
