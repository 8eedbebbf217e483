/// A quantity that a benchmark measures itself, such as a hit rate or the error of a layout.
///
///     let hitRate = CustomMetric("hitRate", unit: "%", polarity: .prefersLarger)
///
///     registry.benchmark("cache.lru", options: .init(metrics: [hitRate])) {
///       let cache = Cache.replayed(requests)
///       hitRate.record(100 * Double(cache.hits) / Double(requests.count))
///     }
public struct CustomMetric: Hashable, Codable, Sendable {
  /// Which direction of a change is good.
  public enum Polarity: String, Hashable, Codable, Sendable { case prefersSmaller, prefersLarger }

  /// The key in result files and after `--metric`: ASCII letters, digits, `-` and `_`.
  public let name: String

  /// The unit of a value, such as `%` or `pt`; empty for plain numbers.
  public let unit: String

  /// Which direction of a change is good.
  public let polarity: Polarity

  /// Creates a metric that a benchmark records itself.
  ///
  /// - Parameters:
  ///   - name: The key in result files: ASCII letters, digits, `-` and `_`.
  ///   - unit: The unit of a value: at most 20 printable ASCII characters.
  ///   - polarity: Which direction of a change is good.
  public init(_ name: String, unit: String = "", polarity: Polarity = .prefersSmaller) {
    self.name = name
    self.unit = unit
    self.polarity = polarity
  }
}

extension CustomMetric {
  /// The largest value of any metric that a file can have.
  package static let largestValue = 1e18

  /// Whether a text can be the name of a metric that Framegate does not measure itself.
  package static func isValid(name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64 && Metric.named(name) == nil
      && name.unicodeScalars.allSatisfy {
        switch $0 {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
      }
  }

  /// What is wrong and what to do, as a message to follow "its metric", or nil if valid.
  package var problem: String? {
    if Metric.named(name) != nil {
      return "'\(name)' has the name of one that is measured anyway. Give it another name."
    }
    if !Self.isValid(name: name) {
      return "'\(name)' has no valid name. Use at most 64 ASCII letters, digits, '-' and '_'."
    }
    if unit.utf8.count > 20 || !unit.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return "'\(name)' has the unit '\(unit)'. Use at most 20 printable ASCII characters."
    }
    return nil
  }
}
