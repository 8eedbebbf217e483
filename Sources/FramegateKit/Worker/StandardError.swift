import Foundation

/// What an executable with benchmarks tells people, beside what it writes to standard output.
package enum StandardError {
  /// Writes a line.
  package static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
