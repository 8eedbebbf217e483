/// A published scale of hitch ratios, by name.
///
/// Apple has published two, which call the same ratio by different names, so a word alone says nothing.
package enum HitchScale: String, CaseIterable, Hashable, Sendable {
  /// "Eliminate animation hitches with XCTest", WWDC 2020: good up to 5 ms/s, critical from 10 ms/s on.
  case wwdc20

  /// "Understanding hitches in your app", on Xcode's Organizer: good up to 10 ms/s, a warning up to 25,
  /// critical up to 50, and above that to be mended at once.
  case organizer
}

extension HitchScale {
  /// What the scale calls a hitch ratio in milliseconds per second.
  package func word(for ratio: Double) -> String {
    switch self {
    case .wwdc20: ratio <= 5 ? "good" : ratio < 10 ? "warning" : "critical"
    case .organizer:
      ratio <= 10 ? "good" : ratio <= 25 ? "warning" : ratio <= 50 ? "critical" : "immediate"
    }
  }
}
