import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import WorkerProtocol

extension Lockstep {
  /// How often each side is sampled, and for how long, one after the other.
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
    _ entry: ComparisonEntry, of sides: Sides
  ) async throws -> Measured<Explanation> {
    guard entry.times != nil, let ns = entry.baseline, let ratio = entry.ratio,
      let old = sides.baseline.byName[entry.benchmark],
      let new = sides.candidate.byName[entry.benchmark]
    else { return .unavailable("only times of both sides can be sampled") }
    let works = [work(old, entry), work(new, entry)]
    let launches = [sides.programs.baseline, sides.programs.candidate]
      .map { workload.launch($0) }
    do {
      let found = try await WorkerPair.with(
        workers(launches[0]), workers(launches[1])
      ) { pair in
        var found: [[CallTraces]] = [[], []]
        let workers = [pair.baseline, pair.candidate]
        for (worker, work) in zip(workers, works) {
          try await worker.prepare(entry.benchmark, work.parameters)
        }
        for _ in 0..<Self.sampledTurns {
          for (side, worker) in workers.enumerated() {
            found[side].append(try await worker.ask(SampleCalls(lastingNs: Self.turnNs)))
          }
        }
        return found
      }
      var stacks: [[[String]: Int]] = []
      for (launch, traces) in zip(launches, found) {
        stacks.append(await Self.stacks(of: traces, in: launch.executable))
      }
      let explanation = Explanation(
        benchmark: entry.benchmark, per: works[1].unit, rate: works[1].rate, ns: (ns, ns * ratio),
        baseline: stacks[0], candidate: stacks[1])
      return .value(await explainer(of: sides).named(explanation))
    } catch let failure as SideFailure {
      try Task.checkCancellation()
      return .unavailable("\(failure)")
    } catch let unavailable as Unavailable { return .unavailable(unavailable.reason) }
  }

  /// How often each stack of functions was seen, without those of the harness around them.
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
