package import Foundation

/// What BASE or CANDIDATE of a command refers to.
package enum Operand: Hashable, Sendable {
  case file(URL)

  case baseline(ResultName)

  /// A commit by its hash or the first digits of it, and the revision as the user wrote it.
  case commit(String, revision: String)
}

extension Operand: CustomStringConvertible {
  /// The operand as the user would type it.
  package var description: String {
    switch self {
    case .file(let url): url.relativePath
    case .baseline(let name): name.text
    case .commit(_, let revision): revision
    }
  }
}

extension ResultStore {
  /// Finds out what a user's operand refers to, without reading any result.
  ///
  /// `-` is standard input. A path (anything that ends in `.json` or starts with `/`, `./` or
  /// `../`) is a file. Anything else is an existing file, a stored name or a revision. The prefixes
  /// `name:` and `rev:` select one meaning. An operand with several meanings is an error, because
  /// guessing could compare with the wrong thing.
  package func resolve(
    _ text: String, in directory: URL, commit: (String) -> String? = { _ in nil }
  ) throws(ResultsError) -> Operand {
    if text == "-" { return .file(InputFile.standardInput) }
    if let name = text.dropping(prefix: "name:") {
      let name = try ResultName(name)
      guard hasBaseline(name) else {
        throw .baselineNotFound(name: name.text, directory: baselinesFolder.relativePath)
      }
      return .baseline(name)
    }
    if let revision = text.dropping(prefix: "rev:") {
      guard let found = try self.commit(of: revision, commit) else {
        throw .operandNotFound(operand: revision, directory: baselinesFolder.relativePath)
      }
      return found
    }
    if text.readsAsPath { return .file(directory.file(text)) }
    return try resolveWord(text, in: directory, commit)
  }

  private func resolveWord(
    _ text: String, in directory: URL, _ commit: (String) -> String?
  ) throws(ResultsError) -> Operand {
    var readings: [(operand: Operand, spelling: String)] = []
    let file = directory.file(text)
    if InputFile.isReadable(file) { readings.append((.file(file), "'./\(text)' for the file")) }
    if let name = try? ResultName(text), hasBaseline(name) {
      readings.append((.baseline(name), "'name:\(text)' for the stored result"))
    }
    if let found = try self.commit(of: text, commit) {
      readings.append((found, "'rev:\(text)' for the revision"))
    }
    guard let only = readings.first else {
      throw .operandNotFound(operand: text, directory: baselinesFolder.relativePath)
    }
    guard readings.count == 1 else {
      throw .ambiguousOperand(operand: text, readings: readings.map(\.spelling))
    }
    return only.operand
  }

  private func hasBaseline(_ name: ResultName) -> Bool { InputFile.isRegular(baselineFile(name)) }

  /// The repository's answer, else the commits of stored runs that start with the given digits.
  private func commit(
    of revision: String, _ resolve: (String) -> String?
  ) throws(ResultsError) -> Operand? {
    guard !revision.isEmpty, !revision.hasPrefix("-") else { return nil }
    if let hash = resolve(revision) { return .commit(hash.lowercased(), revision: revision) }
    let found = try Self.commit(startingWith: revision, among: runNames().map(\.name.commit))
    return found.map { _ in .commit(revision.lowercased(), revision: revision) }
  }

  /// The only one of `commits` that starts with `revision`, or that `revision` starts with; nil if
  /// there is none.
  ///
  /// A revision with fewer than four digits matches no commit.
  ///
  /// - Throws: ``ResultsError/ambiguousCommit(prefix:commits:)``.
  package static func commit(
    startingWith revision: String, among commits: [String]
  ) throws(ResultsError) -> String? {
    let digits = revision.lowercased()
    guard (4...64).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { return nil }
    let found = Set(commits.filter { !$0.isEmpty && $0.isSamePrefix(as: digits) })
    guard found.count <= 1 else {
      throw .ambiguousCommit(prefix: revision, commits: found.sorted())
    }
    return found.first
  }
}

extension ResultStore {
  /// Reads the result that an operand refers to; for a commit, the newest of its clean runs that
  /// measured the most benchmarks, because a filtered run cannot take the place of a whole one.
  package func load(_ operand: Operand) throws(ResultsError) -> (content: ResultFile, url: URL) {
    switch operand {
    case .file(let url): return (try load(url), url)
    case .baseline(let name): return (try loadBaseline(name), baselineFile(name))
    case .commit(let hash, let revision): return try loadRun(ofCommit: hash, revision: revision)
    }
  }

  /// How many runs of a commit are read to find the one to take.
  private static let readRuns = 20

  /// Skips runs that cannot be read, but reports the newest of them when no other run is left.
  private func loadRun(
    ofCommit hash: String, revision: String
  ) throws(ResultsError) -> (content: ResultFile, url: URL) {
    var broken: ResultsError?
    var best: (content: ResultFile, url: URL, count: Int)?
    var read = 0
    for (url, name) in runNames().reversed()
    where name.commit.isSamePrefix(as: hash) && !name.isDirty && read < Self.readRuns {
      do throws(ResultsError) {
        read += 1
        guard isOwn(url) else { throw .foreignRun(file: url.relativePath) }
        let file = try load(url)
        let count = file.benchmarks.count { $0.failure == nil }
        guard let commit = file.environment.commit.value, commit.isSamePrefix(as: hash),
          file.environment.dirty.value == false, count > best?.count ?? 0,
          tool.map({ $0 == file.tool.name }) ?? true
        else { continue }
        best = (file, url, count)
      } catch { broken = broken ?? error }
    }
    if let best { return (best.content, best.url) }
    throw broken ?? .noRunOfCommit(revision: revision, directory: runsFolder.relativePath)
  }

  private func runNames() -> [(url: URL, name: RunName)] {
    foundRuns().compactMap { url in RunName(fileName: url.lastPathComponent).map { (url, $0) } }
  }
}

extension String {
  fileprivate func dropping(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  fileprivate var readsAsPath: Bool {
    lowercased().hasSuffix(".json") || hasPrefix("/") || hasPrefix("./") || hasPrefix("../")
  }

  /// Whether the longer of two hashes starts with the shorter one.
  fileprivate func isSamePrefix(as other: String) -> Bool {
    lowercased().hasPrefix(other) || other.hasPrefix(lowercased())
  }
}

extension URL {
  /// The file at a path that may be relative to this folder; the path stays as it was given.
  fileprivate func file(_ path: String) -> URL {
    // Without a slash at its end, Foundation would take the base for a file and replace it.
    URL(filePath: path, relativeTo: URL(filePath: self.path, directoryHint: .isDirectory))
  }
}
