/// One comparison whose right verdict is known.
package struct CalibrationTrial: Hashable, Sendable {
  /// Whether the candidate did more work.
  package let isInjected: Bool
  package let entry: ComparisonEntry

  package let seconds: Double

  /// Whether anything was measured on both sides.
  var hasPairs: Bool { (entry.times?.paired?.count ?? 0) > 0 }

  package init(isInjected: Bool, entry: ComparisonEntry, seconds: Double) {
    self.isInjected = isInjected
    self.entry = entry
    self.seconds = seconds
  }
}
