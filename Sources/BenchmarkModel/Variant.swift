/// One of several implementations of the same work, such as `simd`.
///
/// The suite that registers an implementation chooses its word, which is the end of the benchmark's
/// name (`layout.grid.cached`) and is stored in result files.
public struct Variant: RawRepresentable, Hashable, Codable, Sendable {
  /// The word: ASCII letters, digits, `-` and `_`.
  public let rawValue: String

  /// Creates a variant from its word.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension Variant: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension Variant: CustomStringConvertible { public var description: String { rawValue } }
