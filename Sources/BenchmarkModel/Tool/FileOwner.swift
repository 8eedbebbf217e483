package import Foundation

/// Finds out whether another user can have written a file that is read back.
package enum FileOwner {
  /// Whether only this user or root can have written a file, or a folder and everything in it, and
  /// no other user can replace it.
  package static func isOwn(_ path: String) -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent()
    return !canBeExchanged(in: folder)
      && everything(at: path) { status in
        let kind = status.st_mode & S_IFMT
        return [0, geteuid()].contains(status.st_uid)
          && (kind == S_IFLNK
            || status.st_mode & 0o022 == 0 && (kind == S_IFDIR || kind == S_IFREG))
      }
  }

  /// Whether another user can replace files in a folder.
  ///
  /// In a sticky folder, such as `/tmp`, only owners rename files.
  package static func canBeExchanged(in folder: URL) -> Bool {
    var folder = folder.resolvingSymlinksInPath()
    var status = stat()
    guard stat(folder.path, &status) == 0, [0, geteuid()].contains(status.st_uid) else {
      return true
    }
    var others: mode_t = 0o022
    while status.st_mode & others == 0 || status.st_mode & 0o1000 != 0 {
      if folder.path == "/" { return false }
      // If a member of the group replaces a parent folder, the new one has another owner and fails
      // the check of owners. So only parents that all users can write matter.
      others = 0o002
      folder.deleteLastPathComponent()
      guard stat(folder.path, &status) == 0 else { return true }
    }
    return true
  }

  /// Whether a file, or a folder and everything in it, meets a condition; false if nothing is at
  /// the path.
  package static func everything(at path: String, _ isGood: (stat) -> Bool) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, isGood(status) else { return false }
    guard status.st_mode & S_IFMT == S_IFDIR else { return true }
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
      return false
    }
    return names.allSatisfy { lstat("\(path)/\($0)", &status) == 0 && isGood(status) }
  }
}
