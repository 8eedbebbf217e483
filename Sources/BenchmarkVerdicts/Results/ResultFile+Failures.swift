package import BenchmarkResults

extension ResultFile {
  /// The benchmarks that failed while they were measured.
  package var failures: [Ending.Failure] {
    benchmarks.compactMap { benchmark in
      benchmark.failure.map { Ending.Failure(name: benchmark.name, reason: $0) }
    }
  }
}
