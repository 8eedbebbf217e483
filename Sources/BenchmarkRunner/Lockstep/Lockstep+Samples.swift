import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import WorkerProtocol

extension Lockstep {
  /// How many turns of sampling each side has, and how long a turn is.
  private static let sampledTurns = 6
  private static let turnNs = 500_000_000

  /// Samples where both sides of an entry spend their time; takes some seconds.
  ///
  /// - Parameters:
  ///   - entry: A benchmark, or a scenario at one rate, that both sides have.
  ///   - sides: The two builds.
  /// - Returns: The functions whose times changed; or why they are unknown: another metric than
  ///   time, a system that cannot sample, a side that fails.
  /// - Throws: `CancellationError`.
  package func sample(
    _ entry: ComparisonEntry, of sides: ListedPrograms
  ) async throws -> Measured<Explanation> {
    guard entry.times != nil, let ns = entry.baseline, let ratio = entry.ratio,
      let listed = sides.shared[entry.benchmark]
    else { return .unavailable("only times of both sides can be sampled") }
    let works = listed.map { workload.counted($0, at: entry.rate) }
    let sources = sides.programs.map { workers(workload.launch($0)) }
    do {
      let found = try await WorkerSides.with(sources) { workers in
        var found = BySide<[CallTraces]>(both: [])
        let order = PairOrder.Turn.baselineFirst
        _ = try await order.take { side in
          try await workers[side].prepare(entry.benchmark, works[side].parameters)
        }
        for _ in 0..<Self.sampledTurns {
          let traces = try await order.take { side in
            try await workers[side].ask(SampleCalls(lastingNs: Self.turnNs))
          }
          found.baseline.append(traces.baseline)
          found.candidate.append(traces.candidate)
        }
        return found
      }
      let explanation = Explanation(
        benchmark: entry.benchmark, per: works.candidate.unit, rate: works.candidate.rate,
        ns: (ns, ns * ratio),
        baseline: await Self.stacks(of: found.baseline, in: sides.programs.baseline),
        candidate: await Self.stacks(of: found.candidate, in: sides.programs.candidate))
      return .value(await explainer(of: sides).named(explanation))
    } catch let failure as SideFailure {
      try Task.checkCancellation()
      return .unavailable(WorkerFailure.reason(failure))
    } catch let unavailable as Unavailable { return .unavailable(unavailable.reason) }
  }

  /// How often each stack of functions was seen, without the harness's functions around them.
  private static func stacks(
    of all: [CallTraces], in executable: String
  ) async -> [[String]: Int] {
    var stacks: [[String]: Int] = [:]
    for traces in all {
      let functions = await traces.functions(in: executable)
      for trace in traces.traces {
        let symbols = trace.calls.map { functions[$0]?.last?.symbol ?? "" }
        let own = symbols.prefix { !AllocationTrace.isOfHarness($0) }
        stacks[own.reversed().map { $0.isEmpty ? "[unknown]" : $0 }, default: 0] += trace.count
      }
    }
    // What the harness does between repetitions belongs to neither side.
    stacks[[]] = nil
    return stacks
  }
}
