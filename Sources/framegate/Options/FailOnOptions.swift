import ArgumentParser

/// Outcomes that fail a command in addition to those that always do.
struct FailOnOptions<Outcome: FailingOutcome>: ParsableArguments {
  @Option(help: .value("outcome", "Also fail on this outcome (repeatable)."))
  var failOn: [Outcome] = []
}

/// An outcome that fails a command if the user says so.
protocol FailingOutcome: ExpressibleByArgument, CaseIterable, Sendable {}

/// The outcomes that can fail a gate.
enum GateOutcome: String, FailingOutcome {
  case improvement, inconclusive
  case noBase = "no-base"
}

/// The outcomes that can fail a history.
enum HistoryOutcome: String, FailingOutcome { case step }
