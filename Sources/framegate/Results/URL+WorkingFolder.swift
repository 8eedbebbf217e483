import Foundation

extension URL {
  /// The shortest path that works from where the tool was started.
  var relativeToWorkingFolder: String {
    let base = ResultsFolder.workingFolder.standardizedFileURL.path
    let path = standardizedFileURL.path
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
