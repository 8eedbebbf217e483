package import BenchmarkResults

extension ResultFile {
  /// What failed while it was measured.
  package var failures: [Ending.Failure] {
    benchmarks.compactMap { benchmark in
      benchmark.failure.map { Ending.Failure(name: benchmark.name, reason: $0) }
    }
  }
}
