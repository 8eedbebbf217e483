import Foundation

/// The folders in which programs are looked for by name, as a shell does.
package enum SearchPath {
  /// The executable files of this name, the one that a shell starts first.
  package static func programs(named name: String) -> [String] {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }
      .filter(FileManager.default.isExecutableFile)
  }
}
