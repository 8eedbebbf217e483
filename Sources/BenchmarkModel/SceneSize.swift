/// One of several sizes of a scenario's scene, such as `heavy`.
///
/// The suite that registers the scenario chooses the words. `--scene` selects a size, and results
/// record it, because the costs of different scenes cannot be compared.
public struct SceneSize: RawRepresentable, Hashable, Codable, Sendable {
  /// The word: ASCII letters, digits, `-` and `_`.
  public let rawValue: String

  /// Creates a size from its word.
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension SceneSize: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension SceneSize: CustomStringConvertible { public var description: String { rawValue } }
