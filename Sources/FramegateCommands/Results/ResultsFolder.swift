import BenchmarkModel
import BenchmarkResults
import Foundation
import Revisions
import SystemTools

/// The folder of results: `results/` at the root of the package that the tool is started in.
enum ResultsFolder {
  /// The folder that the tool was started in.
  static var workingFolder: URL {
    URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  }

  private static let chosen = Locked<URL?>(nil)

  /// Takes a folder that the user named in place of the one that would be found.
  ///
  /// - Returns: Whether it has a package.
  static func choose(_ path: String) -> Bool {
    let folder = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL
    guard hasPackage(folder) else { return false }
    chosen.withLock { $0 = folder }
    return true
  }

  /// The folder of the package with the benchmarks.
  ///
  /// It is the package in whose build folder the named worker is, if that lies in the chosen or
  /// nearest package, as that of `Benchmarks/` does; else the chosen or nearest one, or the one in
  /// its `Benchmarks/` where only that mentions a library for benchmarks.
  static var packageRoot: URL {
    let found = outerPackageRoot
    if let built = MeasuredProgram.package?.standardizedFileURL {
      let inside = found.path.hasSuffix("/") ? found.path : found.path + "/"
      if built == found || built.path.hasPrefix(inside), hasPackage(built) { return built }
    }
    let nested = found.appending(path: "Benchmarks", directoryHint: .isDirectory)
    return !mentionsBenchmarks(found) && mentionsBenchmarks(nested) ? nested : found
  }

  /// The folder that the user chose, else that of the nearest package, also without benchmarks.
  static var outerPackageRoot: URL { chosen.withLock { $0 } ?? nearestPackage.standardizedFileURL }

  /// The folder for a package that is to be started: the chosen one, else the working folder, also
  /// inside of another package.
  static var newPackageRoot: URL { chosen.withLock { $0 } ?? workingFolder.standardizedFileURL }

  /// Whether the manifest in a folder names a library for benchmarks.
  private static func mentionsBenchmarks(_ folder: URL) -> Bool {
    let manifest = try? String(
      contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
    return BenchmarkProducts.libraries.contains { manifest?.contains($0) == true }
  }

  static func hasPackage(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
  }

  /// The package found from the working folder upwards, by its manifest; else the working folder.
  private static var nearestPackage: URL {
    var folder = workingFolder.standardizedFileURL
    while true {
      if hasPackage(folder) { return folder }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      guard parent.path != folder.path else { return workingFolder }
      folder = parent
    }
  }

  static var store: ResultStore {
    ResultStore(root: packageRoot.appending(path: "results"), tool: MeasuredProgram.name)
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
