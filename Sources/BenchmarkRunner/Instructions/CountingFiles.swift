import BenchmarkHarness
import Foundation

/// The folder where callgrind and its runner meet: the program, the counts, what valgrind says.
struct CountingFiles {
  private static let prefix = "framegate-counting-"

  /// A tool that lasts longer finds its files gone; one that was killed left them behind.
  private static let longestRun: TimeInterval = 24 * 60 * 60

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: prefix + UUID().uuidString)

  /// The file for the counts of a process; callgrind puts its identifier for `%p`.
  func profile(of process: String = "%p") -> URL {
    folder.appending(path: "profile.\(process)")
  }

  /// The file for what valgrind itself has to say.
  var log: URL { folder.appending(path: "log") }

  /// What valgrind has said.
  var words: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// Why a process ended, if valgrind has said since then that it does not know an instruction.
  func unknownInstruction(after wordCount: Int) -> Unavailable? {
    let words = words.dropFirst(wordCount)
    guard words.contains("unhandled instruction") || words.contains("Unrecognised instruction")
    else { return nil }
    return Unavailable(
      "callgrind cannot run an instruction that this code uses, such as one of AVX-512")
  }

  /// Makes the folder and copies a program into it.
  ///
  /// - Throws: `Unavailable`.
  func copy(_ executable: String) throws -> CountableExecutable {
    removeAbandoned()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try CountableExecutable(copying: executable, into: folder)
    } catch {
      throw Unavailable(
        """
        the program could not be copied to \(folder.deletingLastPathComponent().path): \
        \(error.localizedDescription). Make room there, or set TMPDIR
        """)
    }
  }

  /// Takes the profiles of the `count` regions that a process ran.
  ///
  /// - Throws: `Unavailable` when they are not all there.
  func regions(of process: Int32, count: Int) throws -> CountedRegions {
    let profile = profile(of: String(process))
    defer { try? FileManager.default.removeItem(at: profile) }
    let parts = (try? String(contentsOf: profile, encoding: .utf8))
      .flatMap(CallgrindReader.profile)?.parts(after: Callgrind.region)
    guard let parts, parts.count == count, count > 0 else {
      throw Unavailable(
        """
        callgrind saw \(parts?.count ?? 0) of \(count) counted regions; \
        the program must keep its symbols, so build it without 'strip' or '-s'
        """)
    }
    return CountedRegions(empty: parts[0], regions: Array(parts.dropFirst()))
  }

  /// Removes what tools that were killed have left behind.
  private func removeAbandoned() {
    let others = try? FileManager.default.contentsOfDirectory(
      at: folder.deletingLastPathComponent(),
      includingPropertiesForKeys: [.contentModificationDateKey])
    for other in others ?? [] where other.lastPathComponent.hasPrefix(Self.prefix) {
      let values = try? other.resourceValues(forKeys: [.contentModificationDateKey])
      guard let date = values?.contentModificationDate, -date.timeIntervalSinceNow > Self.longestRun
      else { continue }
      try? FileManager.default.removeItem(at: other)
    }
  }

  /// Removes the folder.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}
