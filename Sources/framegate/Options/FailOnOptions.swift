import ArgumentParser

/// Which outcomes fail a command besides those that always do.
struct FailOnOptions<Outcome: FailingOutcome>: ParsableArguments {
  @Option(help: .value("outcome", "Also fail on this outcome (repeatable)."))
  var failOn: [Outcome] = []
}

/// What may fail a command.
protocol FailingOutcome: ExpressibleByArgument, CaseIterable, Sendable {}

/// What may fail a gate.
enum GateOutcome: String, FailingOutcome {
  case improvement, inconclusive
  case noBase = "no-base"
}

/// What may fail a history.
enum HistoryOutcome: String, FailingOutcome { case step }
