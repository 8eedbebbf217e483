import BenchmarkModel
import BenchmarkResults
import Foundation

/// The folder in which revisions are checked out and built, and in which finished builds are kept.
///
///     .build/framegate/lock                      held by the tool while it builds
///     .build/framegate/uses                      the builds that running tools use
///     .build/framegate/source/<checkout>/        a git worktree for one revision at a time
///     .build/framegate/source/<package>          a link to a package next to the checkout
///     .build/framegate/scratch/                  the package manager's files for it
///     .build/framegate/scratch-layouts/          the same for builds linked in another order
///     .build/framegate/place                     the path of this folder at the last build
///     .build/framegate/snapshot/                 a copy of the index, to record the working tree
///     .build/framegate/<commit>-<flags>/         the executables of a revision, and their hash
///
/// Nothing is written through a link, and nothing here may come from a branch (``TrackedFile``).
///
/// The worktree has the name of the checkout, because the package manager names a package that is
/// found by its path after its folder: `.package(path: "../")` of a package in `Benchmarks/`.
///
/// All revisions are built in one folder. The second build then only compiles what differs from the
/// first, and paths, which end up in executables, are the same on both sides.
struct BuildCache {
  /// How many recently used builds to keep, and how many recently used relinked builds.
  private static let keptCount = 16

  /// The path from the package to the folder.
  static let folder = ".build/framegate"

  let root: URL

  /// The folder, and the one around it.
  private let parents: [URL]

  /// The folder of the worktree.
  let source: URL

  /// The user's checkout, and the folder around it.
  private let checkout, neighborhood: URL

  /// The package manager's files for builds with these flags.
  func scratch(for flags: BuildFlags) -> URL {
    root.appending(path: flags.scratch, directoryHint: .isDirectory)
  }

  /// A folder for the copy of an index, removed at the end of a build.
  var snapshot: URL { root.appending(path: "snapshot", directoryHint: .isDirectory) }

  /// The worktree if a package is in it, or else the package itself.
  func worktree(around package: URL) -> URL {
    "\(package.path)/".hasPrefix("\(source.path)/") ? source : package
  }

