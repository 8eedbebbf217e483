import BenchmarkResults
import Foundation

/// The files in the folder of a package, without the products of builds.
struct SourceFolder {
  struct File {
    let url: URL

    /// The path, and what changes whenever the content does: size and time.
    let state: String
  }

  /// Sorted by path.
  let files: [File]

  /// Looks through the folder to which `folder` leads.
  init(_ folder: URL) {
    let root = URL(
      filePath: RealPath.of(folder.path) ?? folder.path, directoryHint: .isDirectory)
    let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var found: [File] = []
    while let url = all?.nextObject() as? URL {
      if url.lastPathComponent == ".build" || url.lastPathComponent == ".git" {
        all?.skipDescendants()
        continue
      }
      guard let status = RealPath.status(url.path), status.st_mode & S_IFMT != S_IFDIR else {
        continue
      }
      let time = status.modified
      found.append(
        File(url: url, state: "\(url.path) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"))
    }
    files = found.sorted { $0.state < $1.state }
  }
}
