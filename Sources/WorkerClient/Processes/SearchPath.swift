import Foundation

/// The folders in which programs are looked for by name, as a shell does.
package enum SearchPath {
  /// The folders of this process, with colons between them.
  package static var current: String {
    ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  }

  /// The executable files of this name, the one that a shell starts first.
  package static func programs(named name: String, in path: String = current) -> [String] {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .filter(FileManager.default.isExecutableFile)
  }

  /// A program of the toolchain whose `swift` a shell starts, or nil if that has none: beside the
  /// file to which links lead, or else beside the link.
  package static func toolchainProgram(
    named name: String, in path: String = current
  ) -> String? {
    guard let swift = programs(named: "swift", in: path).first else { return nil }
    return [(swift as NSString).resolvingSymlinksInPath, swift]
      .map { ($0 as NSString).deletingLastPathComponent + "/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }
}
