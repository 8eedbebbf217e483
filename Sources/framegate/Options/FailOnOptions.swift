import ArgumentParser

/// Outcomes that fail a command in addition to those that always do.
struct FailOnOptions<Outcome: FailingOutcome>: ParsableArguments {
  @Option(help: .value("outcome", "Also fail on this outcome (repeatable)."))
  var failOn: [Outcome] = []
}

/// An outcome that fails a command if the user says so.
protocol FailingOutcome: ExpressibleByArgument, CaseIterable, Sendable {}

/// What may fail a gate.
enum GateOutcome: String, FailingOutcome {
  case improvement, inconclusive
  case noBase = "no-base"
}

/// What may fail a history.
enum HistoryOutcome: String, FailingOutcome { case step }
