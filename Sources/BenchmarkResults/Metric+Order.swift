package import BenchmarkModel

extension Metric {
  /// Sorts metrics by name in the order of the tables; those that this version does not know come
  /// last.
  package static func order(_ name: String) -> (Int, String) {
    (all.firstIndex { $0.name == name } ?? all.count, name)
  }
}
