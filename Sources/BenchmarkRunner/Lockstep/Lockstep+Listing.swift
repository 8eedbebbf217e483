import BenchmarkModel
import BenchmarkResults
package import BenchmarkVerdicts
import WorkerClient
import WorkerProtocol

extension Lockstep {
  /// Asks two programs what they have registered.
  package func list(_ programs: BySide<String>) async throws -> ListedPrograms {
    let sources = programs.map { executable in
      workers(workload.launch(executable)).waiting(atLeast: .seconds(60))
    }
    let launcher = await AddressLayout.launcher()
    return try await WorkerSides.with(sources) { workers in
      let listing = try await workers.candidate.ask(ListBenchmarks())
      return ListedPrograms(
        baseline: try await workers.baseline.ask(ListBenchmarks()), candidate: listing,
        isDebugBuild: workers.both.contains(where: \.hello.isDebugBuild), programs: programs,
        clockCostNs: try await workers.candidate.overhead().value?.threadClock.minimumNs ?? 0,
        launcher: launcher,
        coldAbsence: listing.benchmarks.contains { $0.kind == .scenario }
          ? try await coldAbsence(of: workers) : nil)
    }
  }

  /// Why frames of both sides cannot have the same cold caches, or nil if they can.
  private func coldAbsence(of workers: WorkerSides) async throws -> String? {
    let cooling = workers.map(\.hello.cooling)
    do {
      let times = try await workers.candidate.ask(TimeReferenceFrames(1, .cold))
      // A worker without a reference frame says in its greeting what it can do.
      if times.isEmpty, cooling.candidate == nil { return "this worker does not empty the caches" }
      return cooling.baseline == cooling.candidate
        ? nil : "the two sides make frames cold in different ways, or one does not say how"
    } catch let failure as SideFailure where failure.isUnavailable { return "\(failure)" }
  }
}
