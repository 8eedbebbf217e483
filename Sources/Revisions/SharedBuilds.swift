import BenchmarkModel
import Foundation
import SystemTools

/// Finished builds of revisions in a folder that checkouts and machines share, found by content.
///
///     <folder>/<tree>-<key>/        what ``BuildCache`` keeps of a build, with its hash
///     <folder>/<name>.partial/      a build that is being copied
///
/// The name has the hash of all files of the revision, and a hash of everything else that decides
/// what is built: compiler, flags, product, versions of dependencies, system and the path of the
/// sources, which ends up in executables.
///
/// The hash finds damage. It does not find forgery, because who can write an entry can write its
/// hash. So an entry only counts if no revision can have brought it (``BroughtFile``), if it and
/// the folder belong to this user or to root, and nobody else can write or exchange it. Jobs that
/// run as one user have to be kept from writing for each other by what hands the folder to them.
struct SharedBuilds: Sendable {
  static let mostBytes = 2 << 30

  /// From this age in seconds on, what is half copied belongs to a tool that was killed.
  private static let leftoverAge = 3_600.0

  let root: URL

  func entry(tree: String, key: [String]) -> URL {
    let system = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)
    let key = StableHash(of: key + [system ?? "unknown"]).digits
    return root.appending(path: "\(tree)-\(key)", directoryHint: .isDirectory)
  }

  /// Copies an entry and lets the caller check the copy, which nobody else can change.
  ///
  /// - Returns: False if there is none.
  /// - Throws: ``RevisionError`` if it must not be used.
  func take(_ entry: URL, to copy: URL, isIntact: (URL) -> Bool) throws -> Bool {
    func refuse(_ reason: String) -> RevisionError { .cache(path: entry.path, reason: reason) }
    guard RealPath.kind(entry.path) == .folder else { return false }
    guard FileOwner.isOwn(entry.path) else {
      throw refuse("another user can have written it")
    }
    let files = FileManager.default
    do {
      try files.replaceFolder(copy) { partial in
        try files.copyItem(at: entry, to: partial)
        guard isIntact(partial) else { throw refuse("it is not what was stored") }
      }
    } catch let error as RevisionError { throw error } catch {
      throw refuse(error.localizedDescription)
    }
    // Its age decides how long it stays; a folder that cannot be written stays as it is.
    try? files.setAttributes([.modificationDate: Date()], ofItemAtPath: entry.path)
    return true
  }

  /// Copies a finished build into the folder, and removes those that were used longest ago; nothing
  /// if it is there already and can be used, because others may be reading it.
  ///
  /// - Throws: An error of the file system, after which nothing of the copy is left.
  func keep(_ build: URL, as entry: URL, mostBytes: Int = Self.mostBytes, isIntact: (URL) -> Bool)
    throws
  {
    if FileOwner.isOwn(entry.path), isIntact(entry) { return }
    let files = FileManager.default
    try files.createDirectory(
      at: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    let unique = ".\(entry.lastPathComponent)-\(UInt64.random(in: .min ... .max))"
    let partial = root.appending(path: "\(unique).partial", directoryHint: .isDirectory)
    let damaged = root.appending(path: "\(unique).old.partial", directoryHint: .isDirectory)
    defer { for folder in [partial, damaged] { try? files.removeItem(at: folder) } }
    try files.copyItem(at: build, to: partial)
    for name in [""] + (try files.subpathsOfDirectory(atPath: partial.path)) {
      let path = name.isEmpty ? partial.path : partial.appending(path: name).path
      guard let status = RealPath.status(path), status.st_mode & S_IFMT != S_IFLNK else { continue }
      chmod(path, status.st_mode & 0o755)
    }
    // A damaged one is replaced at once, unless another tool was faster and has copied the same.
    if !FileOwner.isOwn(entry.path) || !isIntact(entry) { rename(entry.path, damaged.path) }
    guard rename(partial.path, entry.path) == 0 || errno == ENOTEMPTY || errno == EEXIST else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: entry.path])
    }
    prune(to: mostBytes)
  }

  /// Removes the entries that were used longest ago until the others fit, and what killed tools
  /// left.
  private func prune(to mostBytes: Int) {
    let files = FileManager.default
    var entries: [(url: URL, age: TimeInterval, bytes: Int)] = []
    for name in (try? files.contentsOfDirectory(atPath: root.path)) ?? [] {
      let url = root.appending(path: name, directoryHint: .isDirectory)
      let used = (try? files.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
      let age = -(used ?? .distantPast).timeIntervalSinceNow
      if name.hasPrefix("."), name.hasSuffix(".partial") {
        if age > Self.leftoverAge { try? files.removeItem(at: url) }
      } else if name.contains(/^[0-9a-f]{40,64}-[0-9a-f]{16}$/) {
        let sizes = ((try? files.subpathsOfDirectory(atPath: url.path)) ?? []).map { path in
          RealPath.status(url.appending(path: path).path).map { Int($0.st_size) } ?? 0
        }
        entries.append((url, age, sizes.reduce(0, +)))
      }
    }
    var total = 0
    for entry in entries.sorted(by: { $0.age < $1.age }) {
      total += entry.bytes
      if total > mostBytes { try? files.removeItem(at: entry.url) }
    }
  }
}
