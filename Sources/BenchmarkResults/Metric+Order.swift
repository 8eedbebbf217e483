package import BenchmarkModel

extension Metric {
  /// A key that sorts metrics by name into the order of the tables; metrics that this version does
  /// not know come last.
  package static func order(_ name: String) -> (Int, String) {
    (all.firstIndex { $0.name == name } ?? all.count, name)
  }
}
