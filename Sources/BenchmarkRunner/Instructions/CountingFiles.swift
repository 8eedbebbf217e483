import BenchmarkModel
import Foundation
import WorkerProtocol

/// The folder that callgrind and its runner share: the program, the profiles, valgrind's messages.
struct CountingFiles {
  private static let prefix = "framegate-counting-"

  /// Folders older than this belong to tools that were killed, and are removed.
  private static let longestRun: TimeInterval = 24 * 60 * 60

  private let folder: URL

  /// Chooses a name in a folder, which several tools may share.
  init(in parent: URL = FileManager.default.temporaryDirectory) {
    folder = parent.appending(path: Self.prefix + UUID().uuidString)
  }

  /// The profile of a process; callgrind replaces `%p` with the process identifier.
  func profile(of process: String = "%p") -> URL { folder.appending(path: "profile.\(process)") }

  var log: URL { folder.appending(path: "log") }

  /// Valgrind's messages so far.
  var messages: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// The reason, if valgrind has reported an instruction that it does not know since
  /// `messageCount`.
  func unknownInstruction(after messageCount: Int) -> Unavailable? {
    let new = messages.dropFirst(messageCount)
    guard new.contains("unhandled instruction") || new.contains("Unrecognised instruction")
    else { return nil }
    return Unavailable(
      "callgrind cannot run an instruction that this code uses, such as one of AVX-512")
  }

  /// Creates the folder and copies a program into it.
  func copy(_ executable: String) throws -> CountableExecutable {
    removeAbandoned()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return try CountableExecutable(copying: executable, into: folder)
    } catch {
      throw Unavailable(
        """
        the program could not be copied to \(folder.deletingLastPathComponent().path): \
        \(error.localizedDescription.withoutFullStop). Make room there, or set TMPDIR
        """)
    }
  }

  /// Reads the profiles of the `count` regions that a process ran.
  func regions(of process: Int32, count: Int) throws -> CountedRegions {
    let profile = profile(of: String(process))
    defer { try? FileManager.default.removeItem(at: profile) }
    let text: String
    do {
      text = try String(contentsOf: profile, encoding: .utf8)
    } catch CocoaError.fileReadNoSuchFile {
      // Nothing was counted; a full disk would have left part of a file.
      throw regionsMissing(found: 0, of: count)
    } catch {
      throw unusable("cannot be read: \(error.localizedDescription.withoutFullStop)")
    }
    guard let parts = CallgrindReader.profile(of: text)?.parts(after: Callgrind.region) else {
      throw unusable("is incomplete")
    }
    guard parts.count == count, count > 0 else {
      throw regionsMissing(found: parts.count, of: count)
    }
    return CountedRegions(empty: parts[0], regions: Array(parts.dropFirst()))
  }

  private func regionsMissing(found: Int, of count: Int) -> Unavailable {
    Unavailable(
      """
      callgrind saw \(found) of \(count) counted regions; \
      the program must keep its symbols, so build it without 'strip' or '-s'
      """)
  }

  private func unusable(_ problem: String) -> Unavailable {
    Unavailable(
      """
      callgrind's profile in \(folder.deletingLastPathComponent().path) \(problem). Make room \
      there, or set TMPDIR
      """)
  }

  /// Removes the folders of tools that were killed.
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

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
