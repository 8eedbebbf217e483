import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// Two revisions, built and measured in turn: what `compare` and `check` share.
struct RevisionComparison {
  let selection: SelectionOptions
  let scenarios: ScenarioOptions
  let measuring: MeasuringOptions
  let lockstep: LockstepOptions
  let gate: GateOptions
  let isQuiet: Bool

  /// Both sides, ready to be measured.
  struct Sides: Sendable {
    let builds: RevisionBuilder.Sides
    let baseline, candidate: Revision
    let time = Date()
  }

  /// Builds both sides.
  ///
  /// - Throws: `RevisionError`, `CancellationError`.
  func build(baseline: Revision, candidate: Revision) async throws -> Sides {
    let progress = BuildProgress(isQuiet: isQuiet, isInteractive: showsProgress)
    defer { progress.clear() }
    let builder = try await RunningTool.builder(observer: progress)
    return Sides(
      builds: try await builder.build(
        baseline: baseline, candidate: candidate, isForced: lockstep.force),
      baseline: baseline, candidate: candidate)
  }

  /// Measures what was built.
  ///
  /// - Throws: `RevisionError` when a side is no tool, ``SelectionError``.
  func measure(_ sides: Sides) async throws -> Findings {
    switch sides.builds {
    case .equalSources(let commit):
      let listing = Registration.current.makeRegistry().listing
      return Findings(
        try selection.select(from: listing).map {
          Self.unchanged($0.name, "both sides have the same sources; '--force' measures them")
        }, sides, commits: (commit, commit), allowsMissing: gate.allowMissing)
    case .built(let baseline, let candidate):
      return try await measure(baseline, candidate, sides)
    }
  }

  private func measure(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild, _ sides: Sides
  ) async throws -> Findings {
    let calibration = Calibration.stored()
    var settings = settings(baseline, candidate)
    settings.tolerance = calibration?.tolerance ?? 0
    settings.instructionSet = measuring.isa?.rawValue
    let session = LockstepSession(settings)
    let listed = try await list(session, baseline, candidate)
    let known = Set(listed.candidate.map(\.name))
    let names = try selection.select(
      from: listed.candidate + listed.baseline.filter { !known.contains($0.name) }
    ).map(\.name)
    let commits = (baseline.commit, candidate.commit)
    if !lockstep.force, ExecutableImage.areEqual(baseline.executable, candidate.executable) {
      return Findings(
        names.map {
          Self.unchanged($0, "both sides were built to the same code; '--force' measures them")
        }, sides, commits: commits, allowsMissing: gate.allowMissing)
    }
    let bar = ProgressBar(isShown: showsProgress)
    defer { bar.clear() }
    var outcome = await session.compare(names, of: listed, observer: LockstepProgress(bar))
    if let remark = calibration?.remark(settings.comparison) { outcome.add(warning: remark) }
    var findings = Findings(outcome, sides, commits: commits, allowsMissing: gate.allowMissing)
    if lockstep.explain { await explain(&findings, session, listed, bar) }
    return findings
  }

  /// Adds why each benchmark regressed, as far as there is time before a signal.
  private func explain(
    _ findings: inout Findings, _ session: LockstepSession, _ sides: LockstepSession.Sides,
    _ bar: ProgressBar
  ) async {
    let regressed = findings.comparison.regressedBenchmarks
    var entries: [ExplanationReport.Entry] = []
    do {
      for (index, entry) in regressed.enumerated() {
        bar.show("explaining \(entry.benchmark)", index: index, count: regressed.count)
        let found = try await session.explain(entry, of: sides)
        entries.append(ExplanationReport.Entry(benchmark: entry.benchmark, explanation: found))
      }
    } catch {
      findings.isInterrupted = true
    }
    findings.explanations = ExplanationReport(entries)
  }

  private func list(
    _ session: LockstepSession, _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) async throws -> LockstepSession.Sides {
    do {
      return try await session.sides()
    } catch let failure as SideFailure {
      let side = failure.side == .baseline ? baseline : candidate
      throw RevisionError.notATool(
        product: RunningTool.product, revision: "\(side.revision)", reason: "\(failure)")
    }
  }
}

extension RevisionComparison {
  private var showsProgress: Bool {
    !isQuiet && !measuring.noProgress && Terminal.isInteractive
  }

  private func settings(
    _ baseline: RevisionBuild, _ candidate: RevisionBuild
  ) -> LockstepSettings {
    LockstepSettings(
      executables: (baseline.executable, candidate.executable), rates: measuring.rate.rates,
      layers: scenarios.layers, screen: scenarios.screen, variant: scenarios.variant,
      comparison: gate.comparisonSettings(metrics: measuring.comparedMetrics),
      timeLimit: lockstep.timeLimit(isQuick: measuring.quick),
      timeout: .seconds(measuring.timeout))
  }

  private static func unchanged(_ name: String, _ reason: String) -> ComparisonEntry {
    ComparisonEntry(benchmark: name, finding: .verdict(.unchanged, reason: reason))
  }
}

/// What comparing two revisions brought.
struct Findings: Sendable {
  let comparison: Comparison
  let failures: [Gate.Failure]
  fileprivate(set) var isInterrupted: Bool
  let baseline, candidate: ResultLabel

  /// Why benchmarks regressed; nil when nobody asked.
  fileprivate(set) var explanations: ExplanationReport?

  fileprivate init(
    _ outcome: LockstepOutcome, _ sides: RevisionComparison.Sides,
    commits: (baseline: String, candidate: String), allowsMissing: Bool
  ) {
    comparison = Comparison(
      entries: outcome.entries, warnings: outcome.warnings, allowsMissing: allowsMissing)
    (failures, isInterrupted) = (outcome.failures, outcome.isInterrupted)
    baseline = ResultLabel(
      "\(sides.baseline)", commit: commits.baseline, time: sides.time)
    candidate = ResultLabel(
      "\(sides.candidate)", commit: commits.candidate, time: sides.time)
  }

  fileprivate init(
    _ entries: [ComparisonEntry], _ sides: RevisionComparison.Sides,
    commits: (baseline: String, candidate: String), allowsMissing: Bool
  ) {
    self.init(
      LockstepOutcome(entries: entries), sides, commits: commits, allowsMissing: allowsMissing)
  }
}
