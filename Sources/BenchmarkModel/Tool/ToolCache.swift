package import Foundation

/// Where a user's built tools are kept, one for each version of the sources.
///
///     ~/.cache/framegate/0.1.0-<hash of the sources>/framegate
///     ~/.cache/framegate/sources/     a copy of the sources that are being built
///     ~/.cache/framegate/build/       the package manager's files for that build
///     ~/.cache/framegate/lock         held by the process that builds
///     ~/.cache/framegate/counting-<hash>.so    the library that counts allocations
///
/// `~/Library/Caches` takes the place of `~/.cache` on macOS, and `XDG_CACHE_HOME` elsewhere.
package struct ToolCache {
  /// The environment variable that names another tool.
  package static let variable = "FRAMEGATE_TOOL"

  /// The folder that contains the whole cache.
  package let root: URL

  /// The folder of the tool that is built from these sources.
  package let folder: URL

  package var scratch: URL { root.appending(path: "build", directoryHint: .isDirectory) }

  /// Finds the folder for the tool that is built from `package`, the folder of the sources.
  ///
  /// - Throws: ``ToolCacheError`` if the sources cannot be read.
  package init(for package: URL) throws {
    root = Self.root
    let name = "\(ToolVersion.current)-\(try Self.hash(of: package))"
    folder = root.appending(path: name, directoryHint: .isDirectory)
  }

  /// The user's own folder, where only this user may write.
  private static var root: URL {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    return (caches ?? FileManager.default.temporaryDirectory)
      .appending(path: "framegate", directoryHint: .isDirectory)
  }

  private static func makeRoot() throws {
    try FileManager.default.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    var status = stat()
    if stat(root.path, &status) == 0 { chmod(root.path, status.st_mode & 0o755) }
  }

  /// The URL of another file in the user's cache, or nil if the cache cannot be written.
  package static func file(named name: String) -> URL? {
    guard (try? makeRoot()) != nil, access(root.path, W_OK) == 0 else { return nil }
    return root.appending(path: name)
  }

  /// The path of the tool, or nil if it has not been built or another user can have written it.
  package var tool: String? {
    let path = folder.appending(path: "framegate").path
    guard FileManager.default.isExecutableFile(atPath: path), FileOwner.isOwn(path) else {
      return nil
    }
    // Marks the folder as used now, because old ones are deleted.
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: folder.path)
    return path
  }
}

extension ToolCache {
  /// Copies what the package manager needs to build the tool, and makes it writable.
  package func copySources(of package: URL) throws -> URL {
    let files = FileManager.default
    let sources = root.appending(path: "sources", directoryHint: .isDirectory)
    do {
      if files.fileExists(atPath: sources.path) { try files.removeItem(at: sources) }
      try Self.copy(package, to: sources)
      return sources
    } catch {
      throw ToolCacheError.cannotWrite(path: sources.path, reason: error.localizedDescription)
    }
  }

  /// Copies a folder without what is hidden at any depth, such as builds in `.build`; folders and
  /// files of the copy are writable.
  private static func copy(_ folder: URL, to copy: URL) throws {
    let files = FileManager.default
    try files.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in try files.contentsOfDirectory(atPath: folder.path) where !name.hasPrefix(".") {
      let (source, target) = (folder.appending(path: name), copy.appending(path: name))
      var status = stat()
      guard lstat(source.path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        try Self.copy(source, to: target)
      } else {
        try files.copyItem(at: source, to: target)
        if status.st_mode & S_IFMT == S_IFREG { chmod(target.path, status.st_mode | S_IWUSR) }
      }
    }
  }

  /// Runs `body` while no other process builds a tool; calls `waiting` if it waits for one.
  package func withLock<Value>(
    waiting: () -> Void, _ body: () throws -> Value
  ) throws -> Value {
    do {
      try Self.makeRoot()
    } catch {
      throw ToolCacheError.cannotWrite(path: root.path, reason: error.localizedDescription)
    }
    guard !FileOwner.canBeExchanged(in: root) else {
      throw ToolCacheError.foreign(path: root.path)
    }
    let file = root.appending(path: "lock").path
    let descriptor = open(file, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else {
      throw ToolCacheError.cannotWrite(path: file, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      waiting()
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }
    return try body()
  }

  /// The hash of everything that the tool is built from.
  private static func hash(of package: URL) throws -> String {
    let files = FileManager.default
    let folder = package.appending(path: "Sources", directoryHint: .isDirectory)
    guard let names = try? files.subpathsOfDirectory(atPath: folder.path),
      let manifest = try? Data(contentsOf: package.appending(path: "Package.swift"))
    else { throw ToolCacheError.noSources(path: package.path) }
    var hash = StableHash()
    manifest.withUnsafeBytes { hash.combine($0) }
    for name in names.sorted() {
      guard let content = try? Data(contentsOf: folder.appending(path: name)) else { continue }
      hash.combine(name)
      content.withUnsafeBytes { hash.combine($0) }
    }
    return hash.digits
  }
}

/// Why the tool cannot be found or built.
package enum ToolCacheError: Error {
  case noSources(path: String)
  case doesNotBuild(reason: String)
  case cannotWrite(path: String, reason: String)
  case foreign(path: String)
}

extension ToolCacheError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noSources(let path):
      """
      The sources of Framegate are no longer in '\(path)', so its tool cannot be built. Build this \
      package again, or name an installed tool in \(ToolCache.variable).
      """
    case .doesNotBuild(let reason):
      """
      The tool does not build: \(reason.withoutFullStop). Fix that, or name an installed tool in \
      \(ToolCache.variable).
      """
    case .foreign(let path):
      """
      Another user can write in '\(path)' or exchange it, so no tool is run from there. Let only \
      yourself write there, or name an installed tool in \(ToolCache.variable).
      """
    case .cannotWrite(let path, let reason):
      """
      '\(path)' cannot be written: \(reason.withoutFullStop). Make room there, or name an installed \
      tool in \(ToolCache.variable).
      """
    }
  }
}
