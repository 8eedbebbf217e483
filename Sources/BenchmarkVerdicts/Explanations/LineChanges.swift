import BenchmarkModel

/// Maps the lines of one revision to the lines of another.
package struct LineChanges: Hashable, Sendable {
  /// A run of lines that was replaced by another.
  private struct Hunk: Hashable, Sendable { let old, new: Range<Int> }

  private var hunks: [String: [Hunk]] = [:]

  package static let none = LineChanges(diff: "")

  /// Reads what `git diff --unified=0` prints.
  package init(diff: String) {
    var file: String?
    // How many lines of the hunk are still to come; they may look like headers.
    var rest = 0
    // By bytes: to Swift, the end of a CRLF line is another character.
    for line in diff.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
      if rest > 0, line.hasPrefix("+") || line.hasPrefix("-") {
        rest -= 1
      } else if line.hasPrefix("--- ") {
        // Git ends the line with a tab if the path has a space.
        let path = line.hasSuffix("\t") ? line.dropLast() : line
        file = path.hasPrefix("--- a/") ? String(path.dropFirst(6)) : nil
      } else if let hunk = Self.hunk(line) {
        rest = hunk.old.count + hunk.new.count
        if let file { hunks[file, default: []].append(hunk) }
      }
    }
  }

  /// The hunk in `@@ -12,3 +14 @@`, or nil for other lines.
  private static func hunk(_ line: Substring) -> Hunk? {
    guard line.hasPrefix("@@ -") else { return nil }
    let words = line.split(separator: " ")
    guard words.count >= 3 else { return nil }
    func range(_ word: Substring) -> Range<Int>? {
      let numbers = word.dropFirst().split(separator: ",").map { Int($0) }
      guard let start = numbers.first.flatMap(\.self), start >= 0 else { return nil }
      let count = numbers.count > 1 ? numbers[1] ?? -1 : 1
      guard count >= 0, count <= Int(Int32.max), start <= Int(Int32.max) else { return nil }
      // For an empty range, Git gives the line before it.
      return count == 0 ? start + 1..<start + 1 : start..<start + count
    }
    guard let old = range(words[1]), let new = range(words[2]) else { return nil }
    return Hunk(old: old, new: new)
  }

  /// Where a line is now; a line that is gone keeps its place.
  ///
  /// If a change replaces lines with the same number of lines, they correspond one by one.
  func moved(_ location: SourceLocation) -> SourceLocation {
    var shift = 0
    for hunk in hunks[location.file] ?? [] where hunk.old.lowerBound <= location.line {
      if hunk.old.contains(location.line) {
        guard hunk.old.count == hunk.new.count else { return location }
        return SourceLocation(
          file: location.file, line: hunk.new.lowerBound + location.line - hunk.old.lowerBound)
      }
      shift += hunk.new.count - hunk.old.count
    }
    return SourceLocation(file: location.file, line: location.line + shift)
  }

  func moved(_ place: AllocationSites.Place) -> AllocationSites.Place {
    AllocationSites.Place(function: place.function, location: place.location.map(moved))
  }
}
