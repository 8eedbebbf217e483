package import BenchmarkModel
package import BenchmarkResults
package import FrameTiming

/// One thing that a gate judges: whether a benchmark ran, a limit is kept, or something changed.
package struct Finding: Hashable, Sendable {
  package let benchmark: String

  package let subject: Subject

  /// The subject in a second measurement, by new processes, or nil without one.
  package private(set) var again: Subject?

  /// Where the benchmark is registered, with the path from the top of the repository.
  package let location: SourceLocation?

  let policy: GatePolicy

  init(
    _ benchmark: String, _ subject: Subject, in locations: [String: SourceLocation],
    by policy: GatePolicy
  ) {
    self.benchmark = benchmark
    self.subject = subject
    self.policy = policy
    location = locations[benchmark]
  }
}

extension Finding {
  /// What is judged, with the numbers; indirect, because findings are copied more than read.
  package indirect enum Subject: Hashable, Sendable {
    /// A signal ended the measurement.
    case interruption

    /// The benchmark did not run to its end.
    case failure(reason: String)

    /// There is no comparison, although one was asked for.
    case noBase(reason: String)

    case budget(BudgetJudgement)

    case limit(CountLimit)

    /// A run of a real timer, at one rate; unavailable at all rates.
    case paced(Measured<PacedRun>)

    case change(ComparisonEntry)
  }

  /// Subjects that reports show together, in their order.
  package enum Kind: Hashable, Sendable, CaseIterable { case run, budget, limit, paced, change }

  /// What is found, in the words of JSON.
  ///
  /// The cases of changes are in the order of reports: decided ones before undecided ones.
  package enum Status: String, Hashable, Codable, Sendable, CaseIterable {
    case interrupted, failed, noBase
    case kept, exceeded, notMeasured
    case differs, regressed, missing, improved, added, moved, inconclusive, unchanged
  }

  /// The largest share of the expected slots that the machine may drop before a paced run is
  /// inconclusive.
  package static let largestShareOfMachine = 0.1

  package var kind: Kind { subject.kind }

  /// The status; a limit of times is exceeded only if the second measurement also exceeds it.
  package var status: Status {
    guard subject.status == .exceeded, let again, again.status != .notMeasured else {
      return subject.status
    }
    return again.status
  }

  /// Whether it was exceeded at first, and not when it was measured again.
  package var isCleared: Bool { subject.status == .exceeded && status != .exceeded }

  /// The severity; an allowed absence is ``Severity/pass``.
  package var severity: Severity {
    let severity = status.severity
    return severity == .missing && isPassed ? .pass : severity
  }

  /// The exit code if this is the worst finding.
  package var exit: ToolExit { policy.exit(for: status.severity) }

  package var isPassed: Bool { exit == .pass }

  /// Whether times, which a busy moment can stretch, exceeded a limit and were measured only once.
  package var isUnconfirmed: Bool {
    guard subject.status == .exceeded, again == nil else { return false }
    switch subject {
    case .paced: return true
    case .budget(let judgement): return judgement.budget.limitsTimes
    case .interruption, .failure, .noBase, .limit, .change: return false
    }
  }

  /// Whether a verdict on a budget depends on frames that are too close to their deadline to call.
  package var isFragile: Bool {
    if case .budget(let judgement) = subject { judgement.restsOnFragileFrames } else { false }
  }

  /// The same finding with that of the second measurement, if there is one.
  func confirmed(by second: [Finding]) -> Finding {
    guard isUnconfirmed else { return self }
    var finding = self
    finding.again =
      second.first { $0.benchmark == benchmark && $0.subject.isAboutTheSame(as: subject) }?.subject
    return finding
  }
}

extension Finding.Subject {
  fileprivate var kind: Finding.Kind {
    switch self {
    case .interruption, .failure, .noBase: .run
    case .budget: .budget
    case .limit: .limit
    case .paced: .paced
    case .change: .change
    }
  }

  /// What one measurement finds.
  package var status: Finding.Status {
    switch self {
    case .interruption: return .interrupted
    case .failure: return .failed
    case .noBase: return .noBase
    case .budget(let judgement):
      switch judgement.status {
      case .kept: return .kept
      case .exceeded: return .exceeded
      case .notMeasured: return .notMeasured
      }
    case .limit(let limit): return limit.isKept.map { $0 ? .kept : .exceeded } ?? .notMeasured
    case .paced(.unavailable): return .notMeasured
    case .paced(.value(let run)):
      if run.causes.slotsOfCode > 0 { return .exceeded }
      let share = Double(run.causes.slotsOfMachine) / Double(max(1, run.timeline.expectedSlotCount))
      return share > Finding.largestShareOfMachine ? .inconclusive : .kept
    case .change(let entry): return entry.status
    }
  }

  fileprivate func isAboutTheSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.budget(let one), .budget(let other)): one.budget == other.budget
    case (.paced(let one), .paced(let other)): one.value?.rate == other.value?.rate
    default: false
    }
  }
}

extension Finding.Status {
  /// The severity unless a policy allows it.
  package var severity: Severity {
    switch self {
    case .interrupted: .interrupted
    case .failed: .failed
    case .exceeded: .exceeded
    case .differs: .differs
    case .regressed: .regressed
    case .missing, .notMeasured: .missing
    case .noBase: .noBase
    case .inconclusive: .inconclusive
    case .improved: .improved
    case .kept, .added, .moved, .unchanged: .pass
    }
  }
}

extension ComparisonEntry {
  package var status: Finding.Status {
    switch conclusion {
    case .verdict(.improved, _): .improved
    case .verdict(.unchanged, _): .unchanged
    case .verdict(.regressed, _): .regressed
    case .verdict(.inconclusive, _): .inconclusive
    case .differs: .differs
    case .moved: .moved
    case .missing: .missing
    case .added: .added
    }
  }
}
