extension Collection<Int64> {
  /// The sum, as a double, which cannot overflow.
  package var total: Double { reduce(0) { $0 + Double($1) } }
}
