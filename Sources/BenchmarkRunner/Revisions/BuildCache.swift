import Foundation

/// The folder in which revisions are checked out, built, and kept once they are built.
///
///     .build/framegate/lock                      held by the tool that builds
///     .build/framegate/source/                   a git worktree, one revision after the other
///     .build/framegate/scratch/                  what the package manager keeps for it
///     .build/framegate/scratch-layouts/          the same for builds that are linked in another order
///     .build/framegate/<commit>-<flags>/         the finished executables of a revision
///
/// All revisions are built in one place, so that the second build takes as long as its difference
/// from the first, and so that paths, which end up in executables, are the same on both sides.
struct BuildCache {
  /// So many builds are kept, those last used; as many again that are linked in other orders.
  private static let keptCount = 12

  let root: URL

  var lockFile: URL { root.appending(path: "lock") }
  var source: URL { root.appending(path: "source", directoryHint: .isDirectory) }

  /// What the package manager keeps for builds with these flags.
  func scratch(for flags: BuildFlags) -> URL {
    root.appending(path: flags.scratch, directoryHint: .isDirectory)
  }

  /// Creates the folder.
  ///
  /// - Throws: ``RevisionError/cache(path:reason:)``.
  init(packageRoot: URL) throws {
    root = packageRoot.appending(path: ".build/framegate", directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
      // Where a package does not ignore .build, this folder still never gets into a commit.
      let ignore = root.appending(path: ".gitignore")
      if !FileManager.default.fileExists(atPath: ignore.path) {
        try Data("*\n".utf8).write(to: ignore)
      }
    } catch {
      throw RevisionError.cache(path: root.path, reason: error.localizedDescription)
    }
  }

  /// Where the finished executables of a revision are, or will be.
  func folder(commit: String, key: String, builtWith flags: BuildFlags) -> URL {
    root.appending(
      path: "\(flags.folderPrefix)\(commit.prefix(12))-\(key)", directoryHint: .isDirectory)
  }

  /// Marks a folder as just used, and removes those that nobody has used for long.
  func keep(_ folder: URL, builtWith flags: BuildFlags) {
    let files = FileManager.default
    try? files.setAttributes([.modificationDate: Date()], ofItemAtPath: folder.path)
    let names = (try? files.contentsOfDirectory(atPath: root.path)) ?? []
    let builds = names.filter {
      $0.hasPrefix(flags.folderPrefix)
        && $0.dropFirst(flags.folderPrefix.count)
          .contains(/^[0-9a-f]{12}-[0-9a-f]{16}(\.partial)?$/)
    }.map { root.appending(path: $0) }
    func lastUse(_ url: URL) -> Date {
      let attributes = try? files.attributesOfItem(atPath: url.path)
      return attributes?[.modificationDate] as? Date ?? .distantPast
    }
    let byAge = builds.map { (url: $0, date: lastUse($0)) }.sorted { $0.date > $1.date }
    for build in byAge.dropFirst(Self.keptCount) { try? files.removeItem(at: build.url) }
  }
}

extension BuildCache {
  /// Copies what was built into its place; it appears there whole or not at all.
  ///
  /// - Parameters:
  ///   - product: The executable's name.
  ///   - flags: What it was built with.
  ///   - folder: The place.
  ///   - resolved: The dependencies' versions that were used.
  /// - Throws: ``RevisionError/cache(path:reason:)``.
  func store(
    _ product: String, builtWith flags: BuildFlags, in folder: URL, resolved: String?
  ) throws {
    let files = FileManager.default
    let binaries = scratch(for: flags).appending(path: "release").resolvingSymlinksInPath()
    let partial = URL(filePath: folder.path + ".partial", directoryHint: .isDirectory)
    do {
      try? files.removeItem(at: partial)
      try files.createDirectory(at: partial, withIntermediateDirectories: true)
      for name in try files.contentsOfDirectory(atPath: binaries.path)
      where name == product || Self.belongsToExecutables(name) {
        try files.copyItem(
          at: binaries.appending(path: name), to: partial.appending(path: name))
      }
      if let resolved {
        try Data(resolved.utf8).write(to: partial.appending(path: "Package.resolved"))
      }
      try? files.removeItem(at: folder)
      try files.moveItem(at: partial, to: folder)
    } catch {
      throw RevisionError.cache(path: folder.path, reason: error.localizedDescription)
    }
  }

  private static func belongsToExecutables(_ name: String) -> Bool {
    [".resources", ".bundle", ".so", ".dylib", ".framework"].contains { name.hasSuffix($0) }
  }
}
