import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import Foundation
import WorkerClient
import WorkerProtocol

/// Finds who allocates in a benchmark or scenario of one program.
package struct AllocationFinder: Sendable {
  private let launch: WorkerLaunch

  /// The folder of the user's code.
  private let sources: String

  package init(_ launch: WorkerLaunch, sources: String) {
    self.launch = launch
    self.sources = sources
  }

  /// Counts in a process of its own, and looks up names and lines.
  ///
  /// - Returns: The sites, or why there are none.
  /// - Throws: `CancellationError`.
  package func sites(of name: String, _ work: CountedWork) async throws
    -> Measured<AllocationSites>
  {
    do {
      var launch = launch
      launch.allocator = .counting(path: try CountingLibrary.remembering())
      let found = try await WorkerProcess.with(launch) { worker in
        try await worker.prepare(name, work.parameters)
          .ask(RememberAllocations(iterations: CounterPass.countedIterations))
      }
      return .value(await sites(work, found))
    } catch let unavailable as Unavailable {
      return .unavailable(unavailable.reason)
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      let reason = WorkerFailure.reason(failure)
      return .unavailable("it failed while its allocations were counted: \(reason)")
    }
  }

  private func sites(_ work: CountedWork, _ found: CallTraces) async -> AllocationSites {
    let functions = await found.functions(in: launch.executable)
    let traces = found.traces.map { trace in
      AllocationTrace(trace.calls.flatMap { functions[$0] ?? [] }, sources: sources)
    }
    let names = await Demangler.names(of: Array(Set(traces.flatMap(\.symbols))))
    let units = Double(found.repetitions) * Double(work.operations)
    var unknown = 0
    var sites: [AllocationSites.Site] = []
    for (count, trace) in zip(found.traces.map(\.count), traces) {
      if let site = trace.site(names: names, count: Double(count) / units) {
        sites.append(site)
      } else if !trace.isOfHarness {
        unknown += count
      }
    }
    return AllocationSites(
      per: work.unit, rate: work.rate, sites: sites, unknown: Double(unknown) / units)
  }
}

extension CallTraces {
  /// The functions at every call: those that are inlined there, innermost first, and the one that
  /// contains them.
  func functions(in executable: String) async -> [Call: [AllocationTrace.Function]] {
    var functions: [Call: [AllocationTrace.Function]] = [:]
    let calls = Dictionary(grouping: Set(traces.flatMap(\.calls)), by: \.file)
    for (index, file) in files.enumerated() {
      let ofFile = calls[index] ?? []
      let path = file.isEmpty ? (try? ProgramImage.file(of: executable)) : file
      let answers = await SourceFinder.functions(at: ofFile.map(\.address), in: path ?? file)
      for (call, inlined) in zip(ofFile, answers) {
        functions[call] = inlined.map {
          AllocationTrace.Function(
            symbol: $0.symbol, file: $0.file, line: $0.line, firstLine: $0.firstLine,
            isInProgram: file.isEmpty)
        }
      }
    }
    return functions
  }
}
