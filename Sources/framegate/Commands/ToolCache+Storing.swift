import BenchmarkModel
import Foundation

extension ToolCache {
  /// How many tools to keep: the most recently used ones.
  private static let keptCount = 4

  /// Copies a built tool into its place, and removes the least recently used tools.
  ///
  /// - Throws: `ToolCacheError`.
  func store(_ built: URL) throws {
    let files = FileManager.default
    let partial = URL(
      filePath: "\(folder.path).\(ProcessInfo.processInfo.processIdentifier).partial",
      directoryHint: .isDirectory)
    defer { try? files.removeItem(at: partial) }
    do {
      try files.createDirectory(at: partial, withIntermediateDirectories: true)
      try files.copyItem(at: built, to: partial.appending(path: "framegate"))
      for path in [partial.path, partial.appending(path: "framegate").path] {
        chmod(path, 0o755)
      }
      try? files.removeItem(at: folder)
      try files.moveItem(at: partial, to: folder)
    } catch {
      throw ToolCacheError.cannotWrite(path: root.path, reason: error.localizedDescription)
    }
    prune()
  }

  private func prune() {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: root.path)) ?? []
    let tools = names.filter { $0.contains(/^\d+\.\d+\.\d+-[0-9a-f]{16}$/) }.map { name in
      let url = root.appending(path: name)
      let date = (try? files.attributesOfItem(atPath: url.path))?[.modificationDate] as? Date
      return (url: url, date: date ?? .distantPast)
    }
    for old in tools.sorted(by: { $0.date > $1.date }).dropFirst(Self.keptCount) {
      try? files.removeItem(at: old.url)
    }
  }
}
