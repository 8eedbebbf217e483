/// Whether a series of warm-up measurements has stopped falling.
///
/// Compares the medians of the last two windows: filling caches, page faults and a rising clock
/// speed make the later window faster. A series that drifts upward is not steady either.
package struct SteadyState: Hashable, Sendable {
  /// How many measurements a window has.
  package let window: Int

  /// The largest relative difference between two windows that counts as steady.
  package let tolerance: Double

  /// Creates a check.
  ///
  /// - Precondition: `window >= 1` and `tolerance >= 0`.
  package init(window: Int = 5, tolerance: Double = 0.02) {
    precondition(window >= 1, "A window must hold at least 1 measurement, got \(window)")
    precondition(tolerance >= 0, "A tolerance must not be negative, got \(tolerance)")
    self.window = window
    self.tolerance = tolerance
  }
}

extension SteadyState {
  /// Whether the last two windows of `series` agree; false while it is shorter than two windows.
  ///
  /// A window with a NaN or an infinity is never steady.
  package func isReached(by series: [Double]) -> Bool {
    guard series.count >= 2 * window,
      let earlier = SortedSamples(Array(series.suffix(2 * window).prefix(window)))?.median,
      let later = SortedSamples(Array(series.suffix(window)))?.median
    else { return false }
    return abs(later - earlier) <= tolerance * max(abs(earlier), abs(later))
  }
}
