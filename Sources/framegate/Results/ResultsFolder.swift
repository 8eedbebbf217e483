import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation

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
    ResultStore(root: root, tool: MeasuredProgram.name, brought: brought.map(\.path))
  }

  private static var root: URL { packageRoot.appending(path: "results") }
}

extension ResultsFolder {
  /// What the tool writes itself, and believes when it reads it.
  private static let own = ["calibration.json", "devices", "pairs", "runs"]

  private static let found = Locked<(root: URL, files: [BroughtFile])?>(nil)

  /// What a revision can have brought into the folder; everything where that is not known.
  private static var brought: [BroughtFile] {
    found.withLock { $0?.root == root ? $0?.files : nil } ?? [BroughtFile.unknown(in: root)]
  }

  /// Asks git what it tracks in the folder, before a command reads anything there.
  static func findBrought() async throws {
    let root = root
    var files: [BroughtFile] = []
    if own.contains(where: { InputFile.exists(root.appending(path: $0)) }) {
      do {
        files = try await BroughtFile.all(in: root)
      } catch is RevisionError { files = [BroughtFile.unknown(in: root)] }
    }
    found.withLock { $0 = (root, files) }
  }

  /// Refuses stored comparisons that a revision can have brought.
  static func refuseBroughtPairs() throws {
    let file = brought.first { file in
      file.path.isEmpty || file.path.split(separator: "/").first == "pairs"
    }
    guard let file else { return }
    throw RevisionError.foreignFolder(path: file.entry, reason: .trackedComparisons)
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
