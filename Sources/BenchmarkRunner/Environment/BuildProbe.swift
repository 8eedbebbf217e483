import BenchmarkModel
import Foundation

/// Identifies a build from the bytes of its executable.
struct BuildProbe {
  /// A hash of all bytes: equal hashes mean the same build.
  let hash: String

  /// The build of a program, from the file that is measured, or nil when it cannot be read.
  init?(of program: String) {
    guard let file = try? ProgramImage.file(of: program) else { return nil }
    self.init(executable: file)
  }

  /// Reads an executable, or nil when it cannot be read.
  init?(executable: String) {
    guard let bytes = try? Data(contentsOf: URL(filePath: executable), options: .alwaysMapped)
    else { return nil }
    var hash = StableHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    self.hash = hash.digits
  }
}
