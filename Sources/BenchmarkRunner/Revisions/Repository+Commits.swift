import Foundation

extension Repository {
  /// The commits of `FIRST..LAST`, where an omitted LAST is HEAD.
  ///
  /// - Throws: ``RevisionError``.
  package func range(_ text: String) async throws -> CommitRange {
    let ends = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, !ends[0].isEmpty, !ends[1].hasPrefix(".") else {
      throw RevisionError.range(text, .malformed)
    }
    return try await range(
      from: String(ends[0]), to: ends[1].isEmpty ? "HEAD" : String(ends[1]), text)
  }

  package func range(
    from first: String, to last: String, _ text: String? = nil
  ) async throws -> CommitRange {
    let (old, new) = (try await commit(of: first), try await commit(of: last))
    let text = text ?? "\(first)..\(last)"
    guard old != new else { throw RevisionError.range(text, .empty) }
    let base = try await mergeBase(of: old, and: new)
    guard base == old else {
      if base == nil, try await isShallow {
        throw RevisionError.notFound(revision: first, isShallow: true)
      }
      throw RevisionError.range(text, base == new ? .reversed : .diverged(base: base))
    }
    let newer = try await log(
      "list the commits of \(text)", ["--first-parent", "--reverse", "\(old)..\(new)"])
    // Where the first came in by a merge, those of the main line before it do not contain it.
    let descendants = try await git(
      "list the commits of \(text)", ["rev-list", "--ancestry-path", "\(old)..\(new)"])
    let hashes = Set(descendants.split(separator: "\n"))
    return CommitRange(
      commits: try await log("read the commit \(first)", ["-n", "1", old])
        + newer.filter { hashes.contains($0.hash[...]) })
  }

  /// The commits of the repository among some full hashes, each after its ancestors.
  package func commits(of hashes: Set<String>) async throws -> [CommitRange.Commit] {
    let hashes = hashes.filter { $0.wholeMatch(of: /[0-9a-f]{40,64}/) != nil }.sorted()
    guard !hashes.isEmpty else { return [] }
    let commits = try await log(
      "read commits", ["--no-walk", "--ignore-missing", "--stdin"],
      input: hashes.joined(separator: "\n"))
    guard !commits.isEmpty else { return [] }
    // Commits of one second, or of a wrong clock, are not in the order of their times.
    let known = Dictionary(commits.map { ($0.hash[...], $0) }) { first, _ in first }
    func ordered(_ bounds: [String]) async throws -> [CommitRange.Commit] {
      let order = try await git(
        "order commits", ["rev-list", "--date-order", "--reverse", "--stdin"],
        input: (commits.map(\.hash) + bounds).joined(separator: "\n"))
      return order.split(separator: "\n").compactMap { known[$0] }
    }
    // The history before the oldest of them is not needed, and can be long. Without it, commits
    // whose clocks were behind may be missing, and then everything is listed.
    let oldest = commits.min { $0.time < $1.time }
    let recent = try await ordered(oldest.map { ["^\($0.hash)^@"] } ?? [])
    return recent.count == known.count ? recent : try await ordered([])
  }

  private func log(
    _ action: String, _ arguments: [String], input: String? = nil
  ) async throws -> [CommitRange.Commit] {
    let format = ["log", "--no-show-signature", "-z", "--format=%H%n%P%n%ct%n%s"]
    return try await git(action, format + arguments, input: input).split(separator: "\0").compactMap
    { entry in
      let lines = entry.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
      guard lines.count == 4, let seconds = Double(lines[2]) else { return nil }
      return CommitRange.Commit(
        hash: String(lines[0]), subject: String(lines[3]),
        isMerge: lines[1].split(separator: " ").count > 1,
        time: Date(timeIntervalSince1970: seconds))
    }
  }
}
