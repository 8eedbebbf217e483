import BenchmarkModel
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText

extension RecordedRuns {
  /// Adds what the repository says about the commits, and removes records older than `revision`.
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

  /// A commit, and the position of its records in the order of the repository.
  private typealias PlacedCommit = (commit: CommitRange.Commit, place: Double)

  /// The commits among `hashes` that the repository has, by their hashes.
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

  /// Gives each record without a subject its commit's subject, time and position.
  private mutating func order(by known: [String: PlacedCommit], isQuiet: Bool) {
    // Records without a date take the order of the repository only if it has all of their commits.
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
}
