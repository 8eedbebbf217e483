/// Which tool measured.
package struct ToolIdentity: Hashable, Codable, Sendable {
  /// `framegate`, or the name of the user's own benchmark executable.
  package var name: String

  /// Framegate's version, such as `0.1.0`.
  package var version: String

  package init(name: String, version: String) {
    (self.name, self.version) = (name, version)
  }
}
