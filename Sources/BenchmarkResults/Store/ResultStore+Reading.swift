package import Foundation

extension ResultStore {
  /// Reads and checks a result file.
  package func load(_ url: URL) throws(ResultsError) -> ResultFile {
    try ResultFile(json: try InputFile.content(of: url), file: url.relativePath)
  }

  /// Reads the result stored under `name`.
  package func loadBaseline(_ name: ResultName) throws(ResultsError) -> ResultFile {
    let url = baselineFile(name)
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw .baselineNotFound(name: name.text, directory: baselinesFolder.relativePath)
    }
    return try load(url)
  }

  /// The names of stored results, sorted.
  package func baselineNames() -> [String] {
    jsonFiles(in: baselinesFolder).map { $0.deletingPathExtension().lastPathComponent }
  }

  /// The files of stored runs, oldest first; reads no content.
  package func runs() -> [URL] {
    jsonFiles(in: runsFolder)
  }

  /// Leaves out hidden files, such as the temporary files of killed processes, and anything that
  /// is no file: reading a pipe that nobody named would block.
  private func jsonFiles(in folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return
      names
      .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
      .sorted()
      .map { folder.appending(path: $0) }
      .filter(InputFile.isRegular)
  }
}
