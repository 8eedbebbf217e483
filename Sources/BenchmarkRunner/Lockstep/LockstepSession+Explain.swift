import BenchmarkModel
package import BenchmarkResults

extension LockstepSession {
  /// Names the functions that made one entry of a comparison dearer; takes a few seconds.
  ///
  /// - Parameters:
  ///   - entry: A benchmark, or a scenario at one rate, that both sides have.
  ///   - sides: What was compared.
  /// - Returns: What changed, or why it cannot be told: no valgrind, a side that fails under it.
  /// - Throws: `CancellationError`.
  package func explain(
    _ entry: ComparisonEntry, of sides: Sides
  ) async throws -> Recorded<Explanation> {
    guard let old = sides.baseline.first(where: { $0.name == entry.benchmark }),
      let new = sides.candidate.first(where: { $0.name == entry.benchmark })
    else { return .unavailable("only one side has it") }
    let explainer = Explainer(
      base: settings.launch(settings.executables.baseline),
      candidate: settings.launch(settings.executables.candidate))
    do {
      return try await explainer.explain(
        entry.benchmark, work(new, entry), before: work(old, entry))
    } catch let failure as WorkerFailure {
      try Task.checkCancellation()
      return .unavailable("it failed while it was counted: \(failure)")
    }
  }

  private func work(_ listed: ListedBenchmark, _ entry: ComparisonEntry) -> Explainer.Work {
    guard let rate = entry.rate else { return .benchmark(operations: listed.operations ?? 1) }
    return .scenario(settings.parameters(of: listed, at: rate))
  }
}
