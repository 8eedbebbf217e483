import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
package import WorkerProtocol

/// Finds the functions that make two builds execute different numbers of instructions.
///
///     let explainer = Explainer(
///       base: WorkerLaunch(executable: before), candidate: WorkerLaunch(executable: after))
///     let found = try await explainer.explain("kernel.spring", .benchmark(operations: 1_024))
package struct Explainer: Sendable {
  /// What runs on both sides.
  package struct Work: Hashable, Sendable {
    let unit: Explanation.Unit

    /// In one iteration of a benchmark; 1 for a scenario.
    let operations: Int
    let parameters: ScenarioParameters

    /// The rate at which a scenario's frames are rendered, or nil for a benchmark.
    var rate: RefreshRate? { unit == .frame ? parameters.refreshRate : nil }

    package static func benchmark(operations: Int) -> Work {
      Work(unit: .operation, operations: operations, parameters: ScenarioParameters())
    }

    package static func scenario(_ parameters: ScenarioParameters) -> Work {
      Work(unit: .frame, operations: 1, parameters: parameters)
    }
  }

  /// The number of functions, those that changed most, whose names and places are looked up.
  private static let namedFunctions = 100

  let base: WorkerLaunch
  let candidate: WorkerLaunch

  /// Counts on both sides and compares function by function; takes a few seconds.
  func explain(
    _ name: String, _ work: Work, before: Work? = nil
  ) async throws -> Measured<Explanation> {
    do {
      let baseline = try await side(base, name, before ?? work)
      let candidate = try await side(candidate, name, work)
      let explanation = Explanation(
        benchmark: name, per: work.unit, rate: work.rate, baseline: baseline, candidate: candidate)
      return .value(await named(explanation))
    } catch let unavailable as Unavailable { return .unavailable(unavailable.reason) }
  }

  func named(_ explanation: Explanation) async -> Explanation {
    let functions = explanation.functions.prefix(Self.namedFunctions)
    let called = explanation.calls?.stacks.flatMap(\.functions) ?? []
    return explanation.named(
      by: await Demangler.names(of: Array(Set(functions.map(\.symbol) + called))),
      at: await locations(of: Array(functions)))
  }

  /// Where the functions begin, in the candidate's source code if they are in it.
  private func locations(of functions: [FunctionChange]) async -> [String: SourceLocation] {
    let symbols = functions.map(\.symbol)
    let found = await SourceFinder.locations(of: symbols, in: candidate.executable)
    let gone = symbols.filter { !found.keys.contains($0) }
    return found.merging(await SourceFinder.locations(of: gone, in: base.executable)) { $1 }
  }

  private func side(
    _ launch: WorkerLaunch, _ name: String, _ work: Work
  ) async throws -> Explanation.Side {
    try await InstructionPass.with(launch) { pass in
      let counted = try await pass.regions(of: name, work.parameters)
      return Explanation.Side(
        selfCosts: counted.selfCosts,
        units: work.unit == .operation
          ? InstructionPass.iterations * work.operations : counted.regions.count)
    }
  }
}
