/// How much a count may grow without counting as a change; all limits that are given apply.
package struct CountTolerance: Hashable, Codable, Sendable {
  /// A share of the smaller count, or nil if none is given.
  package var share: Double?

  /// A number of what is counted, or nil if none is given.
  package var count: Double?

  package static let exact = CountTolerance()

  /// The largest count that does not count as a change from this smaller one.
  func largest(from smaller: Double) -> Double {
    let limits = [share.map { smaller * (1 + $0) }, count.map { smaller + $0 }]
    return limits.compactMap(\.self).min() ?? smaller
  }
}
