/// The place in a source file where a benchmark is registered.
package struct SourceLocation: Hashable, Codable, Sendable {
  /// The path that the compiler was given.
  package let file: String

  /// Counts from 1.
  package let line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension SourceLocation: CustomStringConvertible {
  package var description: String { "\(file):\(line)" }
}
