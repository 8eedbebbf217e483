package import Foundation

/// A file that a revision can have brought into a folder that the tool reads back.
///
/// This is the rule for all that the tool wrote and later trusts, such as finished builds,
/// comparisons and calibrations: git must not track it, nor a link or a submodule on the way to it.
/// A tracked file may come from anybody, and so may a hash of it.
package struct TrackedFile: Hashable, Sendable {
  /// Its path from the top of its checkout; for a file in a submodule, the path of the submodule.
  package let entry: String

  /// Its path in the folder; empty if it is the folder itself, or leads to it.
  package let path: String
}

extension TrackedFile {
  /// Stands for all files of a folder if git does not list what it tracks.
  package static func unknown(in folder: URL) -> TrackedFile {
    TrackedFile(entry: folder.lastPathComponent, path: "")
  }

  /// The files in a folder that a revision can have brought, in every repository around it or in
  /// its place.
  ///
  /// - Throws: ``RevisionError`` when git does not list what it tracks, `CancellationError`.
  package static func all(in folder: URL, git: String = "git") async throws -> [TrackedFile] {
    let spelled = folder.standardizedFileURL.pathComponents
    var paths = [spelled]
    // Links may lead to a place that another repository tracks.
    if let real = realPath(spelled), real != spelled { paths.append(real) }
    var found: [TrackedFile] = []
    for path in paths {
      for depth in 1...path.count {
        let top = NSString.path(withComponents: Array(path[..<depth]))
        guard RealPath.status("\(top)/.git") != nil else { continue }
        found += try await tracked(path[depth...].joined(separator: "/"), top: top, git: git)
      }
    }
    return found
  }

  /// The files in a folder that are tracked by the repository with a checkout at `top`.
  private static func tracked(
    _ folder: String, top: String, git: String
  ) async throws -> [TrackedFile] {
    // File systems that ignore case find the folder under other spellings too.
    let first = folder.prefix { $0 != "/" }
    let pathspec = first.isEmpty ? [] : ["--", ":(icase,literal)\(first)"]
    let entries = try await Repository.tracked(pathspec, in: top, git: git)
    let wanted = folder.lowercased()
    return entries.compactMap { entry in
      let name = entry.lowercased()
      if wanted == name || wanted.hasPrefix("\(name)/") {
        return TrackedFile(entry: entry, path: "")
      }
      guard wanted.isEmpty || name.hasPrefix("\(wanted)/") else { return nil }
      return TrackedFile(
        entry: entry, path: wanted.isEmpty ? entry : String(entry.dropFirst(folder.count + 1)))
    }
  }

  /// The path without symbolic links, even if its last parts do not exist; nil if no part exists.
  private static func realPath(_ components: [String]) -> [String]? {
    for count in stride(from: components.count, to: 0, by: -1) {
      let path = NSString.path(withComponents: Array(components[..<count]))
      if let real = RealPath.of(path) {
        return URL(filePath: real).pathComponents + components[count...]
      }
    }
    return nil
  }
}
