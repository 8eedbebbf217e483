package import Foundation

/// Writes whole files, so that no reader sees half a file and no crash leaves one.
package enum AtomicFile {
  package enum Conflict: Sendable {
    case replace
    /// Keep the existing file and report that it exists.
    case keep
  }

  /// What to do when the destination is a symbolic link.
  package enum Links: Sendable {
    /// Write the file that it points to: the user named the link.
    case follow
    /// Replace the link: the tool chose the place, and a checked-out branch may have brought a
    /// link.
    case replace
  }

  /// Writes `content` to a temporary file next to `file`, syncs it to disk and renames it.
  ///
  /// A link that is followed may lead to a device or pipe, such as `/dev/stdout`, which is written
  /// directly and never replaced. A file in a folder that takes no new files is written in place.
  ///
  /// - Returns: false when the file existed and was kept.
  /// - Throws: ``ResultsError/unwritable(path:reason:)``; the earlier content is untouched.
  package static func store(
    _ content: Data, to file: URL, onConflict conflict: Conflict = .replace, links: Links = .follow
  ) throws(ResultsError) -> Bool {
    let target = links == .follow ? destination(of: file) : file
    let kind = try kind(of: file, links)
    switch kind {
    case .device:
      // Not by its resolved path: a pipe that '/dev/stdout' leads to has none.
      try writeBytes(content, to: file.path, flags: O_WRONLY, reportedAs: file.path)
      return true
    case .file, .link:
      if conflict == .keep { return false }
    case .nothing: break
    }
    do {
      return try replace(target, with: content, onConflict: conflict)
    } catch {
      guard kind == .file, links == .follow, !canCreateFiles(beside: target) else { throw error }
      try writeBytes(content, to: target.path, flags: O_WRONLY | O_TRUNC, reportedAs: file.path)
      return true
    }
  }

  /// Appends `content` to a file to which other processes append too; creates the file if need be.
  package static func append(_ content: Data, to file: URL) throws(ResultsError) {
    try writeBytes(
      content, to: file.path, flags: O_WRONLY | O_APPEND | O_CREAT, reportedAs: file.path)
  }

  /// Fails if ``store(_:to:onConflict:links:)`` could not write `file`; changes nothing.
  ///
  /// A full disk, or a pipe whose reader has gone, is noticed only when it is written to.
  package static func check(_ file: URL, links: Links = .follow) throws(ResultsError) {
    let target = links == .follow ? destination(of: file) : file
    let kind = try kind(of: file, links)
    if kind == .file || kind == .device {
      guard access(file.path, W_OK) == 0 else {
        throw .unwritable(path: file.path, reason: systemMessage())
      }
    }
    if kind == .device || canCreateFiles(beside: target) { return }
    let reason = systemMessage()
    guard kind == .file, links == .follow else {
      throw .unwritable(path: file.path, reason: reason)
    }
  }

  /// The path at the end of all links from `file`, even if nothing is there yet.
  private static func destination(of file: URL) -> URL {
    var target = file.resolvingSymlinksInPath()
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path)
      else { break }
      target = URL(filePath: next, relativeTo: target.deletingLastPathComponent())
        .absoluteURL.resolvingSymlinksInPath()
    }
    return target
  }

  /// What is at a destination.
  private enum Kind {
    case nothing, file, link
    /// A device, pipe or socket.
    case device
  }

  private static func kind(of file: URL, _ links: Links) throws(ResultsError) -> Kind {
    var status = stat()
    let result = links == .follow ? stat(file.path, &status) : lstat(file.path, &status)
    guard result == 0 else {
      if errno == ELOOP { throw .unwritable(path: file.path, reason: systemMessage()) }
      return .nothing
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFLNK: return .link
    case S_IFDIR: throw .unwritable(path: file.path, reason: "it is a folder")
    default:
      guard links == .follow else {
        throw .unwritable(path: file.path, reason: "it is a pipe or a device")
      }
      return .device
    }
  }

  /// Whether a temporary file can be created in the folder of `file`; `errno` says why not.
  private static func canCreateFiles(beside file: URL) -> Bool {
    let path = temporaryPath(beside: file)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    unlink(path)
    return true
  }

  private static func temporaryPath(beside file: URL) -> String {
    let name = "\(temporaryPrefix)\(getpid())-\(UInt64.random(in: .min ... .max)).tmp"
    return file.deletingLastPathComponent().appending(path: name).path
  }

  /// Removes a file, or a link but not its target; succeeds if nothing is there.
  static func remove(_ file: URL) throws(ResultsError) {
    if unlink(file.path) == 0 || errno == ENOENT { return }
    throw .unwritable(path: file.path, reason: systemMessage())
  }

  /// Creates a folder, and those above it.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - root: Neither this folder nor one inside it may be a symbolic link, because a branch can
  ///     bring links along.
  /// - Throws: ``ResultsError/unwritable(path:reason:)``.
  static func makeFolder(_ folder: URL, in root: URL) throws(ResultsError) {
    var status = stat()
    let isInside = folder.path == root.path || folder.path.hasPrefix(root.path + "/")
    if lstat(folder.path, &status) == 0 {
      if isInside, status.st_mode & S_IFMT == S_IFLNK {
        throw .unwritable(
          path: folder.path, reason: "it is a symbolic link; put a folder in its place")
      }
      if isInside, folder.path != root.path {
        try makeFolder(folder.deletingLastPathComponent(), in: root)
      }
      guard stat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw .unwritable(path: folder.path, reason: "it is not a folder")
      }
      return
    }
    let parent = folder.deletingLastPathComponent()
    if parent.path != folder.path { try makeFolder(parent, in: root) }
    guard mkdir(folder.path, 0o755) == 0 || errno == EEXIST else {
      throw .unwritable(path: folder.path, reason: systemMessage())
    }
  }

  /// Removes temporary files in `folder` that are at least an hour old: their writers were killed.
  ///
  /// A younger file may belong to a running process, perhaps on another machine that shares the
  /// folder.
  static func removeLeftovers(in folder: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(temporaryPrefix) && name.hasSuffix(".tmp") {
      let path = folder.appending(path: name).path
      var status = stat()
      guard lstat(path, &status) == 0, time(nil) - status.modified.tv_sec >= 3_600 else { continue }
      unlink(path)
    }
  }

  private static let temporaryPrefix = ".framegate-"

  private static func replace(
    _ target: URL, with content: Data, onConflict conflict: Conflict
  ) throws(ResultsError) -> Bool {
    let temporary = temporaryPath(beside: target)
    defer { unlink(temporary) }
    try writeBytes(
      content, to: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, reportedAs: target.path)
    var status = stat()
    if lstat(target.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // The new file keeps the access rights of the one that it replaces.
      _ = chmod(temporary, status.st_mode & 0o777)
    }
    switch conflict {
    case .replace:
      guard rename(temporary, target.path) == 0 else {
        throw .unwritable(path: target.path, reason: systemMessage())
      }
    case .keep:
      guard try place(temporary, at: target) else { return false }
    }
    syncFolder(target.deletingLastPathComponent().path)
    return true
  }

  /// Gives a file a name that nothing has yet; its earlier name may stay.
  ///
  /// - Parameters:
  ///   - temporary: The path of the file.
  ///   - target: The new name.
  ///   - link: Makes a hard link, as `link(2)` does.
  /// - Returns: false when something has the name.
  /// - Throws: ``ResultsError/unwritable(path:reason:)``.
  static func place(
    _ temporary: String, at target: URL, link: (String, String) -> CInt = { systemLink($0, $1) }
  ) throws(ResultsError) -> Bool {
    // A link fails where a rename would overwrite, so only one of two processes succeeds.
    if link(temporary, target.path) == 0 { return true }
    if errno == EEXIST { return false }
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else {
      throw .unwritable(path: target.path, reason: systemMessage())
    }
    // A file system without hard links: an empty file, which only one process can create, takes the
    // name until the content replaces it.
    let descriptor = open(target.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST { return false }
      throw .unwritable(path: target.path, reason: systemMessage())
    }
    close(descriptor)
    guard rename(temporary, target.path) == 0 else {
      let reason = systemMessage()
      unlink(target.path)
      throw .unwritable(path: target.path, reason: reason)
    }
    return true
  }

  private static func writeBytes(
    _ content: Data, to path: String, flags: CInt, reportedAs name: String
  ) throws(ResultsError) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path: name, reason: systemMessage()) }
    var failure = write(content, to: descriptor).map { String(cString: strerror($0)) }
    // Devices and pipes cannot be synced; that is not a failure.
    if failure == nil, fsync(descriptor) != 0, ![EINVAL, ENOTSUP].contains(errno) {
      failure = systemMessage()
    }
    if close(descriptor) != 0 { failure = failure ?? systemMessage() }
    if let failure { throw .unwritable(path: name, reason: failure) }
  }

  /// Writes all of `content` to an open file, pipe or device, and waits for a reader that is slow.
  ///
  /// - Returns: The system's error number, or nil when everything was written.
  package static func write(_ content: Data, to descriptor: CInt) -> CInt? {
    content.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        let written = systemWrite(descriptor, rest.baseAddress, rest.count)
        if written >= 0 {
          offset += written
        } else if errno == EAGAIN {
          // The other end made the pipe non-blocking.
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// Makes the new name survive a power failure, where the system can sync folders.
  private static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// What the system says about the last failed call, such as `No space left on device`.
  private static func systemMessage() -> String { String(cString: strerror(errno)) }
}

/// `write(2)`, which ``AtomicFile/write(_:to:)`` hides inside its type.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

/// `link(2)`, which a parameter of ``AtomicFile/place(_:at:link:)`` hides.
private func systemLink(_ old: String, _ new: String) -> CInt { link(old, new) }
