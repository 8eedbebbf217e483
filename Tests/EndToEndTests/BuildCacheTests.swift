import Foundation
import Testing

/// The folder of finished builds: one that a CI cache restores, one on a full disk, and one that
/// two tools use at once.
@Suite("Finished builds, end to end")
struct BuildCacheTests {
  private static let arguments = [
    "compare", "base", "next", "--filter", "good.empty", "--quick", "--allow-debug-build",
  ]

  private static let counting = "echo built >>\"$(dirname \"$0\")/../log\""

  /// Compares after `preparation`, and returns how often the compiler ran.
  private func builds(
    _ repository: ToyRepository, after preparation: String = "true"
  ) async throws -> Int {
    let log = repository.folder.appending(path: "log")
    try? FileManager.default.removeItem(at: log)
    let run = try await repository.shell(
      "\(preparation) && '\(Tool.misbehaving.path)' " + Self.arguments.joined(separator: " "))
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("both sides were built to the same code"), "\(run.output)")
    let lines = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").count
  }

  @Test("A fresh clone with the restored folder builds nothing again")
  func restored() async throws {
    let repository = try await ToyRepository(compiler: Self.counting)
    #expect(try await builds(repository) == 2)
    let restored = try await builds(
      repository,
      after: """
        tar -cf ../cache.tar .build/framegate && cd .. && mv main old && git clone -q old main \
        && cd main && git fetch -q --tags && tar -xf ../cache.tar
        """)
    #expect(restored == 0)
    // What the old clone knew of the worktree is gone, so a new revision needs a new one.
    let changed = try await builds(
      repository,
      after: """
        git commit -q --allow-empty -m newer \
        && git tag -f next >/dev/null
        """)
    #expect(changed == 1)
  }

  @Test("A full disk ends with 1 and one sentence, and nothing half-written is used later")
  func fullDisk() async throws {
    let repository = try await ToyRepository(compiler: Self.counting)
    // No file may grow beyond 1 MiB, so no executable can be copied.
    let run = try await repository.shell(
      """
      trap '' XFSZ; ulimit -f 1024
      '\(Tool.misbehaving.path)' \(Self.arguments.joined(separator: " ")) --quiet
      """)
    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(
      run.error.hasPrefix("Error: '") && run.error.contains("cannot be used: "), "\(run.error)")
    #expect(try await builds(repository) == 2)
    #expect(try await builds(repository) == 0)
  }

  @Test("Two tools in one package at once both end with the right result")
  func atOnce() async throws {
    let repository = try await ToyRepository(compiler: Self.counting)
    async let first = repository.run(Self.arguments)
    async let second = repository.run(Self.arguments)
    for run in [try await first, try await second] {
      #expect(run.code == 0, "\(run.error)")
      #expect(run.output.contains("both sides were built to the same code"), "\(run.output)")
    }
    #expect(try await builds(repository) == 0)
  }
}
