import BenchmarkModel
import Foundation

/// The packages on this machine, outside of a revision, that a build used: dependencies by path.
///
/// Both sides of a comparison use them as they are on disk. A build is only reused while they are
/// unchanged.
struct LocalPackages: Hashable {
  /// A line for each folder, with a hash of its files, as a finished build recorded it.
  let record: String
}

extension LocalPackages {
  /// What was used by the last build whose files are in `scratch`.
  init(scratch: URL, outside sources: URL) {
    let state = try? JSONDecoder().decode(
      WorkspaceState.self, from: Data(contentsOf: scratch.appending(path: "workspace-state.json")))
    let inside = sources.path.hasSuffix("/") ? sources.path : sources.path + "/"
    let folders = (state?.object.dependencies ?? []).map(\.packageRef)
      .filter { $0.kind == "fileSystem" && !"\($0.location)/".hasPrefix(inside) }
    record = folders.map(\.location).sorted().map { Self.line($0) }.joined()
  }

  /// The folders.
  var folders: [URL] {
    record.split(separator: "\n").compactMap { line in
      line.firstIndex(of: " ").map {
        URL(filePath: String(line[line.index(after: $0)...]), directoryHint: .isDirectory)
      }
    }
  }

  /// The same folders, each in the state that `earlier` recorded, if it did.
  ///
  /// A file that changes during a build may or may not be part of the build. So what is recorded
  /// must be from before the build.
  func asOf(_ earlier: LocalPackages) -> LocalPackages {
    let known = Dictionary(
      zip(earlier.folders, earlier.record.split(separator: "\n")), uniquingKeysWith: { $1 })
    let lines = zip(folders, record.split(separator: "\n")).map { known[$0] ?? $1 }
    return LocalPackages(record: lines.map { $0 + "\n" }.joined())
  }

  /// Whether all folders still have the same files.
  var areUnchanged: Bool {
    record == folders.map { Self.line($0.path) }.joined()
  }

  private static func line(_ folder: String) -> String { "\(fingerprint(of: folder)) \(folder)\n" }

  /// A hash of the names, sizes and times of the files of a package.
  private static func fingerprint(of folder: String) -> String {
    var hash = StableHash()
    let folder = URL(filePath: folder, directoryHint: .isDirectory)
    for file in SourceFolder(folder).files { hash.combine(file.state) }
    return hash.digits
  }

  /// The part of the package manager's record that names dependencies.
  private struct WorkspaceState: Decodable {
    struct Object: Decodable { let dependencies: [Dependency] }

    struct Dependency: Decodable { let packageRef: Reference }

    struct Reference: Decodable {
      let kind: String
      let location: String
    }

    let object: Object
  }
}
