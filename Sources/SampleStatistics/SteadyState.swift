/// Whether a series of warm-up measurements has stopped falling.
///
/// Compares the medians of the last two windows: caches that fill, pages that fault and clocks that
/// speed up make the later window the faster one. A series that drifts upwards is not steady either.
package struct SteadyState: Hashable, Sendable {
  /// How many measurements make a window.
  package let window: Int

  /// The relative difference between two windows that still counts as none.
  package let tolerance: Double

  /// Creates a check.
  ///
  /// - Precondition: `window >= 1` and `tolerance >= 0`.
  package init(window: Int = 5, tolerance: Double = 0.02) {
    precondition(window >= 1, "A window holds at least 1 measurement, got \(window)")
    precondition(tolerance >= 0, "A tolerance is not negative, got \(tolerance)")
    (self.window, self.tolerance) = (window, tolerance)
  }
}

extension SteadyState {
  /// Whether the last two windows of `series` agree; false while it is shorter than two windows.
  ///
  /// A NaN or an infinity in either window is never steady.
  package func isReached(by series: [Double]) -> Bool {
    guard series.count >= 2 * window,
      let earlier = SortedSamples(Array(series.suffix(2 * window).prefix(window)))?.median,
      let later = SortedSamples(Array(series.suffix(window)))?.median
    else { return false }
    return abs(later - earlier) <= tolerance * max(abs(earlier), abs(later))
  }
}
