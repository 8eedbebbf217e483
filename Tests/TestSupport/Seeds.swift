import Foundation

/// Whether tests that take long are run, which is for machines that have the time.
package let isLong = ProcessInfo.processInfo.environment["FRAMEGATE_LONG"] == "1"

/// The seeds of a test that takes long: all of them where `FRAMEGATE_LONG=1` is set, otherwise the
/// first ones.
package func seeds(short: UInt64, long: UInt64) -> Range<UInt64> {
  0..<(isLong ? long : short)
}
