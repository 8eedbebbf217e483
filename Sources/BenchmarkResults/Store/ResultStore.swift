package import Foundation

/// The results folder: runs by time and commit, and results stored under a name.
///
///     results/runs/20261121T015343Z-4c89d0d1a2b3.json
///     results/baselines/main.json
///     results/devices/phone.json
///     results/shards/20261121T015343Z-4c89d0d1a2b3-3-of-8.json
///     results/.gitignore              keeps what belongs to a machine out of commits
///
/// Files are replaced as a whole (written to a temporary file, synced to disk, renamed), so several
/// processes may use one folder at once. Neither the folders nor stored names are followed if they
/// are symbolic links, because a checked-out branch can bring links along.
package struct ResultStore: Hashable, Sendable {
  /// The results folder; created when something is stored.
  package let root: URL

  /// The program whose runs stand for a commit, or nil for every program.
  ///
  /// Several executables of one package share a folder.
  package let tool: String?

  /// The files that a revision may have brought, by their paths in the folder; an empty path is the
  /// folder itself.
  ///
  /// Baselines are meant to come with a revision. Nothing else that it brings is trusted, because
  /// it could contain what was never measured.
  let tracked: [String]

  package init(root: URL, tool: String? = nil, tracked: [String] = []) {
    self.root = root
    self.tool = tool
    self.tracked = tracked
  }
}

extension ResultStore {
  package var runsFolder: URL { root.appending(path: "runs") }

  package var baselinesFolder: URL { root.appending(path: "baselines") }

  /// The file of the result stored under `name`, whether or not it exists.
  package func baselineFile(_ name: ResultName) -> URL {
    baselinesFolder.appending(path: "\(name.text).json")
  }

  /// Stores the first state of a run under a name that no other run has.
  ///
  /// Call it before measuring, so that a folder that cannot be written is an error at once. Then
  /// call ``save(_:to:)`` while benchmarks finish.
  package func createRun(_ file: ResultFile) throws(ResultsError) -> URL {
    try create(try file.json(), RunName(of: file).stem, in: runsFolder)
  }

  /// Stores what a shard has measured, as `shards/<time>-<commit>-<index>-of-<total>.json`.
  package func createShard(
    _ content: Data, commit: String?, time: Date, index: Int, of total: Int
  ) throws(ResultsError) -> URL {
    let stem = "\(RunName(commit: commit, time: time).stem)-\(index)-of-\(total)"
    return try create(content, stem, in: root.appending(path: "shards"))
  }

  /// Creates a file; from the second attempt on, its name ends with the attempt's number.
  func create(_ content: Data, _ stem: String, in folder: URL) throws(ResultsError) -> URL {
    try makeFolder(folder)
    for attempt in 1...10_000 {
      let url = folder.appending(path: attempt == 1 ? "\(stem).json" : "\(stem)-\(attempt).json")
      if try AtomicFile.store(content, to: url, onConflict: .keep, links: .replace) { return url }
    }
    throw .unwritable(path: folder.path, reason: "it already has 10000 files of this second")
  }

  /// Replaces the file at `url`; a failure leaves its earlier content in place.
  package func save(_ file: ResultFile, to url: URL) throws(ResultsError) {
    _ = try AtomicFile.store(try file.json(file: url.path), to: url)
  }

  /// Fails when a result could not be stored under `name`, before anything is measured.
  package func checkCanSaveBaseline(_ name: ResultName, overwrite: Bool) throws(ResultsError) {
    try makeFolder(baselinesFolder)
    let url = baselineFile(name)
    try AtomicFile.check(url, links: .replace)
    guard overwrite || !exists(url) else { throw .nameTaken(name: name.text, file: url.path) }
  }

  @discardableResult
  package func saveBaseline(
    _ file: ResultFile, as name: ResultName, overwrite: Bool = false
  ) throws(ResultsError) -> URL {
    try makeFolder(baselinesFolder)
    let url = baselineFile(name)
    let stored = try AtomicFile.store(
      try file.json(), to: url, onConflict: overwrite ? .replace : .keep, links: .replace)
    guard stored else { throw .nameTaken(name: name.text, file: url.path) }
    return url
  }

  /// Fails when ``store(_:at:)`` could not write a file of the store; changes no file.
  package func checkCanStore(at file: URL) throws(ResultsError) {
    try makeFolder(file.deletingLastPathComponent())
    try AtomicFile.check(file, links: .replace)
  }

  package func store(_ value: some Encodable, at file: URL) throws(ResultsError) {
    let content: Data
    do {
      content = try PrettyJSON.encode(value)
    } catch { throw .invalidValue(file: file.relativePath, keyPath: "", problem: "\(error)") }
    try makeFolder(file.deletingLastPathComponent())
    _ = try AtomicFile.store(content, to: file, links: .replace)
  }

  /// What git ignores, because it belongs to one machine.
  private static let ignored =
    "/.gitignore\n/baselines/*.replaced-*.json\n/calibration.json\n/devices/\n/pairs/\n/runs/\n/shards/\n"

  func makeFolder(_ folder: URL) throws(ResultsError) {
    try AtomicFile.makeFolder(folder, in: root)
    AtomicFile.removeLeftovers(in: folder)
    // This only keeps git's status clean, so a failure does not matter. The file ignores itself
    // too.
    _ = try? AtomicFile.store(
      Data(Self.ignored.utf8), to: root.appending(path: ".gitignore"), onConflict: .keep,
      links: .replace)
  }

  /// Whether anything has this name, even a link that leads nowhere.
  private func exists(_ url: URL) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
  }
}
