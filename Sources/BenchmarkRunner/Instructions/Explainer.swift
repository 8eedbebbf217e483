import BenchmarkModel
import BenchmarkResults
import BenchmarkVerdicts
import FrameTiming
import WorkerProtocol

/// Finds the functions that make two builds execute different numbers of instructions.
///
///     let explainer = Explainer(BySide(baseline: before, candidate: after).map { WorkerLaunch(executable: $0) })
///     let found = try await explainer.explain("kernel.spring", BySide(both: .benchmark(operations: 1_024)))
package struct Explainer: Sendable {
  /// The number of functions, those that changed most, whose names and places are looked up.
  private static let namedFunctions = 100

  private let launches: BySide<WorkerLaunch>

  init(_ launches: BySide<WorkerLaunch>) { self.launches = launches }

  /// Counts on both sides and compares function by function; takes a few seconds.
  func explain(
    _ name: String, _ works: BySide<CountedWork>
  ) async throws -> Measured<Explanation> {
    do {
      let baseline = try await costs(.baseline, name, works)
      let candidate = try await costs(.candidate, name, works)
      let explanation = Explanation(
        benchmark: name, per: works.candidate.unit, rate: works.candidate.rate, baseline: baseline,
        candidate: candidate)
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
    let found = await SourceFinder.locations(of: symbols, in: launches.candidate.executable)
    let gone = symbols.filter { !found.keys.contains($0) }
    return found.merging(await SourceFinder.locations(of: gone, in: launches.baseline.executable)) {
      $1
    }
  }

  private func costs(
    _ side: ComparisonSide, _ name: String, _ works: BySide<CountedWork>
  ) async throws -> Explanation.Side {
    let work = works[side]
    return try await InstructionPass.with(launches[side]) { pass in
      let counted = try await pass.regions(of: name, work.parameters)
      return Explanation.Side(
        selfCosts: counted.selfCosts,
        units: work.unit == .operation
          ? InstructionPass.iterations * work.operations : counted.regions.count)
    }
  }
}
