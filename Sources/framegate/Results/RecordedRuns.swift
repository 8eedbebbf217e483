import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText

/// What stored runs or other tools recorded of commits.
struct RecordedRuns {
  private(set) var records: [HistoryRecord] = []
  private let program: MeasuredProgram

  /// Reads files, or else the stored runs of a program, and says what is left out.
  ///
  /// - Throws: Why the first file cannot be read, if nothing else is left.
  init(in files: [URL], of program: MeasuredProgram, isQuiet: Bool) throws {
    self.program = program
    let isStored = files.isEmpty
    var (problems, dirtyCount) = ([any Error](), 0)
    var units = AsvUnits()
    for url in isStored ? program.store.runs() : files {
      do {
        let content = try InputFile.content(of: url)
        guard isStored || content.range(of: Data("\"schemaVersion\"".utf8)) != nil else {
          records += try Self.records(of: content, url, units: units.units(beside: url))
          continue
        }
        let file = try ResultFile(json: content, file: url.relativePath)
        // What was not committed says nothing about a commit.
        if file.environment.dirty.value == true {
          dirtyCount += 1
        } else if !isStored || file.tool.name == program.name ?? file.tool.name {
          records.append(HistoryRecord(file))
        }
      } catch { problems.append(error) }
    }
    if records.isEmpty, let problem = problems.first { throw problem }
    orderUndated()
    var left = problems.map { "\($0)" }
    if dirtyCount > 0 { left.append("\(Words.count(dirtyCount, "run")) with uncommitted changes.") }
    if !isQuiet { for what in left { Terminal.say("Left out: \(lines: what)\n") } }
    if records.isEmpty {
      let place = files.first ?? program.store.runsFolder
      throw HistoryError.noRecords(place.relativeToWorkingFolder)
    }
  }

  private static func records(
    of content: Data, _ url: URL, units: [String: String]
  ) throws -> [HistoryRecord] {
    var found: [HistoryRecord]
    do {
      found = try RecordReader.records(
        in: LogText([UInt8](content)), named: url.lastPathComponent, asvUnits: units)
    } catch let error as TextError {
      throw CommandError(
        "'\(url.relativePath)' cannot be read as a history. \(error)", error.exitCode)
    }
    guard found.contains(where: { !$0.values.isEmpty }) else {
      // A pattern such as 'results/*/*.json' also names what asv writes beside its results.
      if try RecordReader.isBesideResults(LogText([UInt8](content))) { return [] }
      throw HistoryError.noRecords(url.relativePath)
    }
    let changed = try? url.resourceValues(forKeys: [.contentModificationDateKey])
    for index in found.indices where !found[index].isDated {
      found[index].time = changed?.contentModificationDate?.timeIntervalSince1970 ?? 0
    }
    return found
  }

  /// Puts records without a date into the order in which their files were named, because a copy or
  /// a checkout changes the dates of files.
  private mutating func orderUndated() {
    var last = -Double.infinity
    for index in records.indices where !records[index].isDated {
      last = max(last, records[index].time)
      records[index].time = last
      records[index].place = Double(index)
    }
  }

  /// Adds what the repository says of the commits, and leaves out what is older than one of them.
  mutating func complete(since revision: String?, isQuiet: Bool) async throws {
    let repository = try await repository()
    if let repository { try await completeHashes(by: repository) }
    var first: String?
    if let revision { first = try await commit(of: revision, repository) }
    var known: [String: PlacedCommit] = [:]
    if let repository {
      let hashes = Set(records.map(\.commit) + [first].compactMap(\.self))
      known = try await Self.places(of: hashes, in: repository)
    }
    order(by: known, isQuiet: isQuiet)
    guard let revision else { return }
    let own = records.filter { $0.commit == first }.map(\.place).min()
    let start = own ?? first.flatMap { known[$0]?.place } ?? .infinity
    records.removeAll { $0.place < start }
    if records.isEmpty { throw HistoryError.noRecords("--since \(revision)") }
  }

