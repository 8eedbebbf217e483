import Foundation

/// The file name of a run: `<time>-<commit>[-dirty].json`, in the order of time.
struct RunName: Hashable {
  /// As many digits of the commit as a file name carries.
  static let commitDigits = 12

  /// `20261121T015343Z`.
  let time: String

  /// The first digits of the commit; `nocommit` outside a repository.
  let commit: String

  /// Whether files differed from the commit.
  let isDirty: Bool

  init(of file: ResultFile) {
    time = file.time.formatted(
      .iso8601.year().month().day().dateSeparator(.omitted).time(includingFractionalSeconds: false)
        .timeSeparator(.omitted).timeZone(separator: .omitted))
    commit = file.environment.commit.value.map(Self.shorten) ?? "nocommit"
    isDirty = file.environment.dirty.value ?? false
  }

  /// Reads a name back; nil for files that the store did not name.
  init?(fileName: String) {
    let parts = fileName.dropLast(".json".count).split(separator: "-")
    guard fileName.hasSuffix(".json"), parts.count >= 2 else { return nil }
    (time, commit) = (String(parts[0]), String(parts[1]))
    isDirty = parts.dropFirst(2).contains("dirty")
  }

  /// The name; from the second attempt on it carries the attempt's number.
  func fileName(attempt: Int) -> String {
    let dirt = isDirty ? "-dirty" : ""
    return attempt == 1
      ? "\(time)-\(commit)\(dirt).json" : "\(time)-\(commit)\(dirt)-\(attempt).json"
  }

  /// Hexadecimal digits only: a file's commit is text from outside and becomes part of a path here.
  private static func shorten(_ commit: String) -> String {
    let digits = commit.lowercased().filter { $0.isASCII && $0.isHexDigit }.prefix(commitDigits)
    return digits.isEmpty ? "nocommit" : String(digits)
  }
}
