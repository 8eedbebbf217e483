import BenchmarkModel
import Foundation
import SystemTools

/// The packages on this machine, outside of a revision, that a build used: dependencies by path.
///
/// Both sides of a comparison use them as they are on disk. A build is only reused while they are
/// unchanged.
struct LocalPackages: Hashable {
  /// The folders and what was in them, a line each, as a finished build recorded it.
  let record: String
}

extension LocalPackages {
  /// What the last build used that left its files in `scratch`.
  init(scratch: URL, outside sources: URL) {
    let state = try? JSONDecoder().decode(
      WorkspaceState.self, from: Data(contentsOf: scratch.appending(path: "workspace-state.json")))
    let inside = sources.path.hasSuffix("/") ? sources.path : sources.path + "/"
    let folders = (state?.object.dependencies ?? []).map(\.packageRef)
      .filter { $0.kind == "fileSystem" && !"\($0.location)/".hasPrefix(inside) }
    record = folders.map(\.location).sorted().map { Self.line($0) }.joined()
  }

  /// Whether all folders still have the same files.
  var areUnchanged: Bool {
    record.split(separator: "\n").allSatisfy { line in
      guard let space = line.firstIndex(of: " ") else { return false }
      return Self.line(String(line[line.index(after: space)...])) == "\(line)\n"
    }
  }

  private static func line(_ folder: String) -> String { "\(fingerprint(of: folder)) \(folder)\n" }

  /// A hash of the names, sizes and times of the files of a package, without those that it was
  /// built to.
  private static func fingerprint(of folder: String) -> String {
    var hash = StableHash()
    let root = URL(filePath: RealPath.of(folder) ?? folder, directoryHint: .isDirectory)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var lines: [String] = []
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent == ".build" || file.lastPathComponent == ".git" {
        files?.skipDescendants()
        continue
      }
      guard let status = RealPath.status(file.path), status.st_mode & S_IFMT != S_IFDIR else {
        continue
      }
      let time = status.modified
      lines.append("\(file.path) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)")
    }
    for line in lines.sorted() { hash.combine(line) }
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
