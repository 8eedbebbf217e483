package import BenchmarkModel

extension BenchmarkRegistry {
  /// What `framegate list` shows, in the order of registration.
  package var listing: [ListedBenchmark] {
    entries.map { entry in
      ListedBenchmark(
        name: entry.name, kind: entry.kind, variant: entry.variant, operations: entry.operations,
        runsByDefault: entry.runsByDefault)
    }
  }
}
