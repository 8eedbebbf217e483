import Foundation

extension Scaffold {
  /// Writes all files, or none of them.
  func write(top: URL, hasWorkflow: Bool) throws -> WrittenFiles {
    if let name = package.allTargets.first(where: Self.modules.contains) {
      throw ScaffoldError.conflict(name)
    }
    var plan = files.map { ($0, root, root.appending(path: $0.path)) }
    if hasWorkflow { plan.append((workflow, top, top.appending(path: workflow.path))) }
    let manager = FileManager.default
    for (file, folder, url) in plan {
      if let link = Self.link(on: file.path, in: folder) { throw ScaffoldError.isLink(link) }
      guard file.isAppended else {
        guard manager.fileExists(atPath: url.path) else { continue }
        throw url.lastPathComponent == "Package.swift"
          ? ScaffoldError.isPackage(url.deletingLastPathComponent().path) : .exists(url.path)
      }
      let text: String
      do { text = try String(contentsOf: url, encoding: .utf8) } catch {
        throw ScaffoldError.cannotRead(url.path, reason: error.localizedDescription)
      }
      if text.contains("\"\(product)\"") { throw ScaffoldError.exists("\(product) in \(url.path)") }
      guard text.contains("let package = Package(") else {
        throw ScaffoldError.unknownManifest(url.path)
      }
    }
    var written = WrittenFiles()
    for (file, _, url) in plan {
      do { try written.write(file, to: url) } catch {
        written.undo()
        throw ScaffoldError.cannotWrite(url.path, reason: error.localizedDescription)
      }
    }
    return written
  }

  /// Loads the manifest if lines were added to it, and builds nothing.
  ///
  /// A manifest that this tool wrote as a whole needs no check.
  func checkLoads(_ written: WrittenFiles) async throws {
    guard layout == .root else { return }
    do { _ = try await PackageDescription(of: root) } catch {
      written.undo()
      guard case ScaffoldError.noPackage(_, let reason) = error else { throw error }
      throw ScaffoldError.doesNotLoad(reason)
    }
  }

  /// The first link on the way to a file; it may lead out of the package.
  private static func link(on path: String, in folder: URL) -> String? {
    var url = folder
    for part in path.split(separator: "/") {
      url.append(path: part)
      let values = try? url.resourceValues(forKeys: [.isSymbolicLinkKey])
      if values?.isSymbolicLink == true { return url.path }
    }
    return nil
  }

  /// Framegate's modules: a package that depends on it cannot have a target with one of these
  /// names.
  static let modules: Set = [
    "BenchmarkCompatibility", "BenchmarkModel", "BenchmarkReports", "BenchmarkResults",
    "BenchmarkRunner", "BenchmarkVerdicts", "CLayerKernels", "CMeasure", "CThreads",
    "WorkerClient", "FrameLogs", "FrameModel", "FrameSignposts", "FrameTiming",
    "FramegateKit", "FramegateTesting", "HeadlessUI", "LayerKernels", "MotionKernels",
    "ReportText", "SampleStatistics", "WorkerProtocol", "framegate",
  ]
}

/// Files that were written, and how to undo that.
struct WrittenFiles {
  private(set) var paths: [String] = []
  private var undoing: [() -> Void] = []

  fileprivate mutating func write(_ file: Scaffold.File, to url: URL) throws {
    let manager = FileManager.default
    // The outermost folder that is made for it.
    var made: URL?
    var folder = url.deletingLastPathComponent()
    while !manager.fileExists(atPath: folder.path) {
      made = folder
      folder.deleteLastPathComponent()
    }
    let before = file.isAppended ? try Data(contentsOf: url) : nil
    if let made { undoing.append { try? manager.removeItem(at: made) } }
    try manager.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try ((before ?? Data()) + Data(file.text.utf8)).write(
      to: url, options: before == nil ? .withoutOverwriting : .atomic)
    undoing.append {
      if let before {
        try? before.write(to: url, options: .atomic)
      } else {
        try? manager.removeItem(at: url)
      }
    }
    paths.append(url.path)
  }

  /// Puts everything back.
  func undo() { for undo in undoing.reversed() { undo() } }
}
