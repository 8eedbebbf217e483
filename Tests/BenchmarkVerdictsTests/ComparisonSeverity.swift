import BenchmarkVerdicts

extension Comparison {
  /// What it amounts to where everything that may fail does.
  var severity: Severity { Gate(self).severity }
}
