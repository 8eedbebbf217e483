package import BenchmarkModel

extension BenchmarkRegistry {
  /// What `framegate list` shows, in the order of registration.
  package var listing: [ListedBenchmark] {
    entries.map { ListedBenchmark(name: $0.name, kind: $0.kind, variant: $0.variant) }
  }
}
