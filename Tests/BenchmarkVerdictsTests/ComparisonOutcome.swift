import BenchmarkVerdicts

extension Comparison {
  /// What it amounts to where everything that may fail does.
  var outcome: GateOutcome { Gate(self).outcome }
}
