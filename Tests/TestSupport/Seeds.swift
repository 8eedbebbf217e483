import Foundation
package import SampleStatistics

/// Whether tests that take long are run, which is for machines that have the time.
package let isLong = ProcessInfo.processInfo.environment["FRAMEGATE_LONG"] == "1"

/// The seeds of a test that takes long: all of them where `FRAMEGATE_LONG=1` is set, otherwise the
/// first ones.
package func seeds(short: UInt64, long: UInt64) -> Range<UInt64> {
  0..<(isLong ? long : short)
}

extension SplitMix64 {
  /// A generator for one row of a table, so that the same seed differs from row to row.
  package init(seed: UInt64, row: String) {
    self.init(seed: row.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
  }
}
