import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts

/// Judges rows whose times changed although their instructions did not, by whether the times change
/// in every order of linking.
///
/// With `--layouts`, judges all rows whose times changed.
struct LayoutJudgement {
  let comparison: PreparedComparison

  private var plan: Plan { comparison.plan }

  /// Judges the rows of a comparison; stops early after a signal.
  func judge(_ outcome: inout LockstepOutcome, _ bar: ProgressBar) async {
    do {
      try await judge(&outcome.entries, bar)
    } catch { outcome.end(early: error) }
  }

  private func judge(_ entries: inout [ComparisonEntry], _ bar: ProgressBar) async throws {
    let changed = entries.indices.filter {
      entries[$0].evidence != nil && entries[$0].verdict?.isChange == true
    }
    for (number, index) in changed.enumerated() {
      bar.begins("counting \(entries[index].benchmark)", index: number, count: changed.count)
      entries[index] = try await counted(entries[index])
    }
    let doubtful = changed.filter { plan.revisions.layouts != nil || entries[$0].mayHaveMoved }
    guard !doubtful.isEmpty else { return }
    let linked: [BySide<String>]
    do {
      linked = try await link()
    } catch let error as RevisionError {
      for index in doubtful {
        entries[index] = entries[index].notJudgedOverLayouts(because: "\(error)")
      }
      return
    }
    for (number, index) in doubtful.enumerated() {
      let name = "\(entries[index].benchmark), in other layouts"
      bar.begins(name, index: number, count: doubtful.count)
      entries[index] = try await judged(entries[index], over: linked)
    }
  }

  /// A changed row with its instructions, or with the reason why it is not judged without them.
  private func counted(_ entry: ComparisonEntry) async throws -> ComparisonEntry {
    let explanation = try await comparison.explain(entry.benchmark, at: entry.rate)
    guard let counted = explanation.value else {
      guard plan.revisions.layouts == nil, let reason = explanation.reason else { return entry }
      return entry.notJudgedOverLayouts(because: reason)
    }
    var entry = entry
    entry.evidence?.instructions = BySide(baseline: counted.baseline, candidate: counted.candidate)
    return entry
  }

  /// A row judged again by measuring both sides linked in other orders.
  private func judged(
    _ entry: ComparisonEntry, over linked: [BySide<String>]
  ) async throws -> ComparisonEntry {
    do {
      let evidence = try await comparison.lockstep.judge(entry, over: linked, of: comparison.listed)
      return evidence.map { entry.judged(over: $0) }
        ?? entry.notJudgedOverLayouts(because: "too few layouts gave a ratio")
    } catch let failure as SideFailure {
      try Task.checkCancellation()
      return entry.notJudgedOverLayouts(because: WorkerFailure.reason(failure))
    }
  }

  /// Both builds, linked in other orders.
  private func link() async throws -> [BySide<String>] {
    if case .executable = comparison.builds.candidate.revision { throw RevisionError.cannotRelink }
    let progress = BuildProgress(isQuiet: plan.isQuiet)
    defer { progress.clear() }
    let builder = try await plan.program.builder(observer: progress)
    let executables = try await builder.layouts(
      of: comparison.builds.map(\.revision).both, benchmarks: comparison.builds.baseline.benchmarks,
      count: plan.revisions.layouts ?? LayoutEvidence.usual)
    for executable in executables.joined() { ProgramImage.pin(executable) }
    return zip(executables[0], executables[1]).map { BySide(baseline: $0, candidate: $1) }
  }
}