  /// The repository around the program, or nil without one: records are shown anyway.
  private func repository() async throws -> Repository? {
    do {
      return try await Repository(folder: program.packageRoot.path)
    } catch RevisionError.notARepository { return nil }
  }

  /// Completes the hashes of commits in records, which may have only their first digits.
  private mutating func completeHashes(by repository: Repository) async throws {
    for short in Set(records.map(\.commit)) where (7..<40).contains(short.count) {
      guard short.allSatisfy(\.isHexDigit),
        let full = try await repository.knownCommit(short), full.hasPrefix(short)
      else { continue }
      for index in records.indices where records[index].commit == short {
        records[index].commit = full
      }
    }
  }

  /// The hash of a revision: the records may know a commit that the repository does not.
  private func commit(of revision: String, _ repository: Repository?) async throws -> String? {
    if let known = try await repository?.knownCommit(revision) { return known }
    let recorded = try ResultStore.commit(startingWith: revision, among: records.map(\.commit))
    if let recorded { return recorded }
    return try await repository?.commit(of: revision)
  }

  /// A commit, and where its records are in the order of the repository.
  private typealias PlacedCommit = (commit: CommitRange.Commit, place: Double)

  /// Commits by their hashes: those that the repository has.
  private static func places(
    of hashes: Set<String>, in repository: Repository
  ) async throws -> [String: PlacedCommit] {
    var known: [String: PlacedCommit] = [:]
    var place = -Double.infinity
    for commit in try await repository.commits(of: hashes) {
      place = max(commit.time.timeIntervalSince1970, place.nextUp)
      known[commit.hash] = (commit, place)
    }
    return known
  }

  /// Gives records without a subject that of their commits, and their places.
  private mutating func order(by known: [String: PlacedCommit], isQuiet: Bool) {
    // Without a date, the order of the repository holds for all records or for none.
    let undated = records.filter { !$0.isDated }.map(\.commit)
    let isOrdered = undated.allSatisfy { known[$0] != nil }
    for index in records.indices
    where records[index].subject.isEmpty && (records[index].isDated || isOrdered) {
      guard let (commit, place) = known[records[index].commit] else { continue }
      records[index].subject = commit.subject
      records[index].time = commit.time.timeIntervalSince1970
      records[index].place = place
    }
    if !isOrdered, !isQuiet {
      Terminal.say(
        """
        \(Words.count(undated.count, "record")) without a date: their order is that of the files \
        in '--from'. A hash in a file's name, such as 'bench-3f2a91c.json', tells the commit.\n
        """)
    }
  }

  /// Keeps the benchmarks whose names match.
  mutating func keep(_ filter: [NamePattern]) throws {
    guard !filter.isEmpty else { return }
    let names = try filter.matches(in: Set(records.flatMap(\.values).map(\.benchmark)).sorted())
    guard !names.isEmpty else { throw SelectionError.nothingSelected }
    for index in records.indices {
      records[index].values.removeAll { !names.contains($0.benchmark) }
    }
    records.removeAll(where: \.values.isEmpty)
  }
}

/// The units of asv's benchmarks, which a file beside its results has.
private struct AsvUnits {
  private var known: [URL: [String: String]] = [:]

  /// The units in `benchmarks.json` of a file's folder, or of the folder around it.
  mutating func units(beside url: URL) -> [String: String] {
    let folder = url.deletingLastPathComponent()
    if let units = known[folder] { return units }
    let units = [folder, folder.deletingLastPathComponent()].lazy.compactMap { folder in
      let content = try? InputFile.content(of: folder.appending(path: "benchmarks.json"))
      return content.flatMap { try? RecordReader.asvUnits(in: LogText([UInt8]($0))) }
    }.first
    known[folder] = units ?? [:]
    return units ?? [:]
  }
}
