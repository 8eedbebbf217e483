import BenchmarkModel
package import Foundation

extension ResultStore {
  package func load(_ url: URL) throws(ResultsError) -> ResultFile {
    try ResultFile(json: try InputFile.content(of: url), file: url.relativePath)
  }

  /// Whether a file was written by this tool, as far as that can be known: no revision brought it,
  /// and this user, root or the owner of the package owns it.
  package func isOwn(_ file: URL) -> Bool {
    let path = file.standardizedFileURL.path
    let folder = root.standardizedFileURL
    let isTracked = tracked.contains { name in
      let found = name.isEmpty ? folder.path : folder.appending(path: name).path
      // File systems that ignore case find a file under other spellings too.
      return path.lowercased() == found.lowercased()
        || path.lowercased().hasPrefix(found.lowercased() + "/")
    }
    return !isTracked
      && FileOwner.isKnown(file.path, in: root.deletingLastPathComponent().path)
  }

  /// Reads what ``store(_:at:)`` wrote; nil if there is nothing, or it cannot be read or trusted.
  package func decoded<Value: Decodable>(_ type: Value.Type, from file: URL) -> Value? {
    guard InputFile.isRegular(file), isOwn(file), let json = try? InputFile.content(of: file) else {
      return nil
    }
    return try? PrettyJSON.decode(type, from: json)
  }

  package func loadBaseline(_ name: ResultName) throws(ResultsError) -> ResultFile {
    let url = baselineFile(name)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw .baselineNotFound(name: name.text, directory: baselinesFolder.relativePath)
    }
    return try load(url)
  }

  /// The files of stored runs, oldest first; reads no content.
  ///
  /// Leaves out anything that is not a file, because reading a pipe may block forever, and what
  /// this tool has not written.
  package func runs() -> [URL] { foundRuns().filter(isOwn) }

  /// The newest run of this store's program that measured anything, or nil without one.
  ///
  /// A run that cannot be read counts, too: its reader says why.
  package func newestRun() -> URL? {
    runs().last { url in
      guard let file = try? load(url) else { return true }
      return !file.benchmarks.isEmpty && (tool == nil || tool == file.tool.name)
    }
  }

  /// All stored runs, including those that another user or a revision may have written.
  func foundRuns() -> [URL] { files(in: runsFolder).filter(InputFile.isRegular) }

  /// The files in a folder that may be results, sorted by name, without hidden files such as the
  /// temporary ones of killed processes.
  ///
  /// Of runs of one second, `-2` comes after the first, and `-10` after `-9`.
  func files(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
      .sorted { one, other in
        one.dropLast(5).compare(other.dropLast(5), options: .numeric) == .orderedAscending
      }
      .map { folder.appending(path: $0) }
  }
}
