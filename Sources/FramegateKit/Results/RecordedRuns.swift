import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText
import Revisions
import TextReaders

/// What stored runs or other tools recorded of commits.
struct RecordedRuns {
  private(set) var records: [HistoryRecord] = []

  /// Reads files, or else the stored runs of this tool, and says what is left out.
  ///
  /// - Throws: Why the first file cannot be read, if nothing else is left.
  init(in files: [URL], isQuiet: Bool) throws {
    let isStored = files.isEmpty
    var (problems, dirtyCount) = ([any Error](), 0)
    for url in isStored ? ResultsFolder.store.runs() : files {
      do {
        let content = try InputFile.content(of: url)
        guard isStored || content.range(of: Data("\"schemaVersion\"".utf8)) != nil else {
          records += try Self.records(of: content, url)
          continue
        }
        let file = try ResultFile(json: content, file: url.relativePath)
        // What was not committed says nothing about a commit.
        if file.environment.dirty.value == true {
          dirtyCount += 1
        } else if !isStored || file.tool.name == ToolName.current.name {
          records.append(HistoryRecord(file))
        }
      } catch { problems.append(error) }
    }
    if records.isEmpty, let problem = problems.first { throw problem }
    var left = problems.map { "\($0)" }
    if dirtyCount > 0 { left.append("\(Words.count(dirtyCount, "run")) with uncommitted changes.") }
    if !isQuiet { for what in left { Terminal.say("Left out: \(lines: what)\n") } }
    if records.isEmpty {
      let place = files.first ?? ResultsFolder.store.runsFolder
      throw HistoryError.noRecords(place.relativeToWorkingFolder)
    }
  }

  private static func records(of content: Data, _ url: URL) throws -> [HistoryRecord] {
    let found = try LogFile(path: url.path).translating {
      try RecordReader.records(in: LogText([UInt8](content)))
    }
    guard found.contains(where: { !$0.values.isEmpty }) else {
      throw HistoryError.noRecords(url.relativePath)
    }
    return found
  }

  /// Adds what the repository says of the commits, and leaves out what is older than one of them.
  mutating func complete(since revision: String?) async throws {
    var repository: Repository?
    do {
      repository = try await Repository(folder: ResultsFolder.packageRoot.path)
    } catch RevisionError.notARepository {
      // Records are shown without it.
    }
    // The records may know a commit that the repository does not.
    var first = records.map(\.commit).first { $0.hasPrefix(revision ?? " ") && !$0.isEmpty }
    if let revision, first == nil { first = try await repository?.commit(of: revision) }
    let hashes = Set(records.map(\.commit) + [first].compactMap(\.self))
    var known: [String: (commit: CommitRange.Commit, place: Double)] = [:]
    var place = -Double.infinity
    for commit in try await repository?.commits(of: hashes) ?? [] {
      place = max(commit.time.timeIntervalSince1970, place.nextUp)
      known[commit.hash] = (commit, place)
    }
    for index in records.indices where records[index].subject.isEmpty {
      guard let (commit, place) = known[records[index].commit] else { continue }
      records[index].subject = commit.subject
      records[index].time = commit.time.timeIntervalSince1970
      records[index].place = place
    }
    guard let revision else { return }
    let own = records.filter { $0.commit == first }.map(\.place).min()
    let start = own ?? first.flatMap { known[$0]?.place } ?? .infinity
    records.removeAll { $0.place < start }
    if records.isEmpty { throw HistoryError.noRecords("--since \(revision)") }
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
