import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes whole files, so that no reader sees half a file and no crash leaves one.
enum AtomicFile {
  /// What to do when the destination exists.
  enum Conflict {
    /// Replace it.
    case replace
    /// Keep it and report that it exists.
    case keep
  }

  /// Writes `content` to a temporary file next to `file`, syncs it to disk and renames it.
  ///
  /// Writes directly to a device or pipe, such as `/dev/stdout`, and never replaces it.
  ///
  /// - Parameters:
  ///   - content: The bytes of the whole file.
  ///   - file: The destination; a symbolic link is followed.
  ///   - conflict: What to do when the file exists.
  /// - Returns: false when the file existed and was kept.
  /// - Throws: ``ResultsError/unwritable(path:reason:)``; the earlier content is untouched.
  static func store(
    _ content: Data, to file: URL, onConflict conflict: Conflict = .replace
  ) throws(ResultsError) -> Bool {
    let target = file.resolvingSymlinksInPath()
    var status = stat()
    if stat(target.path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if kind == S_IFDIR { throw .unwritable(path: file.path, reason: "it is a folder") }
      if kind != S_IFREG {
        try writeBytes(content, to: target.path, flags: O_WRONLY, reportedAs: file.path)
        return true
      }
      if conflict == .keep { return false }
    }
    return try replace(target, with: content, onConflict: conflict)
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
      guard stat(path, &status) == 0, time(nil) - status.modified >= 3_600 else { continue }
      unlink(path)
    }
  }

  private static let temporaryPrefix = ".framegate-"

  private static func replace(
    _ target: URL, with content: Data, onConflict conflict: Conflict
  ) throws(ResultsError) -> Bool {
    let folder = target.deletingLastPathComponent()
    let temporary = folder.appending(
      path: "\(temporaryPrefix)\(getpid())-\(UInt64.random(in: .min ... .max)).tmp"
    ).path
    defer { unlink(temporary) }
    try writeBytes(
      content, to: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, reportedAs: target.path)
    switch conflict {
    case .replace:
      guard rename(temporary, target.path) == 0 else {
        throw .unwritable(path: target.path, reason: systemMessage())
      }
    case .keep:
      // A link fails where a rename would overwrite, so only one of two processes succeeds.
      guard link(temporary, target.path) == 0 else {
        if errno == EEXIST { return false }
        throw .unwritable(path: target.path, reason: systemMessage())
      }
    }
    syncFolder(folder.path)
    return true
  }

  private static func writeBytes(
    _ content: Data, to path: String, flags: CInt, reportedAs name: String
  ) throws(ResultsError) {
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path: name, reason: systemMessage()) }
    var failure = content.withUnsafeBytes { bytes in writeAll(bytes, to: descriptor) }
    // Devices and pipes cannot be synced; that is no failure.
    if failure == nil, fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP {
      failure = systemMessage()
    }
    if close(descriptor) != 0, failure == nil { failure = systemMessage() }
    if let failure { throw .unwritable(path: name, reason: failure) }
  }

  /// Returns what went wrong; nil when nothing did.
  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> String? {
    var offset = 0
    while offset < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
      let written = write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        return systemMessage()
      }
      offset += written
    }
    return nil
  }

  /// Makes the new name survive a power failure, where the system can sync folders.
  private static func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private static func systemMessage() -> String {
    errorMessage(errno)
  }
}

/// What the system says about an error number, such as `No space left on device`.
private func errorMessage(_ number: CInt) -> String {
  String(cString: strerror(number))
}

extension Error {
  /// What the system says about a failed operation, without Foundation's wrapping.
  package var systemReason: String {
    let outer = self as NSError
    let cause = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
    guard cause.domain == NSPOSIXErrorDomain else { return outer.localizedDescription }
    return errorMessage(CInt(truncatingIfNeeded: cause.code))
  }
}

extension stat {
  /// When the content last changed, in seconds since 1970.
  fileprivate var modified: Int {
    #if canImport(Darwin)
      st_mtimespec.tv_sec
    #else
      st_mtim.tv_sec
    #endif
  }
}
