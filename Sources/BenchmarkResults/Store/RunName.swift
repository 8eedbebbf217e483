import Foundation

/// The file name of a run, `<time>-<commit>[-dirty].json`, so that sorting by name sorts by time.
struct RunName: Hashable {
  static let commitDigits = 12

  /// `20261121T015343Z`.
  let time: String

  /// The first digits of the commit; `nocommit` outside a repository.
  let commit: String

  /// Whether the working tree differed from the commit.
  let isDirty: Bool

  init(of file: ResultFile) {
    self.init(
      commit: file.environment.commit.value, time: file.time,
      isDirty: file.environment.dirty.value ?? false)
  }

  init(commit: String?, time: Date, isDirty: Bool = false) {
    self.time = time.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted).timeZone(separator: .omitted))
    self.commit = commit.map(Self.shorten) ?? "nocommit"
    self.isDirty = isDirty
  }

  /// Parses a file name, or nil for files that the store did not name.
  init?(fileName: String) {
    let parts = fileName.dropLast(".json".count).split(separator: "-")
    guard fileName.hasSuffix(".json"), parts.count >= 2 else { return nil }
    time = String(parts[0])
    commit = String(parts[1])
    isDirty = parts.dropFirst(2).contains("dirty")
  }

  /// The name without its ending.
  var stem: String { "\(time)-\(commit)\(isDirty ? "-dirty" : "")" }

  /// Hexadecimal digits only, because a file's commit is untrusted text and becomes part of a path.
  private static func shorten(_ commit: String) -> String {
    let digits = commit.lowercased().filter { $0.isASCII && $0.isHexDigit }.prefix(commitDigits)
    return digits.isEmpty ? "nocommit" : String(digits)
  }
}
