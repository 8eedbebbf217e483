/// The place in a source file where a benchmark is registered.
package struct SourceLocation: Hashable, Codable, Sendable {
  /// The path that the compiler was given.
  package let file: String

  /// The number of the line, from 1.
  package let line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension SourceLocation {
  /// The location with its path relative to `folder`, an absolute path, or nil if it is elsewhere.
  package func relative(to folder: String) -> SourceLocation? {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    guard file.hasPrefix(prefix), file.count > prefix.count else { return nil }
    return SourceLocation(file: String(file.dropFirst(prefix.count)), line: line)
  }
}

extension SourceLocation: CustomStringConvertible {
  package var description: String { "\(file):\(line)" }
}
