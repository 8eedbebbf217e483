import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import Foundation

/// The folder of results: `results/` at the root of the package with the benchmarks.
struct ResultsFolder: Sendable {
  private let root: URL

  /// The files in the folder that a revision may have brought.
  private let tracked: [TrackedFile]

  /// What the tool writes itself, and trusts when it reads it back.
  private static let own = ["calibration.json", "devices", "pairs", "runs"]
}

extension ResultsFolder {
  /// Asks git what it tracks in the folder.
  ///
  /// - Throws: Only when canceled. If git gives no answer, everything counts as brought by a
  ///   revision.
  init(ofPackage package: URL) async throws {
    let root = Self.root(ofPackage: package)
    var files: [TrackedFile] = []
    if Self.own.contains(where: { InputFile.exists(root.appending(path: $0)) }) {
      do {
        files = try await TrackedFile.all(in: root)
      } catch is RevisionError { files = [TrackedFile.unknown(in: root)] }
    }
    self.init(root: root, tracked: files)
  }

  /// A folder in which a revision may have brought everything.
  init(unknownInPackage package: URL) {
    let root = Self.root(ofPackage: package)
    self.init(root: root, tracked: [TrackedFile.unknown(in: root)])
  }

  private static func root(ofPackage package: URL) -> URL { package.appending(path: "results") }

  /// The results of one program or, without its name, of all.
  func store(of program: String?) -> ResultStore {
    ResultStore(root: root, tool: program, tracked: tracked.map(\.path))
  }

  /// Refuses stored comparisons that a revision can have brought.
  func refuseTrackedPairs() throws {
    let file = tracked.first { file in
      file.path.isEmpty || file.path.split(separator: "/").first == "pairs"
    }
    guard let file else { return }
    throw RevisionError.foreignFolder(path: file.entry, reason: .trackedComparisons)
  }
}

// MARK: The package

extension ResultsFolder {
  /// The folder that the tool was started in.
  static var workingFolder: URL {
    URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  }

  static func hasPackage(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
  }

  /// The package found from the working folder upward, by its manifest; else the working folder.
  static var nearestPackage: URL {
    var folder = workingFolder.standardizedFileURL
    while true {
      if hasPackage(folder) { return folder }
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      guard parent.path != folder.path else { return workingFolder.standardizedFileURL }
      folder = parent
    }
  }

  /// The folder of the package with the benchmarks: `outer`, or a folder inside it.
  ///
  /// If `outer` or a package inside it, such as `Benchmarks/`, built the worker, it is that
  /// package. Otherwise it is `outer`, or the package in its `Benchmarks/` if only that mentions a
  /// library for benchmarks.
  static func packageRoot(in outer: URL, of worker: String?) -> URL {
    let parts = worker?.components(separatedBy: "/.build/") ?? []
    if parts.count > 1 {
      let built = URL(filePath: parts[0], directoryHint: .isDirectory).standardizedFileURL
      let inside = outer.path.hasSuffix("/") ? outer.path : outer.path + "/"
      if built == outer || built.path.hasPrefix(inside), hasPackage(built) { return built }
    }
    let nested = outer.appending(path: "Benchmarks", directoryHint: .isDirectory)
    return !mentionsBenchmarks(outer) && mentionsBenchmarks(nested) ? nested : outer
  }

  /// Whether the manifest in a folder names a library for benchmarks.
  private static func mentionsBenchmarks(_ folder: URL) -> Bool {
    let manifest = try? String(
      contentsOf: folder.appending(path: "Package.swift"), encoding: .utf8)
    return BenchmarkProducts.libraries.contains { manifest?.contains($0) == true }
  }
}
