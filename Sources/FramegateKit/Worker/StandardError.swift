import Foundation

/// Messages of an executable with benchmarks to people, separate from its standard output.
package enum StandardError {
  /// Writes a line.
  package static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
