import BenchmarkModel
import BenchmarkResults
import Foundation
import Revisions

/// The folder of results: `results/` at the root of the package that the tool is started in.
enum ResultsFolder {
  /// The folder that the tool was started in.
  static var workingFolder: URL {
    URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  }

  /// The nearest folder, from the working folder upwards, with a `Package.swift`; else the working
  /// folder itself.
  static var packageRoot: URL {
    var folder = workingFolder.standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
        return folder
      }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      guard parent.path != folder.path else { return workingFolder }
      folder = parent
    }
  }

  /// The top folder of the checkout that contains the package; the package itself without one.
  static var sourceRoot: String {
    get async {
      let repository = try? await Repository(folder: packageRoot.path)
      return repository?.top ?? packageRoot.path
    }
  }

  static var store: ResultStore {
    ResultStore(root: packageRoot.appending(path: "results"), tool: ToolName.current.name)
  }
}

extension URL {
  /// The shortest path that works from where the tool was started.
  var relativeToWorkingFolder: String {
    let base = ResultsFolder.workingFolder.standardizedFileURL.path
    let path = standardizedFileURL.path
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }
}
