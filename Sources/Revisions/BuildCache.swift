import Foundation

/// The folder in which revisions are checked out and built, and in which finished builds are kept.
///
///     .build/framegate/lock                      held by the tool while it builds
///     .build/framegate/source/                   a git worktree for one revision at a time
///     .build/framegate/scratch/                  the package manager's files for it
///     .build/framegate/scratch-layouts/          the same for builds that are linked in another order
///     .build/framegate/<commit>-<flags>/         the finished executables of a revision
///
/// All revisions are built in one folder. The second build then only compiles what differs from the
/// first, and paths, which end up in executables, are the same on both sides.
struct BuildCache {
  /// How many recently used builds to keep, and as many relinked ones.
  private static let keptCount = 12

  let root: URL

  var lockFile: URL { root.appending(path: "lock") }
  var source: URL { root.appending(path: "source", directoryHint: .isDirectory) }

  /// The package manager's files for builds with these flags.
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
      // Keeps this folder out of commits in packages that do not ignore .build.
      let ignore = root.appending(path: ".gitignore")
      if !FileManager.default.fileExists(atPath: ignore.path) {
        try Data("*\n".utf8).write(to: ignore)
      }
    } catch {
      throw RevisionError.cache(path: root.path, reason: error.localizedDescription)
    }
  }

  /// The folder for the finished executables of a revision.
  func folder(commit: String, key: String, builtWith flags: BuildFlags) -> URL {
    root.appending(
      path: "\(flags.folderPrefix)\(commit.prefix(12))-\(key)", directoryHint: .isDirectory)
  }

  /// Marks a folder as just used, and removes the builds that were used longest ago.
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
  /// Moves a build into its folder, atomically.
  ///
  /// - Parameters:
  ///   - product: The executable's name.
  ///   - flags: What it was built with.
  ///   - folder: The destination.
  ///   - resolved: The versions of dependencies that were used.
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