  /// Creates the folder.
  init(packageRoot: URL, checkout top: String) throws {
    let path = RealPath.of(packageRoot.path) ?? packageRoot.path
    checkout = URL(filePath: top, directoryHint: .isDirectory)
    neighborhood = checkout.deletingLastPathComponent()
    parents = [".build", Self.folder].map {
      URL(filePath: path, directoryHint: .isDirectory)
        .appending(path: $0, directoryHint: .isDirectory)
    }
    root = parents[1]
    let name = checkout.lastPathComponent
    source = root.appending(
      path: "source/\(name == "/" ? "checkout" : name)", directoryHint: .isDirectory)
    do {
      for folder in parents where RealPath.kind(folder.path) == nil {
        do {
          try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch CocoaError.fileWriteFileExists {
          // Another tool that started at the same time has made it.
        }
      }
      try verify()
      // Keeps this folder out of commits in packages that do not ignore .build.
      let ignore = root.appending(path: ".gitignore")
      if RealPath.kind(ignore.path) == nil {
        try Data("*\n".utf8).write(to: ignore, options: .withoutOverwriting)
      }
    } catch let error as RevisionError {
      throw error
    } catch { throw RevisionError.cache(path: root.path, reason: error.localizedDescription) }
  }

  /// The folder for the finished executables of a revision.
  func folder(commit: String, key: String, builtWith flags: BuildFlags) -> URL {
    root.appending(
      path: "\(flags.folderPrefix)\(commit.prefix(12))-\(key)", directoryHint: .isDirectory)
  }

  /// Marks a folder as just used, and removes the least recently used builds, except those with
  /// names in `use` and those that another tool uses.
  ///
  /// Only for the holder of the lock.
  func keep(_ folder: URL, builtWith flags: BuildFlags, inUse use: Set<String>) {
    let files = FileManager.default
    let uses = BuildUses(file: root.appending(path: "uses"))
    uses.add(folder.lastPathComponent)
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
    for build in byAge.dropFirst(Self.keptCount) {
      let name = build.url.lastPathComponent
      guard !use.contains(name), !uses.isUsedElsewhere(name) else { continue }
      try? files.removeItem(at: build.url)
    }
  }
}

extension BuildCache {
  /// Checks that nothing in the folder leads out of it.
  ///
  /// A branch can bring links, and a revision runs code of its own while it is built. So this is
  /// checked again before each step that writes.
  func verify() throws {
    for folder in parents {
      switch RealPath.kind(folder.path) {
      case .folder: break
      case .link: throw RevisionError.foreignFolder(path: folder.path, reason: .link)
      case .file, .other, nil:
        throw RevisionError.cache(path: folder.path, reason: "it is not a folder")
      }
      if RealPath.kind(folder.appending(path: ".git").path) != nil {
        throw RevisionError.foreignFolder(path: folder.path, reason: .repository)
      }
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    for path in names.map({ root.appending(path: $0).path }) + [source.path]
    where RealPath.kind(path) == .link {
      throw RevisionError.foreignFolder(path: path, reason: .link)
    }
  }

  /// Checks the same, and that `binaries`, a folder of the package manager, is inside the folder.
  func verify(_ binaries: URL) throws {
    try verify()
    guard let real = RealPath.of(binaries.path) else { return }
    guard let root = RealPath.of(root.path), real.hasPrefix("\(root)/") else {
      throw RevisionError.foreignFolder(path: binaries.path, reason: .link)
    }
  }

  /// Waits until no other tool builds here, and removes what a killed one left.
  func lock(_ observer: any RevisionBuilder.Observer) async throws -> BuildLock {
    let lock = try await BuildLock(file: root.appending(path: "lock")) {
      observer.begins("Waiting for another tool that is building in \(root.path)")
    }
    removeLeftovers()
    return lock
  }

  /// Removes what a killed tool left, and what cannot be used because the checkout was moved.
  ///
  /// Only for the holder of the lock.
  private func removeLeftovers() {
    let files = FileManager.default
    removeFilesOfOtherPlace()
    for name in (try? files.contentsOfDirectory(atPath: root.path)) ?? []
    where name == snapshot.lastPathComponent || name.hasSuffix(".partial") {
      try? files.removeItem(at: root.appending(path: name))
    }
    let sources = source.deletingLastPathComponent()
    for name in (try? files.contentsOfDirectory(atPath: sources.path)) ?? []
    where name != source.lastPathComponent && !isLinkToNeighbor(name) {
      try? files.removeItem(at: sources.appending(path: name))
    }
  }

  /// Removes the package manager's files if the folder was moved: they contain its old path, and
  /// the compiler refuses them.
  private func removeFilesOfOtherPlace() {
    let record = root.appending(path: "place")
    let place = root.path(percentEncoded: false)
    if let last = try? String(contentsOf: record, encoding: .utf8) {
      if last == place { return }
      for flags in [BuildFlags.standard, .linked(inOrder: 1)] {
        try? FileManager.default.removeItem(at: scratch(for: flags))
      }
    }
    try? Data(place.utf8).write(to: record, options: .atomic)
  }

  /// Makes a package next to the checkout available next to the worktree, as it is on disk.
  ///
  /// - Returns: False if the path is not next to the worktree, or the checkout has no such
  ///   neighbor.
  /// - Throws: ``RevisionError``.
  func linkNeighbor(missingAt path: String) throws -> Bool {
    let link = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    let sources = source.deletingLastPathComponent().standardizedFileURL
    let neighbor = neighborhood.appending(path: link.lastPathComponent)
    guard link.deletingLastPathComponent().path == sources.path,
      RealPath.kind(link.path) == nil, RealPath.of(neighbor.path) != nil
    else { return false }
    try verify()
    do {
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: neighbor.path)
    } catch { throw RevisionError.cache(path: link.path, reason: error.localizedDescription) }
    return true
  }

  private func isLinkToNeighbor(_ name: String) -> Bool {
    let link = source.deletingLastPathComponent().appending(path: name).path
    let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return destination == neighborhood.appending(path: name).path && RealPath.of(link) != nil
  }

