import Foundation

/// Where paths lead, and what is there.
enum RealPath {
  /// The path without symbolic links, or nil when nothing is there.
  static func of(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  enum Kind { case folder, file, link, other }

  /// The system's record of what is at a path, without following a link there, or nil when nothing
  /// is.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// What is at a path, without following a link there, or nil when nothing is.
  static func kind(_ path: String) -> Kind? {
    guard let status = status(path) else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .folder
    case S_IFREG: .file
    case S_IFLNK: .link
    default: .other
    }
  }
}
