package import Foundation

/// A result that is kept under a name, to compare with it.
package struct StoredBaseline: Sendable {
  package let url: URL

  /// How many bytes its file has.
  package let size: Int

  /// Its result, or why it cannot be used.
  package let content: Result<ResultFile, ResultsError>

  /// The result, if it can be used.
  package var file: ResultFile? { try? content.get() }

  /// When it was measured.
  package var time: Date { file?.time ?? .distantPast }

  /// Its name, as its file has it.
  package var name: String { String(url.lastPathComponent.dropLast(".json".count)) }

  fileprivate init(_ url: URL) {
    self.url = url
    var status = stat()
    size = stat(url.path, &status) == 0 ? Int(status.st_size) : 0
    content = Result { () throws(ResultsError) in
      _ = try ResultName(String(url.lastPathComponent.dropLast(".json".count)))
      // Reading a pipe would block if its writer never closes it.
      guard InputFile.isRegular(url) else { throw .notAFile(file: url.relativePath) }
      return try ResultFile(json: InputFile.content(of: url), file: url.relativePath)
    }
  }
}

extension ResultStore {
  /// All results stored under a name, including those that cannot be used, the newest first.
  package func baselines() -> [StoredBaseline] {
    files(in: baselinesFolder).map(StoredBaseline.init).sorted {
      ($1.time, $0.name) < ($0.time, $1.name)
    }
  }

  /// Replaces a baseline with a result, and keeps the old content under another name:
  /// `<name>.replaced-<time of its run>`.
  ///
  /// - Returns: The file with the old content.
  package func replaceBaseline(
    _ name: ResultName, by file: ResultFile
  ) throws(ResultsError) -> URL {
    let content = try InputFile.content(of: baselineFile(name))
    let old = try ResultFile(json: content, file: baselineFile(name).relativePath)
    let end = ".replaced-\(RunName(of: old).time)"
    var start = name.text
    while start.utf8.count + end.utf8.count > ResultName.longest { start.removeLast() }
    let kept = baselinesFolder.appending(path: "\(start)\(end).json")
    let isKept = InputFile.isRegular(kept) && (try? InputFile.content(of: kept)) == content
    let copy = isKept ? kept : try create(content, start + end, in: baselinesFolder)
    try saveBaseline(file, as: name, overwrite: true)
    return copy
  }

  /// Removes a baseline; if that is a link, removes only the link.
  package func remove(_ baseline: StoredBaseline) throws(ResultsError) {
    try makeFolder(baselinesFolder)
    try AtomicFile.remove(baseline.url)
  }
}