  /// Runs `body` with an empty folder, and removes the folder.
  func withSnapshotFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let files = FileManager.default
    defer { try? files.removeItem(at: snapshot) }
    do {
      try? files.removeItem(at: snapshot)
      try files.createDirectory(at: snapshot, withIntermediateDirectories: false)
    } catch { throw RevisionError.cache(path: snapshot.path, reason: error.localizedDescription) }
    return try await body(snapshot)
  }
}

extension BuildCache {
  private static let hash = ".framegate-hash"

  /// The file with the record of ``LocalPackages``.
  private static let packages = ".framegate-packages"

  /// Whether a folder contains a finished build, exactly as it was stored, and packages outside of
  /// the revision have not changed since.
  ///
  /// A folder that another user has written does not count.
  func isIntact(_ folder: URL, product: String) -> Bool {
    let executable = folder.appending(path: product).path
    guard RealPath.kind(folder.path) == .folder, RealPath.kind(executable) == .file,
      FileOwner.isKnown(folder.path, in: checkout.path),
      FileManager.default.isExecutableFile(atPath: executable),
      let stored = try? String(contentsOf: folder.appending(path: Self.hash), encoding: .utf8)
    else { return false }
    guard (try? Self.hash(of: folder)) == stored,
      let packages = try? String(contentsOf: folder.appending(path: Self.packages), encoding: .utf8)
    else { return false }
    return LocalPackages(record: packages).areUnchanged
  }

  /// Moves a build into its folder, atomically.
  func store(
    _ product: String, from binaries: URL, in folder: URL, resolved: String?,
    packages: LocalPackages
  ) throws {
    try verify()
    let files = FileManager.default
    let binaries = binaries.resolvingSymlinksInPath()
    do {
      try files.replaceFolder(folder) { partial in
        try files.createDirectory(at: partial, withIntermediateDirectories: false)
        for name in try files.contentsOfDirectory(atPath: binaries.path)
        where name == product || Self.belongsToExecutables(name) {
          try files.copyItem(at: binaries.appending(path: name), to: partial.appending(path: name))
        }
        if let resolved {
          try Data(resolved.utf8).write(to: partial.appending(path: "Package.resolved"))
        }
        try Data(packages.record.utf8).write(to: partial.appending(path: Self.packages))
        try Data(Self.hash(of: partial).utf8).write(to: partial.appending(path: Self.hash))
      }
    } catch { throw RevisionError.cache(path: folder.path, reason: error.localizedDescription) }
  }

  /// Removes an earlier build's product, so that whatever is there later is new.
  ///
  /// The package manager would keep a resource that the revision no longer has.
  static func removeProducts(_ product: String, from binaries: URL) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: binaries.path)) ?? []
    where name == product || belongsToExecutables(name) {
      try? files.removeItem(at: binaries.appending(path: name))
    }
  }

  private static func belongsToExecutables(_ name: String) -> Bool {
    // Libraries also have versions: `libfeed.so.1`.
    [".resources", ".bundle", ".so", ".dylib", ".framework"].contains { name.hasSuffix($0) }
      || name.contains(".so.")
  }

  /// The hash of the names and contents of all files in a folder.
  private static func hash(of folder: URL) throws -> String {
    let files = FileManager.default
    var hash = StableHash()
    for name in try files.subpathsOfDirectory(atPath: folder.path).sorted() where name != Self.hash
    {
      let file = folder.appending(path: name)
      hash.combine(name)
      switch RealPath.kind(file.path) {
      case .file:
        try Data(contentsOf: file, options: .mappedIfSafe).withUnsafeBytes { hash.combine($0) }
      case .link: hash.combine(try files.destinationOfSymbolicLink(atPath: file.path))
      case .folder, .other, nil: break
      }
    }
    return hash.digits
  }
}

extension FileManager {
  /// Fills a new folder, and replaces `folder` with it.
  ///
  /// An error leaves nothing behind: on a full disk, half a copy would keep the disk full.
  func replaceFolder(_ folder: URL, filling: (_ partial: URL) throws -> Void) throws {
    let partial = URL(filePath: folder.path + ".partial", directoryHint: .isDirectory)
    defer { try? removeItem(at: partial) }
    try? removeItem(at: partial)
    try filling(partial)
    try? removeItem(at: folder)
    try moveItem(at: partial, to: folder)
  }
}
