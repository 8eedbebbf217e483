import Foundation

/// The seeds of a test that takes long: all of them where `FRAMEGATE_LONG=1` is set, which is for
/// machines that have the time, otherwise the first ones.
package func seeds(short: UInt64, long: UInt64) -> Range<UInt64> {
  0..<(ProcessInfo.processInfo.environment["FRAMEGATE_LONG"] == "1" ? long : short)
}
